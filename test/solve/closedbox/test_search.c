/* Searches over compiled constraints, without boxes: what is found is a solution, and sweeps miss nothing. */
#include "testing.h"

#include "smt/text/theory.h"
#include "solve/closedbox/eliminate.h"
#include "solve/closedbox/engine.h"
#include "solve/closedbox/fuzz.h"
#include "support/scripts.h"

typedef struct {
  Bank *bank;
  Boxes boxes;
  BoxProblem problem;
  ClosedboxMemory memory;
  ClosedboxSettings settings;
  ClosedboxResult result;
  Engine engine;
} Query;

static void open_query(Query *query, const char *text)
{
  *query = (Query){.bank = theory_create_bank()};
  Script script = read_script(query->bank, text);
  query->problem = (BoxProblem){.bank = query->bank, .boxes = &query->boxes};
  for (size_t i = 0; i < script.commands.count; i++)
    if (script.commands.items[i].kind == CMD_ASSERT) {
      VEC_PUSH(&query->problem.constraints, script.commands.items[i].a);
      VEC_PUSH(&query->problem.assertions, script.commands.items[i].a);
    }
  script_deinit(&script);
  closedbox_memory_init(&query->memory);
  strbuf_init(&query->result.reason, 0);
  query->settings = (ClosedboxSettings){.deadline_ns = clock_monotonic_ns() + UINT64_C(60000000000),
                                        .limits = {.call_ns = 1000000000},
                                        .seed = 1,
                                        .memory = &query->memory};
  query->engine =
      (Engine){.settings = &query->settings, .problem = &query->problem, .result = &query->result};
}

static void close_query(Query *query)
{
  closedbox_memory_deinit(&query->memory);
  closedbox_result_deinit(&query->result);
  VEC_FREE(&query->problem.constraints);
  VEC_FREE(&query->problem.assertions);
  bank_destroy(query->bank);
}

static SearchEnd search(const char *text, uint64_t sweep_limit)
{
  Query query;
  Fuzz fuzz;
  Model model = {0};
  WorkerRoom room;
  open_query(&query, text);
  fuzz_init(&fuzz, &query.engine, NULL);
  if (!fuzz.complete) fail_msg("not runnable: %s", text);
  fuzz_set_search(&fuzz, UINT64_C(5000000000), sweep_limit, 1);
  WorkerSettings settings = fuzz_worker_settings(&fuzz);
  assert_true(box_worker_room_init(&room, FUZZ_ROOM_BYTES));
  WorkerEnd worker = box_worker_run(&room, &settings, fuzz_job, &fuzz);
  assert_int_equal(worker, WORKER_DONE);
  SearchEnd end = fuzz_read(&fuzz, worker, &room, &model);
  uint32_t learnt;
  if (end == SEARCH_FOUND && !closedbox_try_model(&query.engine, &model, &learnt))
    fail_msg("no solution is found for %s", text);
  model_deinit(&model);
  box_worker_room_deinit(&room);
  fuzz_deinit(&fuzz);
  close_query(&query);
  return end;
}

#define BITS(name, width) "(declare-const " name " (_ BitVec " width "))"

static void test_guided(void **state)
{
  (void)state;
  static const char *const texts[] = {
      BITS("x", "32") "(assert (= (bvmul x x) #x00000051))",
      BITS("x", "16") BITS(
          "y", "16") "(assert (= (bvmul x y) #x1f41))(assert (bvult #x0001 x))(assert (bvult x y))",
      "(declare-const x Int)(declare-const y Int)(assert (= (+ (* x x) (* y y)) 25))(assert (< x "
      "y))",
      "(declare-const x Float64)(assert (fp.gt (fp.mul RNE x x) ((_ to_fp 11 53) RNE 2.0)))"
      "(assert (fp.lt (fp.mul RTZ x x) ((_ to_fp 11 53) RNE 2.0001)))",
      "(declare-const s String)(assert (= (str.len s) 4))(assert (str.prefixof \"ab\" s))",
      "(declare-const a (Array (_ BitVec 3) (_ BitVec 8)))(assert (= (select a #b001) #x07))"
      "(assert (= (bvadd (select a #b001) (select a #b111)) #x21))",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (search(texts[i], 0) != SEARCH_FOUND) fail_msg("nothing is found: %s", texts[i]);
}

/* Equations that are linear over the bits; no distance leads to them. */
static void test_linear(void **state)
{
  (void)state;
  static const char shift[] =
      BITS("x", "64") "(assert (let ((a (bvxor x (bvshl x #x000000000000000d))))"
                      " (let ((b (bvxor a (bvlshr a #x0000000000000007))))"
                      " (= (bvxor b (bvshl b #x0000000000000011)) #x0123456789abcdef))))";
  assert_int_equal(search(shift, 0), SEARCH_FOUND);
  static const char wide[] =
      BITS("x", "96") "(assert (= (bvxor x ((_ rotate_left 5) x) ((_ rotate_left 41) x))"
                      " #x112233445566778899aabbcc))";
  assert_int_equal(search(wide, 0), SEARCH_FOUND);
}

/* What only a sweep can decide, at the ends of ranges of all orders. */
static void test_sweep(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    SearchEnd end;
  } cases[] = {
      {BITS("x", "16") "(assert (= (bvurem (bvmul x x) #x0007) #x0003))", SEARCH_FOUND},
      {BITS("x", "16") "(assert (= (bvand (bvmul x x) #x0003) #x0002))", SEARCH_EMPTY},
      {"(declare-const x Int)(assert (<= 1 x 1000))(assert (= (mod (* x x) 8) 5))", SEARCH_EMPTY},
      {"(declare-const x Int)(assert (not (< x (- 500))))(assert (< x 500))"
       "(assert (= (mod (* x x) 8) 5))",
       SEARCH_EMPTY},
      {"(declare-const x Int)(assert (<= 990 x 1000))(assert (= (mod x 1000) 0))", SEARCH_FOUND},
      {BITS("x", "32") "(assert (bvsge x #xffffff00))(assert (bvslt x #x00000000))"
                       "(assert (= (bvand (bvmul x x) #x00000003) #x00000002))",
       SEARCH_EMPTY},
      {BITS("x", "32") "(assert (bvsge x #xffffff00))(assert (bvslt x #x00000000))"
                       "(assert (= (bvurem x #x00000100) #x00000000))",
       SEARCH_FOUND},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    SearchEnd end = search(cases[i].text, UINT64_C(1) << 20);
    if (end != cases[i].end) fail_msg("%d instead of %d: %s", end, cases[i].end, cases[i].text);
  }
}

/* --- elimination --- */

static void expect_eliminated(const char *text, size_t eliminated, size_t left)
{
  Query query;
  Eliminations eliminations = {0};
  open_query(&query, text);
  eliminate_constants(&query.problem, &query.problem.constraints, &eliminations);
  if (eliminations.count != eliminated || query.problem.constraints.count != left)
    fail_msg("%zu eliminated and %zu left of %s", eliminations.count,
             query.problem.constraints.count, text);
  VEC_FREE(&eliminations);
  close_query(&query);
}

static void test_eliminate(void **state)
{
  (void)state;
  expect_eliminated(BITS("x", "8") BITS("y", "8") "(assert (= (bvadd x y) #x05))", 1, 0);
  expect_eliminated(BITS("x", "8") "(assert (= (bvmul #x07 (bvnot x)) #x05))", 1, 0);
  expect_eliminated(BITS("x", "8") "(assert (= ((_ rotate_left 3) (bvxor x #x55)) #x05))", 1, 0);
  /* An even factor loses bits, and x occurs on both sides. */
  expect_eliminated(BITS("x", "8") "(assert (= (bvmul #x06 x) #x05))", 0, 1);
  expect_eliminated(BITS("x", "8") "(assert (= x (bvmul x x)))", 0, 1);
  expect_eliminated("(declare-const x Int)(declare-const y Int)(assert (= (- 7 x) (* y y)))"
                    "(assert (< x y))",
                    1, 1);
}

/* Values of eliminated constants solve the equations that they were taken from. */
static void test_eliminated_values(void **state)
{
  (void)state;
  static const char *const texts[] = {
      BITS("x", "8") BITS("y", "8") "(assert (= (bvsub x (bvneg y)) #x05))(assert (bvult #x10 y))",
      BITS("x", "8") "(assert (= (bvmul #x07 (bvnot x)) #x05))",
      BITS("x", "32") BITS(
          "y", "32") "(assert (= ((_ rotate_right 5) (bvmul x #x01000193)) (bvxor y #xdeadbeef)))"
                     "(assert (bvult #x00001000 x))",
      "(declare-const x Int)(declare-const y Int)(assert (= (- 7 x) (* y y)))(assert (< x (- 50)))",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (search(texts[i], 0) != SEARCH_FOUND) fail_msg("nothing is found: %s", texts[i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_guided),
      cmocka_unit_test(test_linear),
      cmocka_unit_test(test_sweep),
      cmocka_unit_test(test_eliminate),
      cmocka_unit_test(test_eliminated_values),
  };
  return cmocka_run_group_tests_name("solve_closedbox_search", tests, NULL, NULL);
}
