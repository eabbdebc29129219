#include "run/solver/solve.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "run/process/trace.h"
#include "run/solver/command_line.h"
#include "run/solver/session_script.h"

Status solve_check(const SolveRequest *request, Error *error)
{
  const Profile *profile = request->solver->profile;
  const struct {
    bool wished;
    const ProfileWords *words;
    const char *what;
  } wishes[] = {
      {request->soft_ms != 0, command_line_time_words(profile), "a time limit of its own"},
      {request->solver_megabytes != 0, &profile->memory, "a memory limit of its own"},
      {request->has_seed, &profile->seed, "a seed"},
      {request->print_models, &profile->print_models,
       "printing models; the script can say (get-model)"},
      {request->counter, &profile->counter.words, "counting its work"},
  };
  for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
    if (wishes[i].wished && wishes[i].words->items_count == 0)
      return error_set(error, STATUS_USAGE, "no option of '%s' is known for %s", profile->name,
                       wishes[i].what);
  return STATUS_OK;
}

/* The file that the solver is told to write its result to, if its profile says so. */
static const char *results_of(const SolveRequest *request, const InputFiles *files)
{
  static const char placeholder[] = "{results}";
  const InputFile *file = input_files_find(files, placeholder, sizeof placeholder - 1);
  const ProfileWords *words = &request->solver->profile->file;
  for (uint32_t i = 0; i < words->items_count && file; i++)
    if (strstr(words->items[i], placeholder)) return file->path;
  return NULL;
}

/* Has the command run by our own program, which traces it. */
static void trace_command(CommandLine *line, RunRequest *run)
{
  static const char name[] = TRACE_NAME;
  char *program = solver_own_program();
  if (!program) return;
  run->program = arena_copy_string(&line->arena, program, strlen(program));
  VEC_PUSH(&line->words, NULL); // NOLINT(bugprone-sizeof-expression): pointers are meant
  memmove(line->words.items + 1, line->words.items,
          (line->words.count - 1) * sizeof *line->words.items);
  line->words.items[0] = name;
  run->argv = line->words.items;
  /* Following the stack is no work of the solver. */
  if (run->limits.wall_ns) run->limits.wall_ns += TRACE_MORE_NS;
  if (run->limits.cpu_ns) run->limits.cpu_ns += TRACE_MORE_NS;
  free(program);
}

static void add_script(const char *text, size_t length, InputFiles *files)
{
  input_files_add(files, ".smt2", mem_copy_string(text, length), length);
}

/* The input as one or several files, for the time of the run. */
static RunHandle start_with_files(Supervisor *sup, const SolveRequest *request, InputUnpack *unpack)
{
  InputFiles files = {0};
  Error error;
  CommandLine line;
  assert(request->bytes);
  unpack(request->bytes, request->length, &files);
  errno = 0;
  /* Isolated programs have another /dev/shm. */
  Status status = input_files_write(&files, !request->solver->isolate, &error);
  RunRequest run = {.failure = status == STATUS_OK ? 0
                               : errno             ? errno
                                                   : EIO,
                    .directory = request->solver->directory,
                    .isolate = request->solver->isolate,
                    .apart = request->apart,
                    .folder = status == STATUS_OK ? files.folder : NULL,
                    .limits = request->limits,
                    .count_instructions = request->count_instructions,
                    .user = request->user};
  if (status == STATUS_OK) {
    command_line_init(&line, request, CALL_FILE, NULL, &files, false);
    run.argv = line.words.items;
    run.environment = line.environment.items;
    run.results = results_of(request, &files);
    if (request->trace) trace_command(&line, &run);
  }
  RunHandle handle = supervisor_start(sup, &run);
  if (status == STATUS_OK) command_line_deinit(&line);
  input_files_deinit(&files);
  return handle;
}

static RunHandle start(Supervisor *sup, const SolveRequest *request)
{
  if (request->traits.unpack) return start_with_files(sup, request, request->traits.unpack);
  CommandLine line;
  CallForm form = command_line_form(request);
  if (!request->path && form == CALL_FILE && !request->solver->takes_descriptor)
    return start_with_files(sup, request, add_script);
  command_line_init(&line, request, form, request->path ? request->path : RUN_INPUT_PATH, NULL,
                    false);
  RunRequest run = {
      .argv = line.words.items,
      .environment = line.environment.items,
      .directory = request->solver->directory,
      .isolate = request->solver->isolate,
      .apart = request->apart,
      .input = request->path                 ? RUN_INPUT_NONE
               : form == CALL_STANDARD_INPUT ? RUN_INPUT_STDIN
                                             : RUN_INPUT_FILE,
      .bytes = request->bytes,
      .length = request->length,
      .limits = request->limits,
      .count_instructions = request->count_instructions,
      .user = request->user,
  };
  if (request->trace) trace_command(&line, &run);
  RunHandle handle = supervisor_start(sup, &run);
  command_line_deinit(&line);
  return handle;
}

/* A process that is asked the same several times, where no words of its profile say that. */
static RunHandle start_repeated(Supervisor *sup, const SolveRequest *request)
{
  SolveRequest repeated = *request;
  FileText file = {0};
  Error error;
  StrBuf text;
  strbuf_init(&text, 0);
  bool read = request->bytes || file_read(request->path, 0, &file, &error) == STATUS_OK;
  const char *bytes = request->bytes ? request->bytes : file.bytes;
  size_t length = request->bytes ? request->length : file.length;
  bool fit = read && !request->traits.unpack &&
             solver_session_repeat_script(bytes, length, request->solver->queries, &text);
  repeated.path = NULL;
  repeated.bytes = strbuf_text(&text);
  repeated.length = text.length;
  RunRequest failed = {.failure = read ? ENOTSUP : EIO, .user = request->user};
  RunHandle handle = fit ? start(sup, &repeated) : supervisor_start(sup, &failed);
  file_text_free(&file);
  strbuf_deinit(&text);
  return handle;
}

RunHandle solve_start(Supervisor *sup, const SolveRequest *request)
{
  const Solver *solver = request->solver;
  assert(solver && solver->profile && solver->queries >= 1);
  return solver->queries > 1 && solver->profile->queries.items_count == 0
             ? start_repeated(sup, request)
             : start(sup, request);
}
