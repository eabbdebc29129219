#include "language/nn/text/bundle.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/base64.h"
#include "base/mem.h"

enum { BYTES_MAX = 1 << 30, LINE_MAX_BYTES = 96 };

#define NETWORK_MARK ";network"
#define WITNESS_MARK "; witness "
#define LISTING_MARK ";; "

void bundle_init(Bundle *bundle)
{
  *bundle = (Bundle){.status = SAYS_UNKNOWN};
  strbuf_init(&bundle->network, BYTES_MAX);
  strbuf_init(&bundle->property, BYTES_MAX);
  strbuf_init(&bundle->witness, BYTES_MAX);
  strbuf_init(&bundle->listing, BYTES_MAX);
}

void bundle_deinit(Bundle *bundle)
{
  strbuf_deinit(&bundle->network);
  strbuf_deinit(&bundle->property);
  strbuf_deinit(&bundle->witness);
  strbuf_deinit(&bundle->listing);
}

/* --- reading --- */

static bool begins(const char *line, size_t length, const char *mark)
{
  return length >= strlen(mark) && memcmp(line, mark, strlen(mark)) == 0;
}

static bool is_line(const char *line, size_t length, const char *text)
{
  return length == strlen(text) && memcmp(line, text, length) == 0;
}

/* A line before the network. */
static void take_line(Bundle *bundle, const char *line, size_t length)
{
  size_t bare = length && line[length - 1] == '\r' ? length - 1 : length;
  if (is_line(line, bare, "; sat")) {
    bundle->status = SAYS_SAT;
  } else if (is_line(line, bare, "; unsat")) {
    bundle->status = SAYS_UNSAT;
  } else if (begins(line, bare, WITNESS_MARK)) {
    strbuf_clear(&bundle->witness);
    strbuf_add(&bundle->witness, line + strlen(WITNESS_MARK), bare - strlen(WITNESS_MARK));
  } else if (!begins(line, bare, LISTING_MARK)) {
    strbuf_add(&bundle->property, line, length);
    strbuf_add_char(&bundle->property, '\n');
  }
}

/* A line of base64, which may be one of several. */
static bool take_digits(StrBuf *digits, const char *line, size_t length)
{
  if (length == 0) return true;
  if (line[0] != ';') return false;
  strbuf_add(digits, line + 1, length - 1);
  return true;
}

Status bundle_read(Bundle *bundle, const char *text, size_t length, Error *error)
{
  StrBuf digits;
  strbuf_init(&digits, BYTES_MAX);
  bool network = false, good = true;
  for (size_t at = 0; at < length && good;) {
    const char *newline = memchr(text + at, '\n', length - at);
    size_t end = newline ? (size_t)(newline - text) : length;
    if (network)
      good = take_digits(&digits, text + at, end - at);
    else if (is_line(text + at, end - at, NETWORK_MARK))
      network = true;
    else
      take_line(bundle, text + at, end - at);
    at = end + 1;
  }
  good = good && network && base64_decode(digits.bytes, digits.length, &bundle->network);
  strbuf_deinit(&digits);
  bool large = bundle->property.overflow || bundle->network.overflow;
  if (strbuf_reserve(&bundle->property, FILE_PADDING))
    memset(bundle->property.bytes + bundle->property.length, 0, FILE_PADDING);
  else
    large = true;
  if (large) return error_set(error, STATUS_LIMIT, "the network or the property is too large");
  if (!network) return error_set(error, STATUS_SYNTAX, "there is no line '%s'", NETWORK_MARK);
  if (!good)
    return error_set(error, STATUS_SYNTAX, "the network after '%s' is no base64 in comments",
                     NETWORK_MARK);
  return STATUS_OK;
}

/* --- printing --- */

void bundle_print(const Bundle *bundle, StrBuf *out)
{
  if (bundle->status == SAYS_SAT || bundle->status == SAYS_UNSAT)
    strbuf_printf(out, "; %s\n", solver_answer_name(bundle->status));
  if (bundle->witness.length) {
    strbuf_add_text(out, WITNESS_MARK);
    strbuf_add(out, bundle->witness.bytes, bundle->witness.length);
    strbuf_add_char(out, '\n');
  }
  strbuf_add(out, bundle->property.bytes, bundle->property.length);
  if (out->length && out->bytes[out->length - 1] != '\n') strbuf_add_char(out, '\n');
  strbuf_add(out, bundle->listing.bytes, bundle->listing.length);
  strbuf_add_text(out, NETWORK_MARK "\n");
  StrBuf digits;
  strbuf_init(&digits, 0);
  base64_encode(bundle->network.bytes, bundle->network.length, &digits);
  for (size_t at = 0; at < digits.length; at += LINE_MAX_BYTES) {
    size_t rest = digits.length - at;
    strbuf_add_char(out, ';');
    strbuf_add(out, digits.bytes + at, rest < LINE_MAX_BYTES ? rest : LINE_MAX_BYTES);
    strbuf_add_char(out, '\n');
  }
  strbuf_deinit(&digits);
}

/* --- files --- */

/* All of a file, which may be compressed. */
static Status read_file(const char *path, StrBuf *bytes, Error *error)
{
  enum { CHUNK = 1 << 18 };
  struct stat info;
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
    return error_set(error, STATUS_IO, "'%s' is a directory", path);
  errno = 0;
  gzFile file = gzopen(path, "rb");
  if (!file)
    return error_set(error, STATUS_IO, "cannot open '%s': %s", path,
                     errno ? strerror(errno) : "out of memory");
  Status status = STATUS_OK;
  int count = 1;
  while (count > 0 && !status) {
    if (!strbuf_reserve(bytes, CHUNK)) {
      status = error_set(error, STATUS_LIMIT, "'%s' is too large", path);
      break;
    }
    count = gzread(file, bytes->bytes + bytes->length, CHUNK);
    if (count > 0) bytes->length += (size_t)count;
  }
  int code;
  const char *message = gzerror(file, &code);
  if (!status && (count < 0 || code != Z_OK))
    status = error_set(error, STATUS_IO, "cannot read '%s': %s", path,
                       count < 0 ? message : "it ends early");
  gzclose(file);
  return status;
}

static bool ends_with(const char *path, size_t length, const char *ending)
{
  size_t wanted = strlen(ending);
  return length > wanted && memcmp(path + length - wanted, ending, wanted) == 0;
}

static bool is_network(const char *path, size_t length)
{
  return ends_with(path, length, ".onnx") || ends_with(path, length, ".onnx.gz");
}

static bool is_property(const char *path)
{
  size_t length = strlen(path);
  return ends_with(path, length, ".vnnlib") || ends_with(path, length, ".vnnlib.gz");
}

bool bundle_joins(const char *path, const char *next)
{
  return is_network(path, strlen(path)) && is_property(next);
}

/* The network beside a property, compressed or not: a path to free. */
static char *network_beside(const char *property)
{
  assert(is_property(property));
  size_t length = strlen(property);
  if (ends_with(property, length, ".gz")) length -= strlen(".gz");
  length -= strlen(".vnnlib");
  static const char *const endings[] = {".onnx", ".onnx.gz"};
  StrBuf path;
  strbuf_init(&path, 0);
  char *found = NULL;
  for (size_t i = 0; i < 2 && !found; i++) {
    struct stat info;
    strbuf_clear(&path);
    strbuf_add(&path, property, length);
    strbuf_add_text(&path, endings[i]);
    if (stat(strbuf_text(&path), &info) == 0 || i == 1)
      found = mem_copy_string(path.bytes, path.length);
  }
  strbuf_deinit(&path);
  return found;
}

/* The padding that readers of texts want. */
static void take_text(StrBuf *from, FileText *text)
{
  *text = (FileText){mem_alloc_zero(from->length + FILE_PADDING, 1), from->length};
  if (from->length) memcpy(text->bytes, from->bytes, from->length);
}

static Status load_pair(const char *network, const char *property, FileText *text, Error *error)
{
  Bundle bundle;
  StrBuf lines, out;
  bundle_init(&bundle);
  strbuf_init(&lines, BYTES_MAX);
  strbuf_init(&out, 0);
  Status status = read_file(property, &lines, error);
  if (!status) status = read_file(network, &bundle.network, error);
  if (!status && lines.length && memchr(lines.bytes, 0, lines.length))
    status = error_set(error, STATUS_SYNTAX, "'%s' has a zero byte", property);
  for (size_t at = 0; at < lines.length && !status;) {
    const char *newline = memchr(lines.bytes + at, '\n', lines.length - at);
    size_t end = newline ? (size_t)(newline - lines.bytes) : lines.length;
    take_line(&bundle, lines.bytes + at, end - at);
    at = end + 1;
  }
  if (!status) {
    bundle_print(&bundle, &out);
    take_text(&out, text);
  }
  strbuf_deinit(&lines);
  strbuf_deinit(&out);
  bundle_deinit(&bundle);
  return status;
}

/* Where the path of the property begins in one of both; NULL: it is not of both. */
static const char *property_in(const char *path)
{
  for (const char *colon = strchr(path, ':'); colon; colon = strchr(colon + 1, ':')) {
    size_t length = (size_t)(colon - path);
    if (is_network(path, length)) return colon + 1;
  }
  return NULL;
}

Status bundle_load(const char *path, FileText *text, Error *error)
{
  const char *property = property_in(path);
  Status status;
  if (property) {
    char *network = mem_copy_string(path, (size_t)(property - path) - 1);
    status = load_pair(network, property, text, error);
    free(network);
  } else if (is_property(path)) {
    char *network = network_beside(path);
    status = load_pair(network, path, text, error);
    free(network);
  } else if (is_network(path, strlen(path))) {
    status = error_set(error, STATUS_USAGE,
                       "'%s' needs its property: NETWORK PROPERTY, one after the other", path);
  } else {
    status = file_read(path, BYTES_MAX, text, error);
  }
  return status;
}
