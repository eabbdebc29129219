#include "smt/eval/check.h"

#include <assert.h>

#include "base/strbuf.h"
#include "smt/eval/assertions.h"
#include "smt/value/value_term.h"

void checks_deinit(Checks *checks)
{
  for (size_t i = 0; i < checks->count; i++) {
    VEC_FREE(&checks->items[i].claims);
    VEC_FREE(&checks->items[i].verdicts);
    VEC_FREE(&checks->items[i].values);
  }
  VEC_FREE(checks);
}

/* Which models there are, and what they answer */

static bool is_result(AnswerKind kind)
{
  return kind == ANSWER_SAT || kind == ANSWER_UNSAT || kind == ANSWER_UNKNOWN ||
         kind == ANSWER_TIMEOUT;
}

/* An empty list can be the model of a script without constants. */
static bool is_model(const CheckRequest *request, const Answers *answers, size_t i)
{
  AnswerKind kind = answers->items[i].kind;
  if (kind == ANSWER_VALUES) return request->values;
  if (kind != ANSWER_EMPTY) return kind == ANSWER_MODEL;
  return answers->count == 1 || (i > 0 && answers->items[i - 1].kind == ANSWER_SAT);
}

/* Finds the models of the output and the queries they belong to: 0 if there is no answer before. */
static void find_models(const CheckRequest *request, Checks *checks)
{
  Answers answers = {0};
  if (request->output)
    answers_split(request->output, request->output_length, &answers);
  else
    VEC_PUSH(checks, ((Check){0}));
  uint32_t queries = 0;
  bool error = false;
  for (size_t i = 0; i < answers.count; i++) {
    Answer answer = answers.items[i];
    if (is_result(answer.kind)) queries++;
    if (answer.kind == ANSWER_ERROR && answer.start >= request->sound) error = true;
    if (is_model(request, &answers, i))
      VEC_PUSH(checks, ((Check){.answer = answer, .after_error = error, .query = queries}));
  }
  VEC_FREE(&answers);
}

static uint32_t number_of_queries(const Script *script)
{
  Assertions assertions = {0};
  for (size_t i = 0; i < script->commands.count; i++)
    assertions_take(&assertions, script, &script->commands.items[i]);
  assertions_deinit(&assertions);
  return assertions.queries;
}

/* A model without an answer before it belongs to the last query. */
static Status find_last_query(const CheckRequest *request, Checks *checks, Error *error)
{
  bool needed = false;
  for (size_t i = 0; i < checks->count; i++) needed |= checks->items[i].query == 0;
  if (!needed) return STATUS_OK;
  Script script = {0};
  Status status = STATUS_OK;
  if (!request->read)
    status = script_read(request->bank, request->script, request->script_length, &script, error);
  uint32_t last = number_of_queries(request->read ? request->read : &script);
  for (size_t i = 0; i < checks->count; i++)
    if (checks->items[i].query == 0) checks->items[i].query = last;
  script_deinit(&script);
  return status;
}

/* One model */

static void evaluate_claims(const CheckRequest *request, const Model *model, Check *check)
{
  uint32_t count = (uint32_t)check->claims.count;
  Term *terms = mem_alloc(count, sizeof *terms);
  for (uint32_t i = 0; i < count; i++) terms[i] = check->claims.items[i].term;
  VEC_RESERVE(&check->verdicts, count);
  check->verdicts.count = count;
  checks_verdict_of_terms(request->bank, model, &request->limits, terms, count,
                          check->verdicts.items);
  free(terms);
}

static TermValue term_value(Bank *bank, Term term, Value value)
{
  assert(bank_has_term(bank, term));
  if (value_is_unknown(value))
    return (TermValue){.term = term, .reason = (Reason)value.tag, .blame = (Term)value.word};
  return (TermValue){.term = term, .value = value_to_term(bank, bank_sort(bank, term), value)};
}

static void evaluate_terms(const CheckRequest *request, const Model *model, const U32Vec *terms,
                           Check *check)
{
  Machine *machine = machine_create(request->bank, model, &request->limits, false);
  Program *program = program_create(machine, terms->items, (uint32_t)terms->count);
  program_run(program);
  for (uint32_t i = 0; i < terms->count; i++) {
    Value value = program_value(program, i);
    VEC_PUSH(&check->values, term_value(request->bank, terms->items[i], value));
  }
  program_destroy(program);
  machine_destroy(machine);
}

/* The text is read as the one term of a list, which leaves the parser where it is in the script. */
static Status read_term(Parser *parser, const char *text, U32Vec *terms, Error *error)
{
  StrBuf list;
  Error wrong;
  size_t before = terms->count;
  strbuf_init(&list, 0);
  strbuf_printf(&list, "(%s)", text);
  Status status = answer_read_terms(parser, strbuf_text(&list), list.length, terms, &wrong);
  strbuf_deinit(&list);
  if (status != STATUS_OK)
    return error_set(error, status, "in the term '%s': %s", text, wrong.message);
  if (terms->count != before + 1)
    return error_set(error, STATUS_SYNTAX, "'%s' is not one term", text);
  return STATUS_OK;
}

static Status read_terms(const CheckRequest *request, Parser *parser, U32Vec *terms, Error *error)
{
  Status status = STATUS_OK;
  for (uint32_t i = 0; i < request->term_count && status == STATUS_OK; i++)
    status = read_term(parser, request->terms[i], terms, error);
  return status;
}

static void read_model(const CheckRequest *request, Parser *parser, Model *model, Check *check)
{
  const char *text = request->output + check->answer.start;
  uint64_t length = check->answer.end - check->answer.start;
  check->status = check->answer.kind == ANSWER_VALUES
                      ? model_read_values(parser, text, length, model, &check->error)
                      : model_read(parser, text, length, model, &check->error);
  if (check->status == STATUS_OK || check->error.line == 0) return;
  check->error.offset += check->answer.start;
  error_locate(&check->error, request->output, request->output_length);
}

/* Fails if one of the terms is wrong. */
static Status check_model(const CheckRequest *request, Parser *parser, const Assertions *assertions,
                          Check *check, Error *error)
{
  VEC_APPEND(&check->claims, assertions->claims.items, assertions->claims.count);
  U32Vec terms = {0};
  Model model = {0};
  Status status = read_terms(request, parser, &terms, error);
  if (status == STATUS_OK && request->output) read_model(request, parser, &model, check);
  if (status == STATUS_OK && check->status == STATUS_OK) {
    const Model *given = request->output ? &model : NULL;
    if (given) evaluate_claims(request, given, check);
    if (terms.count > 0) evaluate_terms(request, given, &terms, check);
  }
  model_deinit(&model);
  VEC_FREE(&terms);
  return status;
}

/* The script */

/* Is all that was declared before a query still known at the end, and nothing else? */
static bool keeps_scope(const Script *script)
{
  bool asked = false;
  for (size_t i = 0; i < script->commands.count; i++) {
    CommandKind kind = script->commands.items[i].kind;
    if (kind == CMD_POP || kind == CMD_RESET || kind == CMD_RESET_ASSERTIONS) return false;
    if (asked && (kind <= CMD_DECLARE_CODATATYPES || kind == CMD_EXTENSION)) return false;
    asked |= kind == CMD_CHECK_SAT || kind == CMD_CHECK_SAT_ASSUMING;
  }
  return true;
}

/* The models for the query that was just gone through, or for the end of a script without one. */
static Status check_at_query(const CheckRequest *request, Parser *parser,
                             const Assertions *assertions, Checks *checks, size_t *next,
                             Error *error)
{
  Status status = STATUS_OK;
  while (status == STATUS_OK && *next < checks->count &&
         checks->items[*next].query == assertions->queries)
    status = check_model(request, parser, assertions, &checks->items[(*next)++], error);
  return status;
}

/* Goes through the commands and stops at the queries that have models. If they were not read before (`known`),
 * they are read one by one. */
static Status check_models(const CheckRequest *request, Parser *parser, const Script *known,
                           Checks *checks, Error *error)
{
  Script script = {0};
  const Script *commands = known ? known : &script;
  Assertions assertions = {0};
  Status status = STATUS_OK;
  size_t next = 0;
  bool more = true;
  for (size_t i = 0; more && status == STATUS_OK; i++) {
    if (known)
      more = i < known->commands.count;
    else
      status = parser_read_command(parser, &script, &more);
    if (status != STATUS_OK) break;
    bool asked =
        more && assertions_take(&assertions, commands,
                                &commands->commands.items[known ? i : script.commands.count - 1]);
    bool at_end = !more && assertions.queries == 0;
    if (asked || at_end)
      status = check_at_query(request, parser, &assertions, checks, &next, error);
  }
  if (status == STATUS_OK && next < checks->count)
    status = error_set(error, STATUS_USAGE,
                       "the model answers check-sat number %u, and the script has only %u",
                       checks->items[next].query, assertions.queries);
  assertions_deinit(&assertions);
  script_deinit(&script);
  return status;
}

Status check_output(const CheckRequest *request, Checks *checks, Error *error)
{
  find_models(request, checks);
  Status status = find_last_query(request, checks, error);
  if (status != STATUS_OK) return status;
  if (request->read && keeps_scope(request->read))
    return check_models(request, request->parser, request->read, checks, error);
  ParserOptions options = {0};
  Parser *parser =
      parser_create(request->bank, &options, request->script, request->script_length, error);
  status = check_models(request, parser, NULL, checks, error);
  parser_destroy(parser);
  return status;
}
