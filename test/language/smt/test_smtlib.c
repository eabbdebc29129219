/* SMT-LIB through the interface that fuzzing sees. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/smt/shape.h"
#include "language/smt/smtlib.h"
#include "smt/text/theory.h"

static Language *open_language(const char *logic_name)
{
  GenSettings settings;
  Logic logic;
  Error error;
  gen_settings_init(&settings);
  assert_true(logic_parse(logic_name, strlen(logic_name), &logic));
  gen_settings_logic(&settings, &logic);
  settings.seed = 11;
  Language *language = smtlib_language(&settings, NULL, 0, &error);
  gen_settings_deinit(&settings);
  if (!language) fail_msg("%s", error.message);
  return language;
}

static const char *text_of(const Language *language, const Instance *instance)
{
  size_t length;
  const char *text = language->interface->text(instance, &length);
  assert_int_equal(strlen(text), length);
  return text;
}

static uint32_t count_of(Language *language, const Instance *instance, size_t construct)
{
  size_t total = language->interface->construct_count(language);
  uint32_t *counts = mem_alloc_zero(total, sizeof *counts);
  language->interface->count(language, instance, counts);
  uint32_t count = counts[construct];
  free(counts);
  return count;
}

/* --- themes --- */

static Language *open_with_themes(const char *logic_name, const SmtlibLacks *lacks,
                                  uint64_t solvers)
{
  GenSettings settings;
  Logic logic;
  Error error;
  gen_settings_init(&settings);
  assert_true(logic_parse(logic_name, strlen(logic_name), &logic));
  gen_settings_logic(&settings, &logic);
  settings.seed = 11;
  settings.depth = settings.asserts = 2;
  settings.max_width = 64;
  Language *language = smtlib_language_for(
      &(SmtlibRequest){.settings = &settings, .themes = true, .lacks = lacks, .solvers = solvers},
      &error);
  gen_settings_deinit(&settings);
  if (!language) fail_msg("%s", error.message);
  return language;
}

/* Scripts of every theme are read without an error, and the scale tells which theme made them. */
static void test_themes(void **state)
{
  (void)state;
  Language *language = open_with_themes("ALL", NULL, 0);
  const LanguageInterface *api = language->interface;
  U64Vec scales = {0};
  uint64_t usual = api->scale(language);
  size_t grounds = 0;
  api->themes(language, &scales);
  assert_true(scales.count > 50);
  for (size_t i = 0; i < scales.count; i++) {
    assert_true(api->set_scale(language, scales.items[i]));
    assert_int_equal(api->scale(language), scales.items[i]);
    Instance *first = api->generate(language, i);
    char *text = mem_copy_string(text_of(language, first), strlen(text_of(language, first)));
    assert_true(api->set_scale(language, usual));
    Instance *common = api->generate(language, i);
    assert_true(api->set_scale(language, scales.items[i]));
    Instance *again = api->generate(language, i);
    assert_string_equal(text, text_of(language, again));
    Error error;
    Instance *read = api->read(language, text, strlen(text), &error);
    if (!read) fail_msg("%s: %s", text, error.message);
    grounds += strstr(text, "(push 1)") && !strstr(text, "(declare-");
    free(text);
    api->release(first);
    api->release(common);
    api->release(again);
    api->release(read);
  }
  assert_true(grounds > 5);
  assert_false(api->set_scale(language, UINT64_MAX));
  VEC_FREE(&scales);
  api->destroy(language);
}

static size_t occurrences(const char *text, const char *part)
{
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, part)); at++) count++;
  return count;
}

/* Agents may choose any values: inputs have as many assertions as these say, and scales can be set again. */
static void test_sizes(void **state)
{
  (void)state;
  Language *language = open_language("QF_LIA");
  const LanguageInterface *api = language->interface;
  LanguageDimension asserts = api->dimension(language, 0), depth = api->dimension(language, 1);
  assert_null(api->dimension(language, 2).name);
  uint64_t usual = api->scale(language);
  for (uint8_t i = 0; i < asserts.count; i++)
    for (uint8_t j = 0; j < depth.count; j++) {
      assert_non_null(api->dimension_value(language, 0, i));
      assert_non_null(api->dimension_value(language, 1, j));
      uint64_t scale = api->scale_of(language, (const uint8_t[]){i, j});
      assert_true(api->set_scale(language, scale));
      assert_int_equal(api->scale(language), scale);
      Instance *instance = api->generate(language, 7);
      size_t expected = ((size_t)(uint32_t)usual << i) / 4;
      assert_int_equal(occurrences(text_of(language, instance), "(assert "),
                       expected ? expected : 1);
      api->release(instance);
    }
  assert_int_equal(api->scale_of(language, (const uint8_t[]){2, 1}), usual);
  api->destroy(language);
}

/* A mutant stays within the logic that its parent says it is of. */
static void test_mutants_of_themes(void **state)
{
  (void)state;
  Language *language = open_with_themes("ALL", NULL, 0);
  const LanguageInterface *api = language->interface;
  static const char text[] = "(set-logic QF_LIA)(declare-const x Int)(assert (< x 1))(check-sat)";
  Error error;
  Instance *parent = api->read(language, text, strlen(text), &error);
  size_t made = 0;
  for (size_t i = 0; i < api->construct_count(language); i++) {
    const char *name = api->construct(language, i).name;
    Instance *mutant = api->mutate(language, parent, i, i);
    if (strncmp(name, "fp.", 3) == 0 || strncmp(name, "str.", 4) == 0) assert_null(mutant);
    made += mutant != NULL;
    api->release(mutant);
  }
  assert_true(made > 5);
  api->release(parent);
  api->destroy(language);
}

/* Solver 0 has no abs, solver 1 no quantifier, solver 2 quantifiers in some cases, solvers 0 and 2 have no bags. */
static void test_takers(void **state)
{
  (void)state;
  SmtlibLacks lacks = {0};
  Error error;
  Bank *bank = theory_create_bank();
  Symbol abs = symbols_find(&bank->symbols, "abs", 3);
  VEC_PUSH(&lacks, ((SmtlibLack){.fun = bank_theory_fun(bank, abs), .solvers = 1}));
  VEC_PUSH(&lacks, ((SmtlibLack){.form = "forall", .solvers = 6, .partly = 4}));
  SortCtor bag = bank->sorts.class_ctor[SORT_BAG];
  assert_true(bag);
  VEC_PUSH(&lacks, ((SmtlibLack){.ctor = bag, .solvers = 5}));
  Language *language = open_with_themes("ALL", &lacks, 7);
  const LanguageInterface *api = language->interface;
  static const struct {
    const char *text;
    uint64_t takers, likely;
  } cases[] = {
      {"(assert (= 1 1))(check-sat)", 7, 7},
      {"(assert (= (abs 1) 1))(check-sat)", 6, 6},
      {"(assert (forall ((x Int)) (= x x)))(check-sat)", 1, 5},
      {"(assert (forall ((x Int)) (= (abs x) x)))(check-sat)", 0, 4},
      {"(declare-const x (Bag Int))(assert (= x x))(check-sat)", 2, 2},
      {"(declare-const x (Array Int (Bag Int)))(assert (= x x))(check-sat)", 2, 2},
      {"(declare-const x (Array Int (Set Int)))(assert (= x x))(check-sat)", 7, 7},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Instance *instance = api->read(language, cases[i].text, strlen(cases[i].text), &error);
    assert_int_equal(api->takers(language, instance), cases[i].takers);
    assert_int_equal(api->likely_takers(language, instance), cases[i].likely);
    api->release(instance);
  }
  api->destroy(language);
  bank_destroy(bank);
  VEC_FREE(&lacks);
}

/* --- counts --- */

/* What is counted of an instance that we have made is what is counted of its text when it is read. */
static void expect_counts_of_text(Language *language, const Instance *instance)
{
  const LanguageInterface *api = language->interface;
  size_t length, total = api->construct_count(language);
  const char *text = api->text(instance, &length);
  Error error;
  Instance *read = api->read(language, text, length, &error);
  if (!read) fail_msg("%s: %s", text, error.message);
  uint32_t *made = mem_alloc_zero(total, sizeof *made), *seen = mem_alloc_zero(total, sizeof *seen);
  api->count(language, instance, made);
  api->count(language, read, seen);
  for (size_t i = 0; i < total; i++)
    if (made[i] != seen[i])
      fail_msg("%s: %u times, read %u times in\n%s", api->construct(language, i).name, made[i],
               seen[i], text);
  free(made);
  free(seen);
  api->release(read);
}

static void expect_counts_of_mutants(Language *language, const Instance *parent, uint64_t number)
{
  const LanguageInterface *api = language->interface;
  size_t total = api->construct_count(language);
  for (uint64_t i = 0; i < 4; i++) {
    Instance *mutant = api->mutate(language, parent, (number * 7 + i * 11) % total, i);
    if (mutant) expect_counts_of_text(language, mutant);
    api->release(mutant);
  }
  for (size_t way = 0; api->transforms[way]; way++) {
    Instance *other = api->transform(language, way, parent, parent, number);
    if (other) expect_counts_of_text(language, other);
    api->release(other);
  }
}

static void test_counts_of_logics(void **state)
{
  (void)state;
  static const char *const logics[] = {"QF_LIA", "QF_BV",     "QF_FP", "QF_SLIA",
                                       "QF_RDL", "AUFDTLIRA", "ALL"};
  for (size_t l = 0; l < sizeof logics / sizeof *logics; l++) {
    Language *language = open_language(logics[l]);
    for (uint64_t i = 0; i < 40; i++) {
      Instance *instance = language->interface->generate(language, i);
      if (i % 2) expect_counts_of_text(language, instance);
      expect_counts_of_mutants(language, instance, i);
      expect_counts_of_text(language, instance);
      language->interface->release(instance);
    }
    language->interface->destroy(language);
  }
}

/* Also of scripts that are not drawn as drafts, and once the bank of what was generated is gone. */
static void test_counts_of_themes(void **state)
{
  (void)state;
  enum { KEPT = 8, MADE = 4000 };
  Language *language = open_with_themes("ALL", NULL, 0);
  const LanguageInterface *api = language->interface;
  U64Vec scales = {0};
  api->themes(language, &scales);
  for (size_t i = 0; i < scales.count; i++) {
    assert_true(api->set_scale(language, scales.items[i]));
    Instance *instance = api->generate(language, i);
    expect_counts_of_text(language, instance);
    api->release(instance);
  }
  Instance *kept[KEPT];
  for (uint64_t i = 0; i < KEPT; i++) kept[i] = api->generate(language, i);
  for (uint64_t i = 0; i < MADE; i++) {
    Instance *passing = api->generate(language, KEPT + i);
    count_of(language, passing, 0);
    api->release(passing);
  }
  for (uint64_t i = 0; i < KEPT; i++) {
    expect_counts_of_text(language, kept[i]);
    api->release(kept[i]);
  }
  VEC_FREE(&scales);
  api->destroy(language);
}

/* Of the scripts of themes most are for all solvers but one at least, and each solver has some that are for it. */
static void test_audiences(void **state)
{
  (void)state;
  enum { SCRIPTS = 400 };
  static const char *const names[] = {"abs", "bvudiv", "fp.fma"};
  SmtlibLacks lacks = {0};
  Bank *bank = theory_create_bank();
  for (size_t i = 0; i < 3; i++) {
    Symbol name = symbols_find(&bank->symbols, names[i], strlen(names[i]));
    VEC_PUSH(&lacks, ((SmtlibLack){.fun = bank_theory_fun(bank, name), .solvers = 1U << i}));
  }
  Language *language = open_with_themes("ALL", &lacks, 7);
  const LanguageInterface *api = language->interface;
  U64Vec scales = {0};
  api->themes(language, &scales);
  size_t counts[8] = {0}, used[3] = {0};
  for (size_t i = 0; i < SCRIPTS; i++) {
    assert_true(api->set_scale(language, scales.items[i * 7 % scales.count]));
    Instance *instance = api->generate(language, i);
    counts[api->takers(language, instance)]++;
    for (size_t k = 0; k < 3; k++) used[k] += strstr(text_of(language, instance), names[k]) != NULL;
    api->release(instance);
  }
  assert_int_equal(counts[0], 0);
  assert_true(counts[7] > SCRIPTS / 2);
  for (size_t k = 0; k < 3; k++) assert_true(used[k] > 0);
  VEC_FREE(&scales);
  VEC_FREE(&lacks);
  bank_destroy(bank);
  api->destroy(language);
}

/* What one of several queries asks about is told apart from the rest of the script. */
static void test_count_of_query(void **state)
{
  (void)state;
  Language *language = open_language("ALL");
  const LanguageInterface *api = language->interface;
  static const char text[] = "(declare-const x Int)(assert (= x (abs x)))(push 1)(assert (= x (div "
                             "x 2)))(check-sat)(pop 1)"
                             "(assert (= x (mod x 2)))(check-sat)";
  static const char defined[] =
      "(declare-const x Int)(define-fun f () Int (abs x))(assert (= x f))(check-sat)";
  static const struct {
    const char *text, *name;
    uint32_t query, count;
  } cases[] = {{text, "abs", 1, 1}, {text, "div", 1, 1}, {text, "mod", 1, 0},   {text, "abs", 2, 1},
               {text, "div", 2, 0}, {text, "mod", 2, 1}, {defined, "abs", 1, 1}};
  size_t total = api->construct_count(language);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Error error;
    Instance *instance = api->read(language, cases[i].text, strlen(cases[i].text), &error);
    uint32_t *counts = mem_alloc_zero(total, sizeof *counts);
    api->count_query(language, instance, cases[i].query, counts);
    for (size_t k = 0; k < total; k++)
      if (strcmp(api->construct(language, k).name, cases[i].name) == 0)
        assert_int_equal(counts[k], cases[i].count);
    free(counts);
    api->release(instance);
  }
  api->destroy(language);
}

/* Every construct can be an arm: it is in each mutant. */
static void test_every_arm(void **state)
{
  (void)state;
  static const char *const logics[] = {"QF_FP", "QF_UFBV", "QF_LIA", "QF_SLIA", "AUFDTLIRA"};
  for (size_t l = 0; l < sizeof logics / sizeof *logics; l++) {
    Language *language = open_language(logics[l]);
    const LanguageInterface *api = language->interface;
    for (size_t i = 0; i < api->construct_count(language); i++) {
      Instance *parent = api->generate(language, i);
      Instance *mutant = api->mutate(language, parent, i, i);
      const char *name = api->construct(language, i).name;
      /* only extensions of solvers have it */
      if (!mutant && strcmp(name, "updater") != 0) fail_msg("%s: no %s", logics[l], name);
      if (mutant) {
        assert_string_not_equal(text_of(language, parent), text_of(language, mutant));
        if (strcmp(name, "char") != 0 && count_of(language, mutant, i) == 0)
          fail_msg("%s: %s is not in the mutant", logics[l], name);
      }
      api->release(mutant);
      api->release(parent);
    }
    api->destroy(language);
  }
}

/* The same number gives the same instance, in another language object and after other work. */
static void expect_same_numbers(const char *logic)
{
  Language *one = open_language(logic), *two = open_language(logic);
  const LanguageInterface *api = one->interface;
  for (uint64_t i = 0; i < 40; i++) api->release(api->generate(two, 1000 + i));
  for (uint64_t i = 0; i < 40; i++) {
    Instance *a = api->generate(one, i), *b = api->generate(two, i);
    assert_string_equal(text_of(one, a), text_of(two, b));
    size_t construct = i % api->construct_count(one);
    for (uint64_t k = 1; k <= 5; k++) /* of the same parent */
      api->release(api->mutate(two, b, (construct + 7 * k) % api->construct_count(two), i + k));
    Instance *c = api->mutate(one, a, construct, i), *d = api->mutate(two, b, construct, i);
    assert_true(!c == !d);
    if (c) assert_string_equal(text_of(one, c), text_of(two, d));
    api->release(a);
    api->release(b);
    api->release(c);
    api->release(d);
  }
  api->destroy(one);
  api->destroy(two);
}

static void test_same_numbers(void **state)
{
  (void)state;
  expect_same_numbers("QF_AUFBVFP");
  expect_same_numbers("LIA");
  expect_same_numbers("UFDTLIA");
}

/* A long line of mutants of changing sizes is the same as each of them made on its own. */
static void expect_no_memory(const char *logic)
{
  enum { LENGTH = 40 };
  Language *long_lived = open_language(logic);
  const LanguageInterface *api = long_lived->interface;
  size_t constructs = api->construct_count(long_lived);
  Instance *parent = api->generate(long_lived, 3);
  for (uint64_t i = 1; i <= LENGTH; i++) {
    Language *fresh = open_language(logic);
    size_t length, construct = (size_t)(i * 7919 % constructs);
    const char *text = api->text(parent, &length);
    Error error;
    Instance *copy = api->read(fresh, text, length, &error);
    uint64_t scale = (uint64_t)(2 + i % 3) << 32 | (1 + i % 4);
    assert_true(api->set_scale(long_lived, scale) && api->set_scale(fresh, scale));
    Instance *new_one = api->generate(long_lived, 100 + i);
    Instance *new_alone = api->generate(fresh, 100 + i);
    assert_string_equal(text_of(long_lived, new_one), text_of(fresh, new_alone));
    api->release(new_one);
    api->release(new_alone);
    Instance *mutant = api->mutate(long_lived, parent, construct, i);
    Instance *alone = api->mutate(fresh, copy, construct, i);
    assert_true(!mutant == !alone);
    if (mutant && strcmp(text_of(long_lived, mutant), text_of(fresh, alone)) != 0)
      fail_msg("%s, %s as mutant %ju of\n%s\nis\n%s\nand alone\n%s", logic,
               api->construct(fresh, construct).name, (uintmax_t)i, text,
               text_of(long_lived, mutant), text_of(fresh, alone));
    if (mutant) {
      api->release(parent);
      parent = mutant;
    }
    api->release(alone);
    api->release(copy);
    api->destroy(fresh);
  }
  api->release(parent);
  api->destroy(long_lived);
}

static void test_no_memory(void **state)
{
  (void)state;
  static const char *const logics[] = {"QF_LIA", "QF_AUFBVFP", "UFDTLIA", "QF_SLIA", "ALL"};
  for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) expect_no_memory(logics[i]);
}

static void test_read(void **state)
{
  (void)state;
  Language *language = open_language("QF_BV");
  const LanguageInterface *api = language->interface;
  Error error;
  const char *good = "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (= x #x01))\n";
  Instance *instance = api->read(language, good, strlen(good), &error);
  assert_non_null(instance);
  assert_string_equal(text_of(language, instance), good);
  assert_int_equal(api->size(instance), 3);
  api->release(instance);
  assert_null(api->read(language, "(assert x)", 10, &error));
  assert_non_null(strstr(error.message, "x"));
  api->destroy(language);
}

static void test_resize(void **state)
{
  (void)state;
  Language *language = open_language("QF_BV");
  const LanguageInterface *api = language->interface;
  Instance *plain = api->generate(language, 1);
  assert_true(api->resize(language, true));
  Instance *large = api->generate(language, 1);
  assert_true(api->size(large) > api->size(plain));
  while (api->resize(language, true)) continue;
  Instance *largest = api->generate(language, 1);
  assert_true(api->size(largest) > api->size(large) && api->size(largest) < 100000);
  api->release(largest);
  uint32_t steps = 0;
  while (api->resize(language, false)) steps++;
  assert_true(steps > 2 && steps < 40);
  Instance *small = api->generate(language, 1);
  assert_true(api->size(small) < api->size(plain));
  api->release(plain);
  api->release(large);
  api->release(small);
  api->destroy(language);
}

static void test_impossible(void **state)
{
  (void)state;
  GenSettings settings;
  Error error;
  gen_settings_init(&settings);
  gen_settings_weigh(&settings, "fp.add", 6, 1);
  assert_null(smtlib_language(&settings, NULL, 0, &error));
  assert_non_null(strstr(error.message, "fp.add"));
  gen_settings_deinit(&settings);
  gen_settings_init(&settings);
  const char *theory = "(theory";
  assert_null(smtlib_language(&settings, &theory, 1, &error));
  gen_settings_deinit(&settings);
}

static char *shape_of(const char *text)
{
  StrBuf shape;
  strbuf_init(&shape, 0);
  smtlib_shape(text, strlen(text), &shape);
  char *copy = strdup(strbuf_text(&shape));
  strbuf_deinit(&shape);
  return copy;
}

static void expect_shapes(const char *one, const char *other, bool same)
{
  char *first = shape_of(one), *second = shape_of(other);
  if ((strcmp(first, second) == 0) != same) fail_msg("%s: %s\n%s: %s", one, first, other, second);
  free(first);
  free(second);
}

/* Names, literals, indices and declarations make no difference; everything else does. */
static void test_shapes(void **state)
{
  (void)state;
  expect_shapes("(set-logic QF_LIA)(declare-const a Int)(assert (> (abs a) 1))(check-sat)",
                "(declare-fun |x y| () Int)(assert (> (abs |x y|) 27))(check-sat)", true);
  expect_shapes("(declare-const a Int)(declare-const b Int)(assert (< a b))",
                "(declare-const a Int)(declare-const b Int)(assert (< b a))", true);
  expect_shapes("(declare-const a Int)(declare-const b Int)(assert (< a b))",
                "(declare-const a Int)(assert (< a a))", false);
  expect_shapes("(assert (forall ((x Int)) (> x 0)))", "(assert (forall ((y Int)) (> y 3)))", true);
  expect_shapes("(assert (> (abs 0) 1))", "(assert (> (- 0) 1))", false);
  expect_shapes("(assert ((_ divisible 3) 1))", "(assert ((_ divisible 4) 2))", true);
  expect_shapes("(assert", ")", false);
}

/* Names of datatypes, of functions defined together, of parameters and of terms make no difference either. */
static void test_shapes_of_declared_names(void **state)
{
  (void)state;
  expect_shapes("(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))"
                "(declare-const a L)(assert (= (head a) (head (cons 1 (as nil L)))))"
                "(assert ((_ is cons) a))",
                "(declare-datatypes ((M 0)) (((leer) (paar (kopf Int) (rest M)))))"
                "(declare-const b M)(assert (= (kopf b) (kopf (paar 2 (as leer M)))))"
                "(assert ((_ is paar) b))",
                true);
  expect_shapes("(declare-datatype P (par (T) ((mk (fst T) (snd T)))))"
                "(declare-const a (P Int))(assert (= (fst a) (snd a)))",
                "(declare-datatype Q (par (U) ((pair (one U) (two U)))))"
                "(declare-const c (Q Int))(assert (= (one c) (two c)))",
                true);
  expect_shapes(
      "(declare-datatypes (T) ((L none (one (it (Array Int T))))))(assert (= none none))",
      "(declare-datatypes (T) ((M void (uno (eso (Array Int T))))))(assert (= void void))", true);
  expect_shapes("(declare-datatype D ((a (f (Array Int Int)))))(assert (= (f x) (store m 1 2)))"
                "(assert ((as const (Array Int Int)) 1))",
                "(declare-datatype D ((a (f (Array Int Int)))))(assert (= (f x) (store m 1 2)))"
                "(assert ((as const (Set Int Int)) 1))",
                false);
  expect_shapes(
      "(define-funs-rec ((f ((x Int)) Int) (g ((x Int) (y Int)) Int)) ((g x x) (f (+ x y))))"
      "(assert (= (f 1) (g 2 3)))",
      "(define-funs-rec ((u ((a Int)) Int) (v ((a Int) (c Int)) Int)) ((v a a) (u (+ a c))))"
      "(assert (= (u 1) (v 2 3)))",
      true);
  expect_shapes("(define-funs-rec ((f ((x Int)) Int)) ((f x)))",
                "(define-funs-rec ((f ((x Int)) Int)) ((- x)))", false);
  expect_shapes("(define-fun f ((x Int)) Int (+ x 1))", "(define-fun g ((y Int)) Int (+ y 1))",
                true);
  expect_shapes("(define-sort S (A) (Array A A))", "(define-sort T (B) (Array B B))", true);
  expect_shapes("(assert (let ((a (forall ((x Int)) p)) (b q)) (= a b)))",
                "(assert (let ((c (forall ((y Int)) p)) (d q)) (= c d)))", true);
  expect_shapes("(assert (! p :named a))(check-sat-assuming (a))",
                "(assert (! p :named b))(check-sat-assuming (b))", true);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_themes),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_mutants_of_themes),
      cmocka_unit_test(test_takers),
      cmocka_unit_test(test_counts_of_logics),
      cmocka_unit_test(test_counts_of_themes),
      cmocka_unit_test(test_audiences),
      cmocka_unit_test(test_count_of_query),
      cmocka_unit_test(test_every_arm),
      cmocka_unit_test(test_same_numbers),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_read),
      cmocka_unit_test(test_resize),
      cmocka_unit_test(test_impossible),
      cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_shapes_of_declared_names),
  };
  return cmocka_run_group_tests_name("language", tests, NULL, NULL);
}
