#include "run/solver/smoke.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SMOKE_WALL_NS UINT64_C(10000000000)
#define SMOKE_MEMORY  (UINT64_C(2) << 30)
#define SMOKE_OUTPUT  ((size_t)1 << 20)

const SmokeTest smoke_tests[] = {
    {"core", "QF_UF", "(declare-const p Bool)(declare-const q Bool)", "(and (or p q) (xor p q))",
     "(and (=> p q) p (not q))"},
    {"ints", "QF_LIA", "(declare-const x Int)", "(and (< 3 x) (< (+ x x) 9))",
     "(and (< 3 x) (< x 4))"},
    {"reals", "QF_LRA", "(declare-const x Real)", "(and (< 3.0 x) (< x 4.0))",
     "(and (< x 1.0) (< 1.0 x))"},
    {"reals_ints", "QF_LIRA", "(declare-const x Real)(declare-const i Int)",
     "(and (= x (to_real i)) (< 2.5 x) (< x 3.5))", "(and (= x (to_real i)) (< 2.5 x) (< x 2.75))"},
    {"bitvectors", "QF_BV", "(declare-fun x () (_ BitVec 8))", "(= (bvadd x #x01) #x00)",
     "(bvult x (bvand x #x0f))"},
    {"arrays", "QF_ABV",
     "(declare-fun a () (Array (_ BitVec 4) (_ BitVec 8)))(declare-fun i () (_ BitVec 4))",
     "(= (select (store a i #x03) #x4) #x05)", "(= (select (store a i #x03) i) #x04)"},
    {"floating_point", "QF_FP", "(declare-const x Float32)", "(not (fp.eq x x))",
     "(and (fp.lt x x) (not (fp.isNaN x)))"},
    {"strings", "QF_SLIA", "(declare-const s String)",
     "(and (= (str.len s) 2) (str.prefixof \"a\" s))",
     "(and (= (str.len s) 2) (str.contains s \"abc\"))"},
    {"datatypes", "QF_DT",
     "(declare-datatype List ((nil) (cons (head Bool) (tail List))))(declare-const l List)",
     "((_ is cons) l)", "(and ((_ is nil) l) (= l (cons true nil)))"},
    {"sequences", "QF_SLIA", "(declare-const s (Seq Int))", "(= s (seq.unit 3))",
     "(and (= s (seq.unit 3)) (= (seq.len s) 2))"},
    {"sets", "ALL", "(declare-const s (Set Int))", "(set.member 3 s)",
     "(and (set.member 3 s) (= s (set.singleton 4)))"},
    {"bags", "ALL", "(declare-const b (Bag Int))", "(= (bag.count 3 b) 2)",
     "(< (bag.count 3 b) 0)"},
    {"finite_fields", "ALL", "(declare-const x (_ FiniteField 5))",
     "(= (ff.mul x x) (as ff4 (_ FiniteField 5)))", "(= (ff.mul x x) (as ff3 (_ FiniteField 5)))"},
    {"transcendentals", "QF_NRAT", "(declare-const x Real)", "(and (= x 0.0) (= (sin x) 0.0))",
     "(> (sin x) 2.0)"},
    {"separation", "QF_ALL", "(declare-heap (Int Int))(declare-const x Int)(declare-const y Int)",
     "(pto x y)", "(sep (pto x y) (pto x y))"},
    {"higher_order", "HO_ALL", "(declare-const f (-> Int Int))(declare-const g (-> Int Int))",
     "(= f g)", "(and (= f g) (not (= (f 3) (g 3))))"},
};
const size_t smoke_test_count = sizeof smoke_tests / sizeof *smoke_tests;

const char *smoke_result_name(SmokeResult result)
{
#define SMOKE_NAME(code, name) [code] = name,
  static const char *const names[] = {SMOKE_LIST(SMOKE_NAME)};
#undef SMOKE_NAME
  assert(result < SMOKE_COUNT);
  return names[result];
}

void smoke_script(const SmokeTest *test, bool satisfiable, StrBuf *script)
{
  /* An (exit) at the end: boolector 1 remarks on its absence. */
  strbuf_printf(script, "(set-logic %s)\n%s\n(assert %s)\n(check-sat)\n(exit)\n", test->logic,
                test->declarations, satisfiable ? test->sat : test->unsat);
}

SmokeResult smoke_judge(const Outcome *outcome, bool satisfiable)
{
  OutcomeKind expected = satisfiable ? OUTCOME_SAT : OUTCOME_UNSAT;
  if (outcome->kind == expected) return SMOKE_WORKS;
  if (outcome_is_decided(outcome->kind)) return SMOKE_WRONG;
  if (outcome->kind == OUTCOME_UNSUPPORTED || outcome->unknown_name) return SMOKE_UNSUPPORTED;
  if (outcome->kind <= OUTCOME_MEMORY) return SMOKE_UNDECIDED;
  return SMOKE_ERROR;
}

bool smoke_run(Supervisor *sup, const Solver *solver, const SmokeTest *test, SmokeResult *result,
               char **message)
{
  *result = SMOKE_WORKS;
  *message = NULL;
  StrBuf script;
  strbuf_init(&script, 0);
  bool uninterrupted = true;
  for (int sat = 1; sat >= 0 && uninterrupted; sat--) {
    strbuf_clear(&script);
    smoke_script(test, sat, &script);
    SolveRequest request = {.solver = solver,
                            .bytes = script.bytes,
                            .length = script.length,
                            .traits = script_traits(script.bytes, script.length),
                            .limits = {.wall_ns = SMOKE_WALL_NS,
                                       .memory_bytes = SMOKE_MEMORY,
                                       .stdout_bytes = SMOKE_OUTPUT,
                                       .stderr_bytes = SMOKE_OUTPUT}};
    Outcome outcome;
    uninterrupted = outcome_solve(sup, &request, &outcome);
    SmokeResult found = smoke_judge(&outcome, sat);
    if (found > *result) {
      *result = found;
      free(*message);
      *message = outcome.message;
      outcome.message = NULL;
    }
    outcome_deinit(&outcome);
  }
  strbuf_deinit(&script);
  return uninterrupted;
}
