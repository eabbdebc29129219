#include "run/solver/outcome.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "run/process/trace.h"
#include "run/solver/outcome_frames.h"
#include "run/solver/outcome_signs.h"
#include "run/solver/session_script.h"

enum { MESSAGE_MAX = 400, CRASH_LINES = 4 };

const char *outcome_name(OutcomeKind kind)
{
#define OUTCOME_NAME(code, name) [code] = name,
  static const char *const names[] = {OUTCOME_LIST(OUTCOME_NAME)};
#undef OUTCOME_NAME
  assert(kind < OUTCOME_COUNT);
  return names[kind];
}

bool outcome_is_decided(OutcomeKind kind)
{
  return kind == OUTCOME_SAT || kind == OUTCOME_UNSAT;
}

bool outcome_is_failure(OutcomeKind kind)
{
  return kind == OUTCOME_CRASH || kind == OUTCOME_FLOOD;
}

/* --- answers --- */

static const ResponseReader *reader_of(const SolveRequest *request)
{
  const ResponseReader *reader = response_reader_find(request->solver->profile->answers);
  assert(reader); /* profiles were checked when they were read */
  return reader;
}

/* A last line without its end may be a part of another word, unless the program ended by itself. */
static bool is_cut(const Outcome *outcome, const Response *response)
{
  return !outcome->run.out.complete && outcome->run.end != RUN_EXITED &&
         response->end == outcome->run.out.length;
}

static void collect_answers(Outcome *outcome, const Signs *signs)
{
  outcome->sound = signs->first_void < outcome->responses.count
                       ? outcome->responses.items[signs->first_void].start
                       : outcome->run.out.length;
  for (size_t i = 0; i < outcome->responses.count; i++) {
    const Response *response = &outcome->responses.items[i];
    if (response->kind != RESPONSE_ANSWER || is_cut(outcome, response)) continue;
    OutcomeAnswer answer = {response->answer, i >= signs->first_void, (uint32_t)i};
    VEC_PUSH(&outcome->answers, answer);
  }
}

static void void_all(Outcome *outcome)
{
  for (size_t i = 0; i < outcome->answers.count; i++) outcome->answers.items[i].is_void = true;
}

/* --- how it ended --- */

/* The signal that ended it; a wrapper's exit code says it in its own way. */
static int fatal_signal(const RunResult *run)
{
  if (run->signal) return run->signal;
  int number = run->exit_code - 128;
  bool fatal = number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGBUS ||
               number == SIGFPE || number == SIGSEGV;
  return run->end == RUN_EXITED && fatal ? number : 0;
}

/* No program sends these to itself by mistake. */
static bool is_from_outside(int number)
{
  return number == SIGKILL || number == SIGTERM || number == SIGINT || number == SIGHUP ||
         number == SIGQUIT || number == SIGPIPE;
}

/* Some programs abort to say that they lack something. A fault is never that, and neither is a remark in a comment,
 * such as z3's that it does not know the logic. */
static bool is_refusal(const Sign *sign, int number)
{
  return sign->text && !sign_is_remark(sign) && (number == 0 || number == SIGABRT);
}

static OutcomeKind explain_crash(const SolveRequest *request, const Signs *signs, int number)
{
  const RunLimits *limits = &request->limits;
  bool limited = limits->memory_bytes || limits->address_space_bytes || request->solver_megabytes;
  if (signs->first[MEANS_TIMEOUT].text || number == SIGXCPU) return OUTCOME_TIMEOUT;
  if (signs->first[MEANS_MEMORY].text && (limited || !number)) return OUTCOME_MEMORY;
  if (is_refusal(&signs->first[MEANS_UNSUPPORTED], number)) return OUTCOME_UNSUPPORTED;
  /* Programs that do not check what malloc returns fault when there is no room for more. */
  if (limits->address_space_bytes && number && !signs->first[MEANS_CRASH].text)
    return OUTCOME_MEMORY;
  return OUTCOME_CRASH;
}

static OutcomeKind exit_kind(const SolveRequest *request, const RunResult *run)
{
  const Profile *profile = request->solver->profile;
  for (uint32_t i = 0; i < profile->exits_count; i++) {
    if (profile->exits[i].code != run->exit_code) continue;
    switch (profile->exits[i].means) {
    case MEANS_TIMEOUT: return OUTCOME_TIMEOUT;
    case MEANS_MEMORY: return OUTCOME_MEMORY;
    case MEANS_UNSUPPORTED: return OUTCOME_UNSUPPORTED;
    case MEANS_ERROR: return OUTCOME_ERROR;
    default: return OUTCOME_NO_ANSWER;
    }
  }
  return OUTCOME_NO_ANSWER;
}

static OutcomeKind answered(const Outcome *outcome)
{
  switch (outcome->answers.items[outcome->answers.count - 1].kind) {
  case SAYS_SAT: return OUTCOME_SAT;
  case SAYS_UNSAT: return OUTCOME_UNSAT;
  case SAYS_TIMEOUT: return OUTCOME_TIMEOUT;
  default: return OUTCOME_UNKNOWN;
  }
}

/* The program ended by itself and without a crash. */
static OutcomeKind decide_by_output(const SolveRequest *request, Outcome *outcome,
                                    const Signs *signs)
{
  if (signs->first[MEANS_TIMEOUT].text) return OUTCOME_TIMEOUT;
  if (signs->first[MEANS_MEMORY].text) return OUTCOME_MEMORY;
  if (signs->error.text) {
    outcome->unknown_name = signs->error_means == MEANS_UNKNOWN_NAME;
    return signs->error_means == MEANS_UNSUPPORTED ? OUTCOME_UNSUPPORTED : OUTCOME_ERROR;
  }
  if (signs->first_void != UINT64_MAX) return OUTCOME_UNSUPPORTED;
  if (outcome->answers.count > request->traits.queries) {
    void_all(outcome); /* one of them is an echo, or something worse */
    return OUTCOME_NO_ANSWER;
  }
  if (outcome->answers.count) return answered(outcome);
  if (signs->first[MEANS_UNSUPPORTED].text || signs->has_unsupported) return OUTCOME_UNSUPPORTED;
  return exit_kind(request, &outcome->run);
}

static OutcomeKind decide(const SolveRequest *request, Outcome *outcome, const Signs *signs)
{
  const RunResult *run = &outcome->run;
  bool crash_seen = signs->first[MEANS_CRASH].text != NULL;
  switch (run->end) {
  case RUN_NOT_STARTED: return OUTCOME_NOT_STARTED;
  case RUN_CANCELLED: return OUTCOME_KILLED;
  case RUN_ESCAPED: void_all(outcome); return OUTCOME_ESCAPED;
  case RUN_OUTPUT_LIMIT: return OUTCOME_FLOOD;
  case RUN_MEMORY_LIMIT: return OUTCOME_MEMORY;
  case RUN_WALL_LIMIT:
  case RUN_CPU_LIMIT: return crash_seen ? explain_crash(request, signs, 0) : OUTCOME_TIMEOUT;
  default: break;
  }
  int number = fatal_signal(run);
  if (is_from_outside(number)) return OUTCOME_KILLED;
  if (number || crash_seen) return explain_crash(request, signs, number);
  return decide_by_output(request, outcome, signs);
}

/* --- messages --- */

/* Up to `lines` lines from the sign on, joined. */
static void add_lines(const Sign *sign, unsigned lines, StrBuf *message)
{
  uint64_t end = lines > 1 ? sign->length : sign->end;
  for (uint64_t at = sign->start; at < end && lines && message->length < MESSAGE_MAX; at++) {
    char c = sign->text[at];
    bool line_end = c == '\n';
    if (line_end) lines--;
    if (line_end || c == '\r' || c == '\t') c = ' ';
    bool again = c == ' ' && (!message->length || message->bytes[message->length - 1] == ' ');
    if (!again) strbuf_add_char(message, c);
  }
}

/* The first line of an error response that says something. */
static void add_error(const ResponseReader *reader, const Sign *sign, StrBuf *message)
{
  StrBuf text;
  strbuf_init(&text, 0);
  reader->message(sign->text + sign->start, sign->end - sign->start, &text);
  const char *start = strbuf_text(&text);
  start += strspn(start, " \t\r\n");
  size_t length = strcspn(start, "\r\n");
  strbuf_add(message, start, length < MESSAGE_MAX ? length : MESSAGE_MAX);
  strbuf_deinit(&text);
}

/* A fault says nothing of its reason: errors of commands before it are another matter. */
static bool is_fault(int number)
{
  return number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
}

static const Sign *message_sign(OutcomeKind kind, const Signs *signs)
{
  switch (kind) {
  case OUTCOME_CRASH: return &signs->first[MEANS_CRASH];
  case OUTCOME_MEMORY: return &signs->first[MEANS_MEMORY];
  case OUTCOME_UNSUPPORTED: return &signs->first[MEANS_UNSUPPORTED];
  default: return &signs->error;
  }
}

static void add_message(const SolveRequest *request, const Outcome *outcome, const Signs *signs,
                        StrBuf *message)
{
  const Sign *sign = message_sign(outcome->kind, signs);
  if (!sign->text) sign = &signs->error;
  const RunResult *run = &outcome->run;
  int number = fatal_signal(run);
  if (outcome->kind == OUTCOME_NOT_STARTED)
    strbuf_add_text(message, strerror(run->error_number));
  else if (outcome->kind == OUTCOME_ESCAPED)
    strbuf_add_text(message, run_end_text(run->end));
  else if (outcome->kind == OUTCOME_CRASH && sign == &signs->first[MEANS_CRASH])
    add_lines(sign, CRASH_LINES, message);
  else if (sign->text && !(outcome->kind == OUTCOME_CRASH && is_fault(number)))
    add_error(reader_of(request), sign, message);
  else if (outcome->kind == OUTCOME_CRASH && number)
    strbuf_printf(message, "%s", strsignal(number));
  else if (outcome->answers.count > request->traits.queries)
    strbuf_printf(message, "%zu answers to %llu check-sat", outcome->answers.count,
                  (unsigned long long)request->traits.queries);
  else if (outcome->kind == OUTCOME_NO_ANSWER && request->traits.queries == 0)
    strbuf_add_text(message, "the script has no check-sat");
  else if (outcome->kind == OUTCOME_NO_ANSWER && outcome->responses.count)
    add_lines(&(Sign){run->out.bytes, outcome->responses.items[0].start,
                      outcome->responses.items[0].end, run->out.length},
              1, message);
  while (message->length && message->bytes[message->length - 1] == ' ') message->length--;
}

/* The first line of a crash and the functions in which it happened say more about its cause than what
 * stands in between. */
static bool add_stack_group(const Outcome *outcome, const Sign *sign, StrBuf *group)
{
  if (outcome->kind != OUTCOME_CRASH || !sign->text) return false;
  StrBuf frames, line;
  strbuf_init(&frames, 0);
  strbuf_init(&line, 0);
  bool found = frames_add(sign->text + sign->start, (size_t)(sign->length - sign->start), &frames);
  if (found) {
    add_lines(sign, 1, &line);
    outcome_normalise(strbuf_text(&line), line.length, group);
    strbuf_printf(group, " in %s", strbuf_text(&frames));
  }
  strbuf_deinit(&line);
  strbuf_deinit(&frames);
  return found;
}

/* What a tracer has seen: functions, or their places in a program without symbols. */
static void add_traced(const Outcome *outcome, const char *stack, StrBuf *group)
{
  StrBuf frames;
  strbuf_init(&frames, 0);
  if (outcome->kind == OUTCOME_CRASH && stack && frames_add(stack, strlen(stack), &frames))
    strbuf_printf(group, OUTCOME_STACK "%s]", strbuf_text(&frames));
  strbuf_deinit(&frames);
}

/* "theory_engine.cpp:545", "File: fpa2bv_converter.cpp Line: 118", a failed assertion: not so "Segmentation fault". */
static bool names_place(const char *message)
{
  static const char *const signs[] = {".cpp",   ".cc:", ".c:",    ".h:",       ".hpp",      ".rs:",
                                      ".java:", ".ml",  "Line: ", "Assertion", "assertion", NULL};
  for (size_t i = 0; signs[i]; i++)
    if (strstr(message, signs[i])) return true;
  return false;
}

static bool has_message(OutcomeKind kind)
{
  return kind >= OUTCOME_MEMORY && kind != OUTCOME_KILLED && kind != OUTCOME_FLOOD;
}

static void set_message(const SolveRequest *request, Outcome *outcome, const Signs *signs,
                        const char *stack)
{
  if (!has_message(outcome->kind)) return;
  StrBuf message, group;
  strbuf_init(&message, 0);
  strbuf_init(&group, 0);
  add_message(request, outcome, signs, &message);
  if (message.length) {
    outcome->located = add_stack_group(outcome, &signs->first[MEANS_CRASH], &group);
    if (!outcome->located) {
      outcome_normalise(message.bytes, message.length, &group);
      outcome->located = names_place(strbuf_text(&message));
      if (!outcome->located) add_traced(outcome, stack, &group);
    }
    outcome->message = mem_copy_string(message.bytes, message.length);
    outcome->group = mem_copy_string(strbuf_text(&group), group.length);
  }
  strbuf_deinit(&message);
  strbuf_deinit(&group);
}

/* --- the solver's counter --- */

static bool find_counter(const RunOutput *output, const char *after, uint64_t *value)
{
  bool found = false;
  size_t wanted = strlen(after);
  for (size_t at = 0; output->length - at >= wanted && wanted;) {
    const char *hit = memmem(output->bytes + at, output->length - at, after, wanted);
    if (!hit) break;
    at = (size_t)(hit - output->bytes) + wanted;
    char *end, *start = output->bytes + at;
    while (*start == ' ' || *start == '\t') start++;
    if (*start < '0' || *start > '9') continue;
    *value = strtoull(start, &end, 10);
    found = true;
  }
  return found;
}

/* Takes what the tracer has added off; NULL: nothing. */
static const char *cut_stack(RunOutput *err)
{
  static const char mark[] = TRACE_MARK;
  size_t size = sizeof mark - 1;
  if (!err->bytes || err->length < size) return NULL;
  for (size_t at = err->length - size + 1; at-- > 0;)
    if (memcmp(err->bytes + at, mark, size) == 0) {
      err->bytes[at] = '\0';
      err->length = at;
      return err->bytes + at + size;
    }
  return NULL;
}

/* The last mark of a repetition in what ends at `end`: where its line begins, and where the next one does. False: there is none. */
static bool find_mark(const RunOutput *out, size_t end, size_t *begin, size_t *next)
{
  static const char mark[] = REPEATED_MARK;
  size_t size = sizeof mark - 1, at = end < size ? 0 : end - size + 1;
  while (at > 0 && memcmp(out->bytes + at - 1, mark, size) != 0) at--;
  if (at == 0) return false;
  const char *line = memchr(out->bytes + at, '\n', end - at);
  *next = line ? (size_t)(line - out->bytes) + 1 : end;
  for (*begin = at - 1; *begin > 0 && out->bytes[*begin - 1] != '\n';) --*begin;
  return true;
}

/* Of a process that was asked the same several times, what it said the last time. */
static void keep_last(RunOutput *out)
{
  size_t mark, next, start = 0, end = out->length;
  if (find_mark(out, end, &mark, &next) && next == end) end = mark; /* the last one is complete */
  if (find_mark(out, end, &mark, &next)) start = next;
  memmove(out->bytes, out->bytes + start, end - start);
  out->length = end - start;
  out->bytes[out->length] = '\0';
}

void outcome_read(const SolveRequest *request, RunResult *run, Outcome *outcome)
{
  assert(request->solver && request->solver->profile);
  *outcome = (Outcome){.run = *run};
  *run = (RunResult){.exit_code = -1};
  RunResult *result = &outcome->run;
  Signs signs;
  const char *stack = request->trace ? cut_stack(&result->err) : NULL;
  const Solver *solver = request->solver;
  if (solver->queries > 1 && !solver->profile->queries.items_count && result->out.bytes)
    keep_last(&result->out);
  if (result->out.bytes)
    reader_of(request)->split(result->out.bytes, result->out.length, &outcome->responses);
  signs_find(request->solver, result, &outcome->responses, request->traits.foreign, &signs);
  collect_answers(outcome, &signs);
  outcome->kind = decide(request, outcome, &signs);
  set_message(request, outcome, &signs, stack);
  const char *after = request->solver->profile->counter.after;
  if (request->counter && after && result->out.bytes)
    outcome->has_counter = find_counter(&result->out, after, &outcome->counter) ||
                           find_counter(&result->err, after, &outcome->counter);
}

void outcome_deinit(Outcome *outcome)
{
  VEC_FREE(&outcome->answers);
  VEC_FREE(&outcome->responses);
  free(outcome->message);
  free(outcome->group);
  run_result_deinit(&outcome->run);
  *outcome = (Outcome){0};
}

bool outcome_solve(Supervisor *sup, const SolveRequest *request, Outcome *outcome)
{
  RunHandle handle = solve_start(sup, request);
  bool uninterrupted = true;
  for (;;) {
    RunEvent event;
    RunEventKind kind = supervisor_wait(sup, SUPERVISOR_FOREVER, &event);
    if (kind == RUN_EVENT_FINISHED) {
      outcome_read(request, &event.result, outcome);
      return uninterrupted;
    }
    if (kind != RUN_EVENT_WOKEN) continue;
    uninterrupted = false;
    supervisor_cancel(sup, handle);
  }
}
