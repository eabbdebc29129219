/* Predicates of B as a language: generating, mutating, what solvers are given, what evaluation says. */
#include <stdlib.h>
#include <string.h>

#include "b/term/operator.h"
#include "language/b/b.h"
#include "language/b/prob_answer.h"
#include "testing.h"

static Language *make_language(const char *types, const char *conjuncts, uint64_t seed)
{
  SettingRows rows = {0};
  if (types) VEC_PUSH(&rows, ((SettingRow){"types", types}));
  if (conjuncts) VEC_PUSH(&rows, ((SettingRow){"conjuncts", conjuncts}));
  LanguageRequest request = {.rows = &rows, .seed = seed};
  StrBuf name;
  Error error;
  strbuf_init(&name, 0);
  Language *language = b_interface.create(&request, &name, &error);
  strbuf_deinit(&name);
  VEC_FREE(&rows);
  return language;
}

static const char *text_of(const Instance *instance)
{
  size_t length;
  const char *text = b_interface.text(instance, &length);
  assert_int_equal(strlen(text), length);
  return text;
}

/* Is the text read as the same instance? */
static void expect_readable(Language *language, const Instance *instance)
{
  Error error;
  const char *text = text_of(instance);
  Instance *copy = b_interface.read(language, text, strlen(text), &error);
  if (!copy) fail_msg("%s: %s", text, error.message);
  assert_string_equal(text_of(copy), text);
  assert_int_equal(b_interface.size(copy), b_interface.size(instance));
  b_interface.release(copy);
}

static void test_generate(void **state)
{
  (void)state;
  Language *language = make_language(NULL, NULL, 7), *other = make_language(NULL, NULL, 7);
  for (uint64_t i = 1; i <= 100; i++) {
    Instance *instance = b_interface.generate(language, i);
    Instance *again = b_interface.generate(other, i);
    assert_string_equal(text_of(instance), text_of(again));
    expect_readable(language, instance);
    b_interface.release(instance);
    b_interface.release(again);
  }
  b_interface.destroy(language);
  b_interface.destroy(other);
}

static void test_settings(void **state)
{
  (void)state;
  assert_null(make_language("INTEGR", NULL, 1));
  assert_null(make_language(NULL, "4-2", 1));
  Language *all = make_language(NULL, NULL, 1), *few = make_language("INTEGER", "1", 1);
  assert_true(b_interface.construct_count(few) < b_interface.construct_count(all));
  uint64_t scale = b_interface.scale(few);
  assert_true(b_interface.resize(few, true));
  assert_true(b_interface.scale(few) != scale);
  assert_true(b_interface.set_scale(few, scale));
  assert_int_equal(b_interface.scale(few), scale);
  assert_false(b_interface.set_scale(few, 0));
  for (int i = 0; i < 1000 && b_interface.resize(few, false); i++) assert_true(i < 999);
  for (int i = 0; i < 1000 && b_interface.resize(few, true); i++) assert_true(i < 999);
  b_interface.destroy(all);
  b_interface.destroy(few);
}

/* Each construct is in what comes of placing it, whatever it is placed in. */
static void test_mutate(void **state)
{
  (void)state;
  Language *language = make_language(NULL, NULL, 3);
  size_t constructs = b_interface.construct_count(language), placed = 0;
  uint32_t *counts = mem_alloc_zero(constructs, sizeof *counts);
  for (size_t i = 0; i < constructs; i++) {
    Instance *instance = b_interface.generate(language, i + 1);
    Instance *mutant = b_interface.mutate(language, instance, i, i + 1);
    if (mutant) {
      expect_readable(language, mutant);
      memset(counts, 0, constructs * sizeof *counts);
      b_interface.count(language, mutant, counts);
      if (counts[i] == 0)
        fail_msg("no %s in %s", b_interface.construct(language, i).name, text_of(mutant));
      placed++;
    }
    b_interface.release(mutant);
    b_interface.release(instance);
  }
  assert_true(placed * 10 >= constructs * 9);
  free(counts);
  b_interface.destroy(language);
}

/* Each theme is one operator, which nearly all inputs of it have. */
static void test_themes(void **state)
{
  (void)state;
  enum { INPUTS = 5, CONSTRUCTS_LEAST = 60, BITS_BEFORE_THEME = 48 };
  Language *language = make_language("INTEGER,BOOL,pairs,sets,relations", NULL, 5);
  size_t constructs = b_interface.construct_count(language), have = 0, all = 0;
  uint64_t first = b_interface.scale(language);
  U64Vec themes = {0};
  b_interface.themes(language, &themes);
  assert_true(themes.items[0] == first);
  assert_true(themes.count > CONSTRUCTS_LEAST);
  uint32_t *counts = mem_alloc(constructs, sizeof *counts);
  for (size_t i = 1; i < themes.count; i++) {
    BOperator theme = (BOperator)(themes.items[i] >> BITS_BEFORE_THEME);
    assert_true(b_interface.set_scale(language, themes.items[i]));
    assert_true(b_interface.scale(language) == themes.items[i]);
    for (uint64_t k = 0; k < INPUTS; k++) {
      Instance *instance = b_interface.generate(language, k);
      memset(counts, 0, constructs * sizeof *counts);
      b_interface.count(language, instance, counts);
      for (size_t c = 0; c < constructs; c++)
        have += counts[c] &&
                strcmp(b_interface.construct(language, c).name, b_operator(theme)->node) == 0;
      all++;
      b_interface.release(instance);
    }
  }
  assert_true(have * 10 >= all * 9);
  assert_false(
      b_interface.set_scale(language, (uint64_t)B_OPERATOR_COUNT << BITS_BEFORE_THEME | first));
  assert_true(b_interface.set_scale(language, first));
  free(counts);
  VEC_FREE(&themes);
  b_interface.destroy(language);
}

static void test_shape(void **state)
{
  (void)state;
  static const char *const texts[] = {"xx : 1..3 & xx > 2", "yy : 4..9 & yy > 7",
                                      "yy : 4..9 & yy >= 7"};
  Language *language = make_language(NULL, NULL, 1);
  StrBuf shapes[3];
  for (size_t i = 0; i < 3; i++) {
    Error error;
    Instance *instance = b_interface.read(language, texts[i], strlen(texts[i]), &error);
    strbuf_init(&shapes[i], 0);
    b_interface.shape(instance, &shapes[i]);
    b_interface.release(instance);
  }
  assert_string_equal(strbuf_text(&shapes[0]), strbuf_text(&shapes[1]));
  assert_string_not_equal(strbuf_text(&shapes[0]), strbuf_text(&shapes[2]));
  for (size_t i = 0; i < 3; i++) strbuf_deinit(&shapes[i]);
  b_interface.destroy(language);
}

/* Solvers get the predicate with its conditions of well-definedness, and what cannot be read as it is. */
static void test_files(void **state)
{
  (void)state;
  static const char *const texts[][2] = {{"1 / xx >= 0", "xx /= 0"}, {"((", "(("}, {"", ""}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    ScriptTraits traits = b_interface.traits(texts[i][0], strlen(texts[i][0]));
    InputFiles files = {0};
    traits.unpack(texts[i][0], strlen(texts[i][0]), &files);
    assert_int_equal(files.count, 1);
    assert_string_equal(files.items[0].extension, ".b");
    assert_non_null(strstr(files.items[0].bytes, texts[i][1]));
    input_files_deinit(&files);
  }
}

/* What evaluation says: sat with a solution, unsat if there is none whatever the scope. */
static void expect_computed(const char *text, SolverAnswer answer)
{
  const ExaminerInterface *kind = b_interface.examiner;
  Examiner *examiner = kind->create(&(ExamineLimits){0});
  char *padded = mem_alloc_zero(strlen(text) + FILE_PADDING + 1, 1);
  memcpy(padded, text, strlen(text));
  FileText file = {.bytes = padded, .length = strlen(text)};
  Facts facts;
  Error error;
  Examination *examination = kind->begin(examiner, &file, &facts, &error);
  if (answer == SAYS_NOTHING) {
    assert_false(facts.understood);
    assert_true(strlen(error.message) > 0);
  } else {
    assert_true(facts.understood);
    assert_int_equal(facts_computed(&facts, 0), answer);
  }
  kind->end(examination);
  facts_deinit(&facts);
  kind->destroy(examiner);
  free(padded);
}

static void test_examine(void **state)
{
  (void)state;
  expect_computed("xx : 1..3 & xx * xx = 4", SAYS_SAT);
  expect_computed("xx : 1..3 & xx * xx = 5", SAYS_UNSAT);
  /* a solution that is out of the scope */
  expect_computed("xx : INTEGER & xx * xx = 10000", SAYS_UNKNOWN);
  /* not well defined at 0, where the rewriting is false */
  expect_computed("xx : 0..1 & 1 / xx = 1", SAYS_SAT);
  expect_computed("xx : {0} & 1 / xx = 1", SAYS_UNSAT);
  /* deferred sets may be of any size */
  expect_computed("MACHINE m SETS SS CONSTANTS tt PROPERTIES tt <: SS & card(tt) > 100 END",
                  SAYS_UNKNOWN);
  expect_computed("xx = ", SAYS_NOTHING);
}

/* However few steps there are, evaluation ends without an answer that is wrong. */
static void test_few_steps(void **state)
{
  (void)state;
  Language *language = make_language(NULL, NULL, 1);
  const ExaminerInterface *kind = b_interface.examiner;
  for (uint64_t i = 0; i < 200; i++) {
    Examiner *few = kind->create(&(ExamineLimits){.steps = 1 + i * i});
    Instance *instance = b_interface.generate(language, i);
    StrBuf text;
    strbuf_init(&text, 0);
    strbuf_add_text(&text, text_of(instance));
    reduce_pad_text(&text);
    FileText file = {.bytes = text.bytes, .length = strlen(text_of(instance))};
    Facts facts;
    Error error;
    Examination *examination = kind->begin(few, &file, &facts, &error);
    assert_true(facts.understood);
    kind->end(examination);
    facts_deinit(&facts);
    strbuf_deinit(&text);
    b_interface.release(instance);
    kind->destroy(few);
  }
  b_interface.destroy(language);
}

typedef ProbAnswer ReadAnswer(const char *answer, size_t length, StrBuf *text);

static void expect_answer(ReadAnswer *read, const char *answer, ProbAnswer expected,
                          const char *said)
{
  StrBuf text;
  strbuf_init(&text, 0);
  assert_int_equal(read(answer, strlen(answer), &text), expected);
  assert_string_equal(strbuf_text(&text), said);
  strbuf_deinit(&text);
}

/* Words of a verdict count only where one stands, and FALSE only without doubt. */
static void test_prob_loop(void **state)
{
  (void)state;
  static const char over[] = "Existentially Quantified Predicate over xx is ";
  static const char *const doubts[] = {"** ENUMERATION WARNING **", "### enumerating xx : INTEGER",
                                       "Enumeration Warning", "! not well-defined"};
  for (size_t i = 0; i < sizeof doubts / sizeof *doubts; i++) {
    char answer[200];
    snprintf(answer, sizeof answer, "%s\n%sFALSE\n", doubts[i], over);
    expect_answer(prob_read_loop, answer, PROB_UNKNOWN, doubts[i]);
  }
  expect_answer(prob_read_loop, "Predicate is FALSE\n", PROB_CONTRADICTION, "");
  expect_answer(prob_read_loop, " PREDICATE is TRUE\nSolution: xx = 1\n", PROB_SOLUTION, " xx = 1");
  expect_answer(prob_read_loop, "time-out\nPredicate is FALSE\n", PROB_TIMEOUT, "");
  expect_answer(prob_read_loop, "! cannot parse \"it is TRUE\"", PROB_ERROR,
                "! cannot parse \"it is TRUE\"");
  expect_answer(prob_read_loop, "! no operator: \"it is FALSE\"", PROB_ERROR,
                "! no operator: \"it is FALSE\"");
}

/* Strings of a solution may have any words in them; values that cannot be read as they are are none. */
static void test_prob_socket(void **state)
{
  (void)state;
  expect_answer(
      prob_read_socket,
      "yes([=('Res',solution([binding(s,string(contradiction_found),'\"contradiction_found"
      "\"')]))])",
      PROB_SOLUTION, "s = \"contradiction_found\"");
  expect_answer(prob_read_socket, "solution([binding(s,x,'no_solution_found(')])", PROB_SOLUTION,
                "s = no_solution_found(");
  expect_answer(prob_read_socket, "yes([=('Res',contradiction_found)])", PROB_CONTRADICTION, "");
  expect_answer(prob_read_socket, "solution([binding(s,x,'\"a\\nb\"')])", PROB_SOLUTION, "");
  expect_answer(prob_read_socket, "solution([binding(s,x,'1\nunsat')])", PROB_SOLUTION, "");
  expect_answer(prob_read_socket, "solution([binding(s,x,'1", PROB_SOLUTION, "");
  expect_answer(prob_read_socket, "error('contradiction_found')", PROB_ERROR,
                "error('contradiction_found')");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_generate),  cmocka_unit_test(test_settings),
      cmocka_unit_test(test_mutate),    cmocka_unit_test(test_themes),
      cmocka_unit_test(test_shape),     cmocka_unit_test(test_files),
      cmocka_unit_test(test_examine),   cmocka_unit_test(test_few_steps),
      cmocka_unit_test(test_prob_loop), cmocka_unit_test(test_prob_socket),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
