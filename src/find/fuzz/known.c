#include "find/fuzz/known.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "base/yaml_schema.h"
#include "find/oracle/finding.h"

/* More than any honest file has. */
enum { TEXT_MAX = 4000, CONSTRUCTS_MAX = 1000, ENTRIES_MAX = 100000, FILE_MAX = 16 << 20 };

static const cyaml_schema_value_t construct_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, TEXT_MAX)};

static const cyaml_schema_field_t entry_fields[] = {
    CYAML_FIELD_STRING_PTR("signature", CYAML_FLAG_POINTER, KnownEntry, signature, 1, TEXT_MAX),
    CYAML_FIELD_SEQUENCE("constructs", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, KnownEntry,
                         constructs, &construct_schema, 0, CONSTRUCTS_MAX),
    CYAML_FIELD_STRING_PTR("shape", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, KnownEntry, shape, 1,
                           TEXT_MAX),
    CYAML_FIELD_STRING_PTR("note", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, KnownEntry, note, 0,
                           TEXT_MAX),
    CYAML_FIELD_STRING_PTR("link", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, KnownEntry, link, 0,
                           TEXT_MAX),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t entry_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, KnownEntry, entry_fields)};
static const cyaml_schema_value_t list_schema = {
    CYAML_VALUE_SEQUENCE(CYAML_FLAG_POINTER, KnownEntry, &entry_schema, 0, ENTRIES_MAX)};

void registry_deinit(Known *known)
{
  for (size_t i = 0; i < known->lists.count; i++)
    yaml_schema_free(&list_schema, known->lists.items[i].items, known->lists.items[i].count);
  VEC_FREE(&known->lists);
}

/* --- reading --- */

Status registry_read(Known *known, const char *text, size_t length, Error *error)
{
  void *items;
  KnownList list;
  Status status = yaml_schema_read(text, length, &list_schema, "a list of known findings", &items,
                                   &list.count, error);
  list.items = items;
  if (status == STATUS_OK) VEC_PUSH(&known->lists, list);
  return status;
}

static Status read_file(Known *known, const char *path, Error *error)
{
  FileText text = {0};
  Status status = file_read(path, FILE_MAX, &text, error);
  if (status == STATUS_OK) {
    status = registry_read(known, text.bytes, text.length, error);
    if (status != STATUS_OK) yaml_schema_locate(path, error);
  }
  file_text_free(&text);
  return status;
}

static int is_yaml(const struct dirent *entry)
{
  size_t length = strlen(entry->d_name);
  return entry->d_name[0] != '.' && length > 5 && strcmp(entry->d_name + length - 5, ".yaml") == 0;
}

static Status read_folder(Known *known, const char *path, Error *error)
{
  struct dirent **entries;
  struct stat info;
  int count = scandir(path, &entries, is_yaml, alphasort);
  if (count < 0)
    return error_set(error, STATUS_IO, "cannot read the folder '%s': %s", path, strerror(errno));
  Status status = STATUS_OK;
  for (int i = 0; i < count; i++) {
    StrBuf file;
    strbuf_init(&file, 0);
    strbuf_printf(&file, "%s/%s", path, entries[i]->d_name);
    /* A pipe in the folder would wait for a writer. */
    if (status == STATUS_OK && (stat(strbuf_text(&file), &info) < 0 || !S_ISREG(info.st_mode)))
      status = error_set(error, STATUS_IO, "'%s' is not a regular file", strbuf_text(&file));
    if (status == STATUS_OK) status = read_file(known, strbuf_text(&file), error);
    strbuf_deinit(&file);
    free(entries[i]);
  }
  free(entries);
  return status;
}

Status registry_read_path(Known *known, const char *path, Error *error)
{
  struct stat info;
  bool folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
  return folder ? read_folder(known, path, error) : read_file(known, path, error);
}

/* --- finding --- */

/* A signature may well have brackets of its own. */
static bool fits_text(const KnownEntry *entry, const char *signature)
{
  return strcmp(entry->signature, signature) == 0 ||
         fnmatch(entry->signature, signature, FNM_NOESCAPE) == 0;
}

/* Lists of earlier versions have their names of kinds. */
static bool fits_signature(const KnownEntry *entry, const char *signature)
{
  if (fits_text(entry, signature)) return true;
  char *earlier = finding_earlier_signature(signature);
  bool fits = earlier && fits_text(entry, earlier);
  free(earlier);
  return fits;
}

static bool has(const char *const *names, size_t count, const char *name)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(names[i], name) == 0) return true;
  return false;
}

static bool fits_constructs(const KnownEntry *entry, const char *const *constructs, size_t count)
{
  for (uint32_t i = 0; i < entry->constructs_count; i++)
    if (!has(constructs, count, entry->constructs[i])) return false;
  return true;
}

void registry_shape(const char *shape, char digest[REGISTRY_SHAPE])
{
  snprintf(digest, REGISTRY_SHAPE, "%016llx",
           (unsigned long long)digest_bytes(0, shape, strlen(shape)));
}

static bool fits_shape(const KnownEntry *entry, const char *shape)
{
  char digest[REGISTRY_SHAPE] = "";
  if (shape) registry_shape(shape, digest);
  return !entry->shape || strcmp(entry->shape, digest) == 0;
}

const KnownEntry *registry_find(const Known *known, const char *signature,
                                const char *const *constructs, size_t count, const char *shape)
{
  for (size_t i = 0; i < known->lists.count; i++)
    for (unsigned j = 0; j < known->lists.items[i].count; j++) {
      const KnownEntry *entry = &known->lists.items[i].items[j];
      if (fits_signature(entry, signature) && fits_constructs(entry, constructs, count) &&
          fits_shape(entry, shape))
        return entry;
    }
  return NULL;
}

bool registry_has_signature(const Known *known, const char *signature)
{
  for (size_t i = 0; i < known->lists.count; i++)
    for (unsigned j = 0; j < known->lists.items[i].count; j++)
      if (fits_signature(&known->lists.items[i].items[j], signature)) return true;
  return false;
}
