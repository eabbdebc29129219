#include "find/reduce/checker_command.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "find/reduce/limits.h"
#include "find/reduce/output_pattern.h"

typedef struct {
  Checker check;
  CommandBehaviour wanted;
  OutputPattern out_pattern, err_pattern;
  char *folder;
  uint32_t files; /* that were made in it: 0.smt2 ..., with the extension of the language */
  RunLimits limits;
  int rank; /* of the worst run of the original so far, see Rank */
  RunEnd end;
  int exit_code, signal;
  uint64_t wall_ns;
  StrBuf out, err; /* of the original, with {} for the name of the file */
} CommandCheck;

/* --- files --- */

static void file_name(const CommandCheck *self, uint32_t slot, StrBuf *name)
{
  assert(self->folder && slot < CHECKER_SLOTS);
  strbuf_printf(name, "%s/%u%s", self->folder, slot, self->wanted.language->extension);
}

/* The file is not emptied first: some file systems take that for a new version of something precious, and write it to
 * the disk at once. */
static bool write_file(CommandCheck *self, const char *name, const char *text, size_t length)
{
  int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  bool written = fd >= 0 && descriptor_write(fd, text, length) && ftruncate(fd, (off_t)length) == 0;
  int code = written ? 0 : errno;
  if (fd >= 0 && close(fd) < 0 && !code) code = errno;
  if (!code) return true;
  error_set(&self->check.error, STATUS_IO, "cannot write '%s': %s", name, strerror(code));
  return false;
}

/* --- running --- */

/* The word with the name for each {}; NULL: there is none. To be freed. */
static char *place_name(const char *word, const StrBuf *name)
{
  if (!strstr(word, "{}")) return NULL;
  StrBuf text;
  strbuf_init(&text, 0);
  for (const char *hit; (hit = strstr(word, "{}")); word = hit + 2) {
    strbuf_add(&text, word, (size_t)(hit - word));
    strbuf_add(&text, name->bytes, name->length);
  }
  strbuf_add_text(&text, word);
  char *copy = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return copy;
}

static RunHandle start(Checker *check, Supervisor *sup, CheckedText *probe, void *user)
{
  CommandCheck *self = (CommandCheck *)check;
  StrBuf name;
  strbuf_init(&name, 0);
  file_name(self, probe->slot, &name);
  if (probe->slot >= self->files) self->files = probe->slot + 1;
  VEC(const char *) words = {0};
  VEC(char *) placed = {0};
  for (size_t i = 0; self->wanted.words[i]; i++) {
    char *word = place_name(self->wanted.words[i], &name);
    if (word) VEC_PUSH(&placed, word);
    VEC_PUSH(&words, word ? word : self->wanted.words[i]);
  }
  if (!placed.count) VEC_PUSH(&words, strbuf_text(&name));
  VEC_PUSH(&words, NULL);
  RunRequest request = {
      .argv = words.items, .limits = self->limits, .isolate = self->wanted.isolate, .user = user};
  RunHandle handle = 0;
  if (write_file(self, strbuf_text(&name), probe->text, probe->length))
    handle = supervisor_start(sup, &request);
  for (size_t i = 0; i < placed.count; i++) free(placed.items[i]);
  VEC_FREE(&placed);
  VEC_FREE(&words);
  strbuf_deinit(&name);
  return handle;
}

/* Output with {} for the name of the file, which differs from run to run. */
static void normalise(const CommandCheck *self, const CheckedText *probe, const RunOutput *output,
                      StrBuf *text)
{
  StrBuf name;
  strbuf_init(&name, 0);
  file_name(self, probe->slot, &name);
  const char *at = output->bytes, *end = at + output->length;
  for (const char *hit; at < end; at = hit + name.length) {
    hit = memmem(at, (size_t)(end - at), strbuf_text(&name), name.length);
    strbuf_add(text, at, (size_t)((hit ? hit : end) - at));
    if (!hit) break;
    strbuf_add_text(text, "{}");
  }
  strbuf_deinit(&name);
}

static bool prints_same(const CommandCheck *self, const CheckedText *probe, const RunOutput *output,
                        const StrBuf *wanted)
{
  StrBuf text;
  strbuf_init(&text, 0);
  normalise(self, probe, output, &text);
  bool same = text.length == wanted->length &&
              (text.length == 0 || memcmp(text.bytes, wanted->bytes, text.length) == 0);
  strbuf_deinit(&text);
  return same;
}

static bool fits(const OutputPattern *pattern, const RunOutput *output)
{
  return output_pattern_fits(pattern, output->bytes ? output->bytes : "", output->length);
}

static bool is_limit(RunEnd end)
{
  return end == RUN_WALL_LIMIT || end == RUN_CPU_LIMIT;
}

/* Whichever limit of time it was. */
static bool ends_same(const CommandCheck *self, const RunResult *result)
{
  if (is_limit(self->end)) return is_limit(result->end);
  return result->end == self->end && result->exit_code == self->exit_code &&
         result->signal == self->signal;
}

static CheckVerdict refuse(CommandCheck *self, const char *why)
{
  error_set(&self->check.error, STATUS_USAGE, "%s", why);
  return CHECK_NO;
}

/* What a run of the original is worth: the largest is kept. */
typedef enum { RANK_NONE, RANK_ANSWER, RANK_LIMIT, RANK_EXIT, RANK_SIGNAL, RANK_NAMED } Rank;

static Rank rank_of(const CommandCheck *self, const RunResult *result)
{
  const CommandBehaviour *wanted = &self->wanted;
  if (!fits(&self->out_pattern, &result->out) || !fits(&self->err_pattern, &result->err))
    return RANK_NONE;
  bool named = wanted->exit_code >= 0 || wanted->signal;
  if (named) {
    bool exits = result->end == RUN_EXITED && result->exit_code == wanted->exit_code;
    bool dies = result->end == RUN_SIGNALLED && wanted->signal && result->signal == wanted->signal;
    return exits || dies ? RANK_NAMED : RANK_NONE;
  }
  if (wanted->any_end) return RANK_NAMED;
  if (is_limit(result->end)) return wanted->timeout_ns ? RANK_LIMIT : RANK_NONE;
  if (result->end == RUN_SIGNALLED) return RANK_SIGNAL;
  if (result->end != RUN_EXITED) return RANK_NONE;
  return result->exit_code ? RANK_EXIT : RANK_ANSWER;
}

/* Why a run shows nothing to keep. */
static CheckVerdict explain(CommandCheck *self, const RunResult *result)
{
  if (result->end == RUN_NOT_STARTED) {
    error_set(&self->check.error, STATUS_IO, "cannot run '%s': %s", self->wanted.words[0],
              strerror(result->error_number));
    return CHECK_NO;
  }
  if (result->end == RUN_MEMORY_LIMIT || result->end == RUN_OUTPUT_LIMIT)
    return refuse(self, "the command goes over its limit of memory or output");
  if (is_limit(result->end) && !self->wanted.timeout_ns)
    return refuse(self, "the command does not end within a minute; to keep that, or to wait "
                        "longer, give a --timeout");
  if (!fits(&self->out_pattern, &result->out))
    return refuse(self, "the original does not print what --match-out asks for on standard output");
  if (!fits(&self->err_pattern, &result->err))
    return refuse(self, "the original does not print what --match-err asks for on standard error");
  return refuse(self, self->check.rounds > 1
                          ? "no run of the original ends as --exit or --signal asks for"
                          : "the original does not end as --exit or --signal asks for; if it does "
                            "so now and then, give --runs");
}

static void remember(CommandCheck *self, const CheckedText *probe, const RunResult *result)
{
  self->end = result->end;
  self->exit_code = result->exit_code;
  self->signal = result->signal;
  self->wall_ns = result->wall_ns;
  strbuf_clear(&self->out);
  strbuf_clear(&self->err);
  normalise(self, probe, &result->out, &self->out);
  normalise(self, probe, &result->err, &self->err);
}

static CheckVerdict learn(CommandCheck *self, const CheckedText *probe, const RunResult *result)
{
  assert(!self->check.learnt && probe->step < self->check.rounds);
  int rank = (int)rank_of(self, result);
  if (rank > self->rank) remember(self, probe, result);
  if (rank > self->rank) self->rank = rank;
  bool last = probe->step + 1 >= self->check.rounds || result->end == RUN_NOT_STARTED;
  if (self->rank < RANK_SIGNAL && !last) return CHECK_OPEN;
  if (!self->rank) return explain(self, result);
  if (!self->wanted.timeout_ns) {
    self->limits.cpu_ns = 0;
    limits_learn(&self->limits, probe->cpu_ns);
    if (self->limits.wall_ns < 4 * self->wall_ns) self->limits.wall_ns = 4 * self->wall_ns;
  }
  return CHECK_YES;
}

static CheckVerdict take(Checker *check, CheckedText *probe, RunResult *result)
{
  CommandCheck *self = (CommandCheck *)check;
  if (!check->learnt) return learn(self, probe, result);
  bool same = (self->wanted.any_end || ends_same(self, result)) &&
              fits(&self->out_pattern, &result->out) && fits(&self->err_pattern, &result->err);
  if (same && self->wanted.same_out) same = prints_same(self, probe, &result->out, &self->out);
  if (same && self->wanted.same_err) same = prints_same(self, probe, &result->err, &self->err);
  return same ? CHECK_YES : CHECK_NO;
}

static void adapt(Checker *check, const CheckedText *probe)
{
  CommandCheck *self = (CommandCheck *)check;
  if (!self->wanted.timeout_ns) limits_learn(&self->limits, probe->cpu_ns);
}

static void describe(const Checker *check, StrBuf *out)
{
  const CommandCheck *self = (const CommandCheck *)check;
  if (self->wanted.any_end)
    strbuf_add_text(out, "its output");
  else if (self->end == RUN_EXITED)
    strbuf_printf(out, "exit code %d", self->exit_code);
  else if (self->end == RUN_SIGNALLED)
    strbuf_printf(out, "ended by signal %d", self->signal);
  else
    strbuf_printf(out, "%s", run_end_text(self->end));
  if (self->wanted.same_out) strbuf_add_text(out, ", the same output");
  if (self->wanted.same_err) strbuf_add_text(out, ", the same errors");
  if (self->wanted.out_pattern) strbuf_printf(out, ", '%s' printed", self->wanted.out_pattern);
  if (self->wanted.err_pattern)
    strbuf_printf(out, ", '%s' on standard error", self->wanted.err_pattern);
}

/* --- life --- */

static void destroy(Checker *check)
{
  CommandCheck *self = (CommandCheck *)check;
  StrBuf name;
  strbuf_init(&name, 0);
  for (uint32_t slot = 0; self->folder && slot < self->files; slot++) {
    strbuf_clear(&name);
    file_name(self, slot, &name);
    unlink(strbuf_text(&name));
  }
  strbuf_deinit(&name);
  if (self->folder) rmdir(self->folder);
  free(self->folder);
  output_pattern_deinit(&self->out_pattern);
  output_pattern_deinit(&self->err_pattern);
  strbuf_deinit(&self->out);
  strbuf_deinit(&self->err);
  free(self);
}

static const CheckerKind command_kind = {
    .start = start, .take = take, .adapt = adapt, .describe = describe, .destroy = destroy};

static Status make_folder(CommandCheck *self, Error *error)
{
  const char *parent = getenv("TMPDIR");
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_printf(&name, "%s/assay-reduce-XXXXXX", parent && *parent ? parent : "/tmp");
  strbuf_text(&name); /* ends with a zero byte from here on */
  Status status = STATUS_OK;
  if (mkdtemp(name.bytes))
    self->folder = mem_copy_string(name.bytes, name.length);
  else
    status =
        error_set(error, STATUS_IO, "cannot make the folder '%s': %s", name.bytes, strerror(errno));
  strbuf_deinit(&name);
  return status;
}

Status checker_command_create(const CommandBehaviour *behaviour, Checker **check, Error *error)
{
  assert(behaviour->language && behaviour->words && behaviour->words[0]);
  CommandCheck *self = mem_alloc_zero(1, sizeof *self);
  self->check = (Checker){.kind = &command_kind, .rounds = 1, .needed = 1};
  self->wanted = *behaviour;
  self->limits.memory_bytes = behaviour->memory_bytes;
  self->limits.wall_ns = behaviour->timeout_ns ? behaviour->timeout_ns : LIMITS_FIRST_NS;
  strbuf_init(&self->out, 0);
  strbuf_init(&self->err, 0);
  Status status = output_pattern_init(&self->out_pattern, behaviour->out_pattern, error);
  if (status == STATUS_OK)
    status = output_pattern_init(&self->err_pattern, behaviour->err_pattern, error);
  if (status == STATUS_OK) status = make_folder(self, error);
  if (status != STATUS_OK) {
    destroy(&self->check);
    return status;
  }
  *check = &self->check;
  return STATUS_OK;
}
