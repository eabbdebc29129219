/* Models of the solvers that are installed: each declared function gets a definition of its sort. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "smt/text/answer.h"
#include "smt/text/model.h"
#include "smt/text/theory.h"
#include "support/run_command.h"

typedef enum { Z3 = 1, CVC5 = 2, CVC4 = 4, BOOLECTOR = 8 } Solver;

typedef struct {
  int solvers; /* that answer sat and print a model */
  const char *script;
} Sample;

/* Each is followed by (check-sat) and, except for boolector, (get-model). */
static const Sample samples[] = {
    {Z3 | CVC5 | CVC4 | BOOLECTOR, "(set-logic QF_BV)(declare-fun x () (_ BitVec 8))(declare-fun p "
                                   "() Bool)(declare-fun |a b| () (_ BitVec 3))"
                                   "(assert (bvugt x #x0f))(assert p)(assert (= |a b| #b101))"},
    {Z3 | CVC5 | CVC4 | BOOLECTOR, "(set-logic QF_BV)(declare-fun x () (_ BitVec 4))(declare-fun y "
                                   "() (_ BitVec 4))(assert (= (bvudiv x y) #xf))"},
    {Z3 | CVC5 | CVC4 | BOOLECTOR,
     "(set-logic QF_ABV)(declare-fun a () (Array (_ BitVec 4) (_ BitVec 8)))(declare-fun i () (_ "
     "BitVec 4))"
     "(assert (= (select a i) #xff))(assert (= (select a #x3) #x01))"},
    {Z3 | CVC5 | CVC4 | BOOLECTOR,
     "(set-logic QF_ABV)(declare-fun a () (Array (_ BitVec 2) (_ BitVec 3)))"
     "(declare-fun b () (Array (_ BitVec 2) (_ BitVec 3)))(declare-fun i () (_ BitVec 2))"
     "(assert (= b (store a i #b101)))(assert (distinct (select a #b00) (select b #b00)))"},
    {Z3 | CVC5 | CVC4, "(set-logic QF_UFBV)(declare-fun f ((_ BitVec 4) (_ BitVec 8)) (_ BitVec "
                       "8))(declare-const i (_ BitVec 4))"
                       "(assert (= (f i #x00) #xff))(assert (= (f #x3 #x00) #x01))"},
    {Z3 | CVC5 | CVC4,
     "(set-logic QF_UFLIA)(declare-fun f (Int Int) Int)(declare-const x Int)(declare-const y Int)"
     "(assert (< x (- 3)))(assert (= (f x y) 2))(assert (= (f y x) (- 7)))"},
    {Z3 | CVC5 | CVC4,
     "(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)(declare-const z Real)"
     "(assert (= (* 3 x) 1))(assert (= (* 3 y) (- 1)))(assert (= z (- 2.0)))"},
    {Z3 | CVC4,
     "(set-logic QF_NRA)(declare-const x Real)(assert (= (* x x) 2.0))(assert (> x 0.0))"},
    {Z3, "(set-logic QF_NRA)(declare-const x Real)(declare-const y Real)(assert (= (* x x x) (+ x "
         "3.0)))"
         "(assert (= (* y y) x))"},
    {Z3 | CVC5 | CVC4,
     "(set-logic QF_NRA)(declare-const x Real)(declare-const y Real)(assert (= (/ x y) 3.0))"
     "(assert (= y 0.0))"},
    {Z3 | CVC5 | CVC4,
     "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(assert (= (div x 0) 5))"
     "(assert (= (mod y 0) 3))(assert (= (+ x y) 10))"},
    {Z3 | CVC5,
     "(set-logic QF_FP)(declare-const x Float32)(declare-const y Float32)(declare-const n Float32)"
     "(declare-const z Float32)(declare-const r RoundingMode)(assert (fp.lt x y))(assert (fp.isNaN "
     "n))"
     "(assert (fp.isZero z))(assert (fp.isNegative z))(assert (= r RTZ))"},
    {Z3 | CVC5, "(set-logic QF_BVFP)(declare-const x Float32)(declare-const u (_ BitVec 8))(assert "
                "(fp.isNaN x))"
                "(assert (= u ((_ fp.to_ubv 8) RNE x)))"},
    {Z3 | CVC5 | CVC4,
     "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)(declare-const n Int)"
     "(assert (= (str.len s) 3))(assert (= t (str.++ s \"a\\u{e4}\\u{2fff}b\"\"q\")))(assert (= n "
     "(str.to_int s)))"},
    {Z3 | CVC5 | CVC4, "(set-logic QF_S)(declare-const x String)"
                       "(assert (str.in_re x (re.+ (re.range \"\\u{1}\" \"\\u{8}\"))))"},
    {Z3 | CVC5 | CVC4, "(set-logic ALL)(declare-datatypes ((Lst 1) (Color 0)) ((par (T) ((nil) "
                       "(cons (head T) (tail (Lst T)))))"
                       " ((red) (green))))(declare-const l (Lst Int))(declare-const e (Lst "
                       "Int))(declare-const c Color)"
                       "(assert (not (= l (as nil (Lst Int)))))(assert (= e (as nil (Lst "
                       "Int))))(assert (= c green))"},
    {CVC5 | CVC4,
     "(set-logic ALL)(declare-codatatypes ((S 0)) (((sc (hd Int) (tl S)))))(declare-const s S)"
     "(assert (= s (sc 3 s)))"},
    {Z3 | CVC5 | CVC4,
     "(set-logic QF_ALIA)(declare-const a (Array Int (Array Int Int)))(declare-const b (Array Int "
     "Int))"
     "(declare-const i Int)(assert (= (select (select a 1) 2) 3))(assert (= (select a 5) b))"
     "(assert (= (select b i) (- 4)))"},
    {Z3 | CVC5 | CVC4,
     "(set-logic QF_UF)(declare-sort U 0)(declare-sort V 0)(declare-const a U)(declare-const b U)"
     "(declare-fun f (U) U)(declare-fun p (U V) Bool)(declare-const v V)(assert (distinct a b))"
     "(assert (= (f a) b))(assert (= (f b) a))(assert (p a v))"},
    {CVC5 | CVC4,
     "(set-logic QF_UF)(declare-sort |V w| 0)(declare-const a |V w|)(declare-const b |V w|)"
     "(assert (distinct a b))"},
    {Z3 | CVC5 | CVC4,
     "(set-logic ALL)(declare-sort U 1)(declare-const x (U Int))(declare-const y (U Int))"
     "(assert (distinct x y))"},
    {Z3 | CVC5 | CVC4,
     "(set-logic QF_AX)(declare-sort Index 0)(declare-sort Element 0)(declare-const a (Array Index "
     "Element))"
     "(declare-const i Index)(declare-const j Index)(assert (distinct (select a i) (select a j)))"},
    {Z3, "(set-logic UFLIA)(declare-fun f (Int) Int)(declare-const a Int)(assert (forall ((x Int)) "
         "(> (f x) a)))"},
    {Z3, "(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
         "(assert (forall ((i Int)) (=> (> i 10) (= (f i) (g (+ i 1))))))(assert (= (f 11) "
         "4))(assert (< (f 3) 0))"},
    {Z3,
     "(set-logic UF)(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(declare-const b U)"
     "(assert (forall ((x U)) (or (= x a) (= x b))))(assert (distinct a b))(assert (= (f a) b))"},
    {Z3 | CVC5, "(set-logic ALL)(declare-const s (Seq Int))(declare-const t (Seq "
                "Int))(declare-const e (Seq Int))"
                "(assert (= (seq.len s) 3))(assert (= t (seq.unit 5)))(assert (= (seq.len e) 0))"},
    {CVC5, "(set-logic ALL)(declare-const s (Set Int))(declare-const t (Set Int))(assert "
           "(set.member 3 s))"
           "(assert (set.member 4 s))(assert (not (set.member 3 t)))"},
    {CVC4,
     "(set-logic ALL)(declare-const s (Set Int))(declare-const t (Set Int))(assert (member 3 s))"
     "(assert (member 4 s))(assert (not (member 3 t)))"},
    {CVC5,
     "(set-logic HO_ALL)(declare-fun f (Int) Int)(declare-const g (-> Int Int))(assert (= (f 1) 2))"
     "(assert (= (g 3) 2))"},
};

static CommandResult run_solver(Solver solver, const char *text)
{
  const char *const commands[][8] = {
      [Z3] = {"z3", "-in", "-T:20"},
      [CVC5] = {"cvc5", "--lang=smt2", "--produce-models", "--strings-exp", "--incremental", "-q"},
      [CVC4] = {"cvc4", "--lang=smt2", "--produce-models", "--strings-exp", "--incremental", "-q"},
      [BOOLECTOR] = {"boolector", "--smt2", "-m"}};
  CommandSettings settings = {.input = text, .input_length = strlen(text), .timeout_ms = 30000};
  return run_command_with(commands[solver], settings);
}

static void expect_definition(const Bank *bank, const Model *model, Fun fun, const char *output)
{
  const FunInfo *info = funs_info(&bank->funs, fun);
  const Definition *definition = model_find(model, fun);
  if (!definition)
    fail_msg("no definition of %.*s in:\n%s", (int)symbols_length(&bank->symbols, info->name),
             symbols_text(&bank->symbols, info->name), output);
  Sort sort = bank_sort(bank, definition->definition);
  assert_int_equal(definition->kind, DEFINITION_DECLARED);
  assert_int_equal(bank_open(bank, definition->definition), 0);
  if (info->arity == 0) {
    assert_int_equal(sort, funs_result(&bank->funs, fun));
    return;
  }
  assert_int_equal(bank_node(bank, definition->definition)->op, OP_LAMBDA);
  assert_int_equal(sorts_node(&bank->sorts, sort)->arg_count, info->arity + 1);
  for (uint32_t i = 0; i <= info->arity; i++)
    assert_int_equal(sorts_arg(&bank->sorts, sort, i), funs_rank(&bank->funs, fun)[i]);
}

static void check_model(Bank *bank, Parser *parser, const Script *script, const char *output,
                        size_t length)
{
  Answers answers = {0};
  Model model = {0};
  Error error;
  answers_split(output, length, &answers);
  size_t last = answers.count - 1;
  if (answers.count < 2 || answers.items[last - 1].kind != ANSWER_SAT ||
      answers.items[last].kind != ANSWER_MODEL)
    fail_msg("no model in:\n%s", output);
  const Answer *answer = &answers.items[last];
  if (model_read(parser, output + answer->start, answer->end - answer->start, &model, &error))
    fail_msg("%u:%u: %s in:\n%s", error.line, error.column, error.message, output);
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind == CMD_DECLARE_FUN || command->kind == CMD_DECLARE_CONST)
      expect_definition(bank, &model, command->a, output);
  }
  model_deinit(&model);
  VEC_FREE(&answers);
}

static void check_sample(Solver solver, const char *text)
{
  StrBuf full;
  strbuf_init(&full, 0);
  strbuf_printf(&full, "%s(check-sat)%s(exit)\n", text, solver == BOOLECTOR ? "" : "(get-model)");
  CommandResult result = run_solver(solver, strbuf_text(&full));
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error;
  Parser *parser = parser_create(bank, NULL, full.bytes, full.length, &error);
  if (parser_read_script(parser, &script)) fail_msg("%s in: %s", error.message, text);
  check_model(bank, parser, &script, result.out, result.out_length);
  parser_destroy(parser);
  script_deinit(&script);
  bank_destroy(bank);
  command_result_free(&result);
  strbuf_deinit(&full);
}

static bool installed(Solver solver)
{
  CommandResult result = run_solver(solver, "(exit)\n");
  bool found = result.exit_code != 127;
  command_result_free(&result);
  return found;
}

static void check_solver(Solver solver)
{
  if (!installed(solver)) skip();
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    if (samples[i].solvers & (int)solver) check_sample(solver, samples[i].script);
}

static void test_z3(void **state)
{
  (void)state;
  check_solver(Z3);
}

static void test_cvc5(void **state)
{
  (void)state;
  check_solver(CVC5);
}

static void test_cvc4(void **state)
{
  (void)state;
  check_solver(CVC4);
}

static void test_boolector(void **state)
{
  (void)state;
  check_solver(BOOLECTOR);
}

/* --- several answers to one script, read while the script is --- */

static const char several[] =
    "(set-option :produce-unsat-cores true)(set-logic QF_UFLIA)(declare-sort U 0)(declare-const x "
    "Int)"
    "(declare-const u U)(assert (! (> x 2) :named big))(check-sat)(get-model)(push "
    "1)(declare-const y Int)"
    "(assert (= y (+ x 1)))(check-sat)(get-model)(get-value (x y (+ x y) u))(pop "
    "1)(check-sat)(get-model)"
    "(assert (! (< x 0) :named |is small|))(check-sat)(get-unsat-core)(exit)\n";

/* The number of definitions, values or names in the response to a command. */
static size_t read_response(Bank *bank, Parser *parser, CommandKind kind, const char *text,
                            uint64_t length)
{
  Error error;
  Model model = {0};
  U32Vec items = {0};
  Status status = STATUS_OK;
  if (kind == CMD_GET_MODEL) status = model_read(parser, text, length, &model, &error);
  if (kind == CMD_GET_VALUE) status = answer_read_values(parser, text, length, &items, &error);
  if (kind == CMD_GET_UNSAT_CORE) status = answer_read_names(bank, text, length, &items, &error);
  if (status) fail_msg("%u:%u: %s", error.line, error.column, error.message);
  size_t count = model.definitions.count + items.count;
  if (kind == CMD_GET_MODEL) /* z3 also defines the names of assertions */
    for (size_t i = 0; i < model.definitions.count; i++)
      count -= model.definitions.items[i].kind != DEFINITION_DECLARED;
  model_deinit(&model);
  VEC_FREE(&items);
  return count;
}

static void check_several(Solver solver)
{
  if (!installed(solver)) return;
  static const AnswerKind expected[] = {ANSWER_SAT,   ANSWER_MODEL,  ANSWER_SAT,
                                        ANSWER_MODEL, ANSWER_VALUES, ANSWER_SAT,
                                        ANSWER_MODEL, ANSWER_UNSAT,  ANSWER_NAMES};
  static const size_t sizes[] = {0, 2, 0, 3, 8, 0, 2, 0, 2};
  CommandResult result = run_solver(solver, several);
  Answers answers = {0};
  answers_split(result.out, result.out_length, &answers);
  if (answers.count != sizeof expected / sizeof *expected) fail_msg("unexpected:\n%s", result.out);
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error;
  Parser *parser = parser_create(bank, NULL, several, strlen(several), &error);
  size_t next = 0;
  for (bool more = true; more;) {
    if (parser_read_command(parser, &script, &more)) fail_msg("%s", error.message);
    CommandKind kind = script.commands.items[script.commands.count - 1].kind;
    bool answered = kind == CMD_CHECK_SAT || kind == CMD_GET_MODEL || kind == CMD_GET_VALUE ||
                    kind == CMD_GET_UNSAT_CORE;
    if (!more || !answered) continue;
    const Answer *answer = &answers.items[next];
    assert_int_equal(answer->kind, expected[next]);
    size_t size =
        read_response(bank, parser, kind, result.out + answer->start, answer->end - answer->start);
    assert_int_equal(size, sizes[next++]);
  }
  assert_int_equal(next, answers.count);
  parser_destroy(parser);
  script_deinit(&script);
  bank_destroy(bank);
  VEC_FREE(&answers);
  command_result_free(&result);
}

static void test_several_answers(void **state)
{
  (void)state;
  check_several(Z3);
  check_several(CVC5);
  check_several(CVC4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_z3),
      cmocka_unit_test(test_cvc5),
      cmocka_unit_test(test_cvc4),
      cmocka_unit_test(test_boolector),
      cmocka_unit_test(test_several_answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
