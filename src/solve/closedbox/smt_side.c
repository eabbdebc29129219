#include "solve/closedbox/smt_side.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/process/session.h"
#include "run/solver/command_line.h"
#include "smt/text/print.h"

struct SmtSide {
  bool plain;
  const BoxProblem *problem;
  Printer *printer;
  SolveRequest solve;
  CommandLine line;
  RunRequest request;
  Session *session;
  StrBuf history; /* all that holds for ever: what a new process has to be told */
  size_t told;    /* so much of it the present process has got */
  StrBuf text;    /* the present query */
  uint64_t markers;
  char constraint_name[32], value_name[32]; /* with a number each is an assumption */
};

/* --- names --- */

static bool is_taken(const SymbolTable *symbols, const char *start)
{
  size_t length = strlen(start);
  for (Symbol i = 1; i + 1 < symbols->starts.count; i++)
    if (symbols_length(symbols, i) >= length &&
        memcmp(symbols_text(symbols, i), start, length) == 0)
      return true;
  return false;
}

/* An assumption with the name of something in the script would be a constraint that nobody wrote. */
static void choose_names(SmtSide *side)
{
  char start[24] = SMT_SIDE_PREFIX;
  for (uint32_t i = 1; is_taken(&side->problem->bank->symbols, start); i++)
    snprintf(start, sizeof start, SMT_SIDE_PREFIX "%u!", i);
  snprintf(side->constraint_name, sizeof side->constraint_name, "%sc", start);
  snprintf(side->value_name, sizeof side->value_name, "%sv", start);
}

/* --- what the solver knows --- */

/* Boxes are functions like others to the solver. */
static void add_declaration(SmtSide *side, const Command *command)
{
  Command copy = *command;
  switch (command->kind) {
  case CMD_DECLARE_CB:
  case CMD_DECLARE_ORACLE_FUN:
    copy.kind = CMD_DECLARE_FUN;
    copy.b = copy.count = 0;
    break;
  case CMD_DECLARE_SORT:
  case CMD_DEFINE_SORT:
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN:
  case CMD_DEFINE_FUN_REC:
  case CMD_DEFINE_FUNS_REC:
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES: break;
  default: return;
  }
  printer_command(side->printer, &side->history, side->problem->script, &copy);
}

static void add_guarded(SmtSide *side, StrBuf *out, const char *name, uint32_t number, Term term)
{
  strbuf_printf(out, "(declare-fun %s%u () Bool)\n(assert (=> %s%u ", name, number, name, number);
  printer_term(side->printer, out, term);
  strbuf_add_text(out, "))\n");
}

static void add_settings(SmtSide *side)
{
  bool z3 = strcmp(side->solve.solver->profile->name, "z3") == 0;
  strbuf_add_text(&side->history, "(set-option :produce-models true)\n");
  if (!side->plain)
    strbuf_add_text(&side->history, "(set-option :produce-unsat-assumptions true)\n");
  if (!z3) strbuf_add_text(&side->history, "(set-logic ALL)\n");
  if (z3 && !side->plain) strbuf_add_text(&side->history, "(set-option :smt.core.minimize true)\n");
}

static void add_script(SmtSide *side)
{
  const BoxProblem *problem = side->problem;
  add_settings(side);
  for (size_t i = 0; i < problem->script->commands.count; i++)
    add_declaration(side, &problem->script->commands.items[i]);
  for (uint32_t i = 0; i < problem->constraints.count; i++)
    if (side->plain)
      smt_side_add_fact(side, problem->constraints.items[i]);
    else
      add_guarded(side, &side->history, side->constraint_name, i, problem->constraints.items[i]);
}

static SmtSide *create(Supervisor *sup, const Solver *solver, const BoxProblem *problem, bool plain)
{
  SmtSide *side = mem_alloc_zero(1, sizeof *side);
  side->plain = plain;
  PrintOptions options = {.share = SHARE_LET};
  side->problem = problem;
  choose_names(side);
  side->printer = printer_create(problem->bank, &options);
  side->solve = (SolveRequest){.solver = solver, .bytes = "", .quiet = true};
  command_line_init(&side->line, &side->solve, CALL_SESSION, "", NULL, false);
  side->request = (RunRequest){.argv = side->line.words.items,
                               .environment = side->line.environment.items,
                               .isolate = solver->isolate,
                               .limits = {.memory_bytes = UINT64_C(4) << 30},
                               .no_peak = true};
  side->session = session_create(sup, &side->request);
  strbuf_init(&side->history, 0);
  strbuf_init(&side->text, 0);
  add_script(side);
  return side;
}

SmtSide *smt_side_create(Supervisor *sup, const Solver *solver, const BoxProblem *problem)
{
  return create(sup, solver, problem, false);
}

SmtSide *smt_side_create_plain(Supervisor *sup, const Solver *solver, const BoxProblem *problem)
{
  return create(sup, solver, problem, true);
}

void smt_side_destroy(SmtSide *side)
{
  if (!side) return;
  session_destroy(side->session);
  command_line_deinit(&side->line);
  printer_destroy(side->printer);
  strbuf_deinit(&side->history);
  strbuf_deinit(&side->text);
  free(side);
}

void smt_side_add_fact(SmtSide *side, Term fact)
{
  strbuf_add_text(&side->history, "(assert ");
  printer_term(side->printer, &side->history, fact);
  strbuf_add_text(&side->history, ")\n");
}

/* --- asking --- */

static SessionAnswer ask(SmtSide *side, uint64_t wall_ns)
{
  char marker[32];
  snprintf(marker, sizeof marker, "assay-%llu", (unsigned long long)side->markers++);
  strbuf_printf(&side->text, "(echo \"%s\")\n", marker);
  SessionQuery query = {.bytes = side->text.bytes,
                        .length = side->text.length,
                        .until = UNTIL_MARKER,
                        .marker = marker,
                        .wall_ns = wall_ns};
  SessionAnswer answer = {.outcome = SESSION_ENDED};
  if (session_is_alive(side->session)) answer = session_query(side->session, &query);
  strbuf_clear(&side->text);
  return answer;
}

static AnswerKind first_result(const SessionAnswer *answer)
{
  Answers answers = {0};
  AnswerKind kind = ANSWER_UNKNOWN;
  if (answer->outcome == SESSION_ANSWERED) answers_split(answer->out, answer->out_length, &answers);
  for (size_t i = 0; i < answers.count; i++)
    if (answers.items[i].kind == ANSWER_ERROR) {
      kind = ANSWER_UNKNOWN;
      break;
    } else if (answers.items[i].kind == ANSWER_SAT || answers.items[i].kind == ANSWER_UNSAT) {
      kind = answers.items[i].kind;
    }
  VEC_FREE(&answers);
  return kind;
}

static bool read_model(SmtSide *side, uint64_t wall_ns, Model *model)
{
  strbuf_add_text(&side->text, "(get-model)\n");
  SessionAnswer answer = ask(side, wall_ns);
  if (answer.outcome != SESSION_ANSWERED) return false;
  Error error;
  char *text = mem_copy_string(answer.out, answer.out_length + 0);
  bool fine =
      model_read(side->problem->parser, text, answer.out_length, model, &error) == STATUS_OK;
  free(text);
  return fine;
}

/* Appends the numbers after each occurrence of the name; false if one is too large. */
static bool read_numbers(const char *text, size_t length, const char *name, uint32_t below,
                         U32Vec *numbers)
{
  size_t size = strlen(name);
  for (size_t i = 0; i + size < length; i++) {
    if (memcmp(text + i, name, size) != 0) continue;
    uint64_t number = 0;
    for (i += size; i < length && isdigit((unsigned char)text[i]) && number < below; i++)
      number = number * 10 + (uint64_t)(text[i] - '0');
    if (number >= below) return false;
    VEC_PUSH(numbers, (uint32_t)number);
  }
  return true;
}

/* A list, and not an error. */
static bool is_list(const char *text, size_t length)
{
  static const char error[] = "(error";
  size_t at = 0;
  while (at < length && isspace((unsigned char)text[at])) at++;
  return at < length && text[at] == '(' && !memmem(text, length, error, sizeof error - 1);
}

static bool read_core(SmtSide *side, uint32_t values, uint64_t wall_ns, SmtAnswer *answer)
{
  strbuf_add_text(&side->text, "(get-unsat-assumptions)\n");
  SessionAnswer core = ask(side, wall_ns);
  if (core.outcome != SESSION_ANSWERED) return false;
  return is_list(core.out, core.out_length) &&
         read_numbers(core.out, core.out_length, side->constraint_name,
                      (uint32_t)side->problem->constraints.count, &answer->constraints) &&
         read_numbers(core.out, core.out_length, side->value_name, values, &answer->values);
}

/* A process that ended, or that we ended because it took too long, is replaced. */
static void tell_history(SmtSide *side)
{
  if (!session_is_alive(side->session)) {
    session_restart(side->session);
    strbuf_clear(&side->text);
    side->told = 0;
  }
  strbuf_add(&side->text, side->history.bytes + side->told, side->history.length - side->told);
  side->told = side->history.length;
}

static void add_query(SmtSide *side, const Term *values, uint32_t count)
{
  strbuf_add_text(&side->text, "(push 1)\n");
  for (uint32_t i = 0; i < count; i++)
    add_guarded(side, &side->text, side->value_name, i, values[i]);
  strbuf_add_text(&side->text, "(check-sat-assuming (");
  for (size_t i = 0; i < side->problem->constraints.count; i++)
    strbuf_printf(&side->text, " %s%zu", side->constraint_name, i);
  for (uint32_t i = 0; i < count; i++) strbuf_printf(&side->text, " %s%u", side->value_name, i);
  strbuf_add_text(&side->text, "))\n");
}

void smt_side_check(SmtSide *side, const Term *values, uint32_t count, uint64_t wall_ns,
                    SmtAnswer *answer)
{
  assert(wall_ns > 0);
  assert(count == 0 || values);
  *answer = (SmtAnswer){.answer = ANSWER_UNKNOWN};
  tell_history(side);
  if (side->plain)
    strbuf_add_text(&side->text, "(check-sat)\n");
  else
    add_query(side, values, count);
  SessionAnswer result = ask(side, wall_ns);
  AnswerKind kind = first_result(&result);
  bool fine = kind == ANSWER_SAT                  ? read_model(side, wall_ns, &answer->model)
              : kind == ANSWER_UNSAT && count > 0 ? read_core(side, count, wall_ns, answer)
                                                  : true;
  if (fine) answer->answer = kind;
  if (!side->plain) strbuf_add_text(&side->text, "(pop 1)\n");
}

void smt_answer_deinit(SmtAnswer *answer)
{
  model_deinit(&answer->model);
  VEC_FREE(&answer->constraints);
  VEC_FREE(&answer->values);
}
