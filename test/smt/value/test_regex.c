#include "smt/value/regex.h"

#include <stdlib.h>

#include "base/random.h"
#include "smt/value/string.h"
#include "support/evaluator.h"
#include "testing.h"

enum { HEAP = 64 << 20 };
#define STEPS UINT64_C(100000000000)

#define A        "(str.to_re \"a\")"
#define B        "(str.to_re \"b\")"
#define IN(s, r) "(str.in_re \"" s "\" " r ")"

static void check(const EvaluatorCase *cases, size_t count)
{
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, HEAP);
  evaluator_check(&evaluator, cases, count);
  evaluator_deinit(&evaluator);
}

static void test_membership(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {IN("", "re.none"), "false"},
      {IN("", "re.all"), "true"},
      {IN("abc", "re.all"), "true"},
      {IN("a", "re.allchar"), "true"},
      {IN("", "re.allchar"), "false"},
      {IN("\\u{2ffff}", "re.allchar"), "true"},
      {IN("abc", "(str.to_re \"abc\")"), "true"},
      {IN("abd", "(str.to_re \"abc\")"), "false"},
      {IN("ab", "(str.to_re \"abc\")"), "false"},
      {IN("", "(str.to_re \"\")"), "true"},
      {IN("b", "(re.range \"a\" \"c\")"), "true"},
      {IN("d", "(re.range \"a\" \"c\")"), "false"},
      {IN("b", "(re.range \"c\" \"a\")"), "false"},
      {IN("ab", "(re.range \"ab\" \"ac\")"), "false"},
      {IN("", "(re.range \"\" \"\")"), "false"},
      {IN("a", "(re.comp (re.range \"ab\" \"c\"))"), "true"},
      {IN("", "(re.* re.none)"), "true"},
      {IN("", "(re.+ re.none)"), "false"},
      {IN("aba", "(re.++ (re.* " A ") " B " (re.opt " A "))"), "true"},
      {IN("ab", "(re.diff re.all (str.to_re \"ab\"))"), "false"},
      {IN("aab", "(re.diff re.all (str.to_re \"ab\"))"), "true"},
      {IN("a", "(re.diff re.all " A " " B ")"), "false"},
      {IN("b", "(re.diff re.all " A " " B ")"), "false"},
      {IN("aa", "((_ re.^ 2) " A ")"), "true"},
      {IN("aaa", "((_ re.^ 2) " A ")"), "false"},
      {IN("", "((_ re.^ 0) " A ")"), "true"},
      {IN("", "((_ re.^ 0) re.none)"), "true"},
      {IN("aa", "((_ re.loop 1 3) " A ")"), "true"},
      {IN("aaaa", "((_ re.loop 1 3) " A ")"), "false"},
      {IN("", "((_ re.loop 3 1) " A ")"), "false"},
      {IN("aa", "((_ re.loop 3 1) " A ")"), "false"},
      {IN("", "((_ re.loop 3 1) re.all)"), "false"},
      {IN("aaa", "((_ re.loop 2) " A ")"), "true"},
      {IN("a", "((_ re.loop 2) " A ")"), "false"},
      {IN("aaa", "(re.loop " A " 2)"), "true"},
      {IN("aaa", "(re.loop " A " 2 3)"), "true"},
      {IN("aaaa", "(re.loop " A " 2 3)"), "false"},
      {IN("", "(re.loop " A " 2 1)"), "false"},
      {"(str.in_re \"a\" (re.loop " A " (- 1) 1))",
       "<outside the range where the standard fixes the result>"},
      {IN("cba", "(re.reverse (str.to_re \"abc\"))"), "true"},
      {IN("baa", "(re.reverse (re.++ (re.* " A ") " B "))"), "true"},
      {IN("\\u{e9}", "(re.range \"\\u{e0}\" \"\\u{ff}\")"), "true"},
  };
  check(cases, sizeof cases / sizeof *cases);
}

static void test_huge_bounds(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {IN("aaa", "((_ re.loop 0 1000000000) " A ")"), "true"},
      {IN("aaa", "((_ re.loop 4 1000000000) " A ")"), "false"},
      {IN("aaa", "((_ re.loop 3 4000000000) " A ")"), "true"},
      {IN("aaa", "((_ re.loop 3 4611686018427387904) " A ")"), "true"},
      {IN("aaa", "((_ re.loop 3 4611686018427387905) " A ")"), "<operator that is not evaluated>"},
      {IN("aaa", "((_ re.^ 99999999999999999999999999999) " A ")"),
       "<operator that is not evaluated>"},
      {IN("aaa", "((_ re.^ 1000000000) (re.opt " A "))"), "true"},
      {IN("aaa", "((_ re.^ 1000000000) (re.opt (str.to_re \"aa\")))"), "false"},
      {IN("aaa", "((_ re.^ 1000000000) ((_ re.^ 1000000000) " A "))"), "false"},
      {IN("aaaa", "((_ re.loop 0 5) ((_ re.loop 2 1000000000) " A "))"), "true"},
      {IN("aaa", "(re.loop " A " 0 100000000000000000000000000)"),
       "<outside the range where the standard fixes the result>"},
  };
  check(cases, sizeof cases / sizeof *cases);
}

static void test_replacement(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {"(str.replace_re \"xaab\" (re.+ " A ") \"y\")", "\"xyab\""},
      {"(str.replace_re \"xaab\" (re.* " A ") \"y\")", "\"yxaab\""},
      {"(str.replace_re \"xaab\" (str.to_re \"c\") \"y\")", "\"xaab\""},
      {"(str.replace_re \"abcd\" (re.union (str.to_re \"abcd\") (str.to_re \"c\")) \"y\")",
       "\"y\""},
      {"(str.replace_re \"\" re.all \"y\")", "\"y\""},
      {"(str.replace_re \"\" re.allchar \"y\")", "\"\""},
      {"(str.replace_re_all \"xaab\" (re.+ " A ") \"y\")", "\"xyyb\""},
      {"(str.replace_re_all \"xaab\" (re.* " A ") \"y\")", "\"xyyb\""},
      {"(str.replace_re_all \"xaab\" re.all \"y\")", "\"yyyy\""},
      {"(str.replace_re_all \"ababa\" (str.to_re \"aba\") \"y\")", "\"yba\""},
      {"(str.replace_re_all \"\" re.all \"y\")", "\"\""},
      {"(str.replace_re_all \"abc\" (str.to_re \"\") \"y\")", "\"abc\""},
      {"(str.indexof_re \"abcb\" " B " 0)", "1"},
      {"(str.indexof_re \"abcb\" " B " 2)", "3"},
      {"(str.indexof_re \"abcb\" " B " 4)", "-1"},
      {"(str.indexof_re \"abcb\" re.all 4)", "4"},
      {"(str.indexof_re \"abcb\" re.all 5)", "-1"},
      {"(str.indexof_re \"abcb\" re.all (- 1))", "-1"},
      {"(str.indexof_re \"abcb\" re.none 0)", "-1"},
      {"(str.indexof_re \"abcb\" (re.++ " B " (re.comp " A ") (str.to_re \"cb\")) 0)", "1"},
  };
  check(cases, sizeof cases / sizeof *cases);
}

/* Expressions that are written the same are equal, of others it is not known here. */
static void test_equality(void **state)
{
  (void)state;
  static const char doubt[] = "<equality of functions or arrays that are not known everywhere>";
  static const EvaluatorCase cases[] = {
      {"(= (re.union " A " " B ") (re.union " B " " A "))", "true"},
      {"(= (re.inter " A " " B " " A ") (re.inter " B " " A "))", "true"},
      {"(= (re.comp (re.comp " A ")) " A ")", "true"},
      {"(= (re.* (re.* " A ")) (re.* " A "))", "true"},
      {"(= re.all (re.* re.allchar))", "true"},
      {"(= (re.range \"b\" \"a\") re.none)", "true"},
      {"(= (re.++ " A " (str.to_re \"\")) " A ")", "true"},
      {"(= (re.++ " A " re.none) re.none)", "true"},
      {"(= (str.to_re \"ab\") (re.++ " A " " B "))", doubt},
      {"(= " A " " B ")", doubt},
      {"(distinct " A " " B ")", doubt},
  };
  check(cases, sizeof cases / sizeof *cases);
}

/* Random expressions against a matcher of its own kind: which substrings of one string belong to
 * each subexpression, by the definition of the operators. */

enum { MOST_NODES = 40, MOST_LENGTH = 8 };

typedef struct {
  char op;
  int a, b;
  unsigned low, high;
} Tree;

typedef struct {
  Tree nodes[MOST_NODES];
  int count;
  Random random;
} Forest;

/* Leaves: 0 none, 1 all, 2 any character, 3 "", 4 a, 5 b, 6 ab, 7 range. */
static int grow(Forest *f, int depth)
{
  static const char inner[] = "..|||&&-~*+?^#";
  Tree tree = {.op = (char)('0' + random_below(&f->random, 8)), .a = -1, .b = -1};
  if (depth > 0 && f->count < MOST_NODES - 12 && random_chance(&f->random, 5, 6)) {
    tree.op = inner[random_below(&f->random, sizeof inner - 1)];
    tree.low = (unsigned)random_below(&f->random, 4);
    tree.high = (unsigned)random_below(&f->random, 5);
    tree.a = grow(f, depth - 1);
    if (strchr(".|&-", tree.op)) tree.b = grow(f, depth - 1);
  }
  f->nodes[f->count] = tree;
  return f->count++;
}

static void write_tree(const Forest *f, int node, StrBuf *out)
{
  static const char *const leaves[] = {
      "re.none", "re.all", "re.allchar",         "(str.to_re \"\")",
      A,         B,        "(str.to_re \"ab\")", "(re.range \"a\" \"b\")"};
  const Tree *tree = &f->nodes[node];
  switch (tree->op) {
  case '.': strbuf_add_text(out, "(re.++ "); break;
  case '|': strbuf_add_text(out, "(re.union "); break;
  case '&': strbuf_add_text(out, "(re.inter "); break;
  case '-': strbuf_add_text(out, "(re.diff "); break;
  case '~': strbuf_add_text(out, "(re.comp "); break;
  case '*': strbuf_add_text(out, "(re.* "); break;
  case '+': strbuf_add_text(out, "(re.+ "); break;
  case '?': strbuf_add_text(out, "(re.opt "); break;
  case '^': strbuf_printf(out, "((_ re.^ %u) ", tree->low); break;
  case '#': strbuf_printf(out, "((_ re.loop %u %u) ", tree->low, tree->high); break;
  default: strbuf_add_text(out, leaves[tree->op - '0']); return;
  }
  write_tree(f, tree->a, out);
  if (tree->b >= 0) {
    strbuf_add_char(out, ' ');
    write_tree(f, tree->b, out);
  }
  strbuf_add_char(out, ')');
}

typedef struct {
  bool has[MOST_LENGTH + 1][MOST_LENGTH + 1]; /* [i][j]: the characters from i to j - 1 */
} Spans;

typedef struct {
  const char *text;
  int length;
  Spans spans[MOST_NODES];
} Naive;

static Spans naive_concat(const Naive *n, const Spans *a, const Spans *b)
{
  Spans result = {0};
  for (int i = 0; i <= n->length; i++)
    for (int k = i; k <= n->length; k++)
      for (int j = k; j <= n->length; j++) result.has[i][j] |= a->has[i][k] && b->has[k][j];
  return result;
}

/* From `low` to `high` times; beyond the length of the string, more rounds add nothing. */
static Spans naive_loop(const Naive *n, const Spans *a, unsigned low, unsigned high)
{
  Spans power = {0}, result = {0};
  for (int i = 0; i <= n->length; i++) power.has[i][i] = true;
  for (unsigned times = 0; times <= high; times++) {
    for (int i = 0; times >= low && i <= n->length; i++)
      for (int j = i; j <= n->length; j++) result.has[i][j] |= power.has[i][j];
    power = naive_concat(n, &power, a);
  }
  return result;
}

static bool naive_leaf(const Naive *n, char op, int i, int j)
{
  const char *text = n->text + i;
  switch (op) {
  case '1': return true;
  case '2': return j - i == 1;
  case '3': return i == j;
  case '4': return j - i == 1 && text[0] == 'a';
  case '5': return j - i == 1 && text[0] == 'b';
  case '6': return j - i == 2 && text[0] == 'a' && text[1] == 'b';
  case '7': return j - i == 1 && (text[0] == 'a' || text[0] == 'b');
  default: return false;
  }
}

static bool naive_simple(const Naive *n, const Tree *tree, int i, int j)
{
  bool a = tree->a >= 0 && n->spans[tree->a].has[i][j];
  bool b = tree->b >= 0 && n->spans[tree->b].has[i][j];
  switch (tree->op) {
  case '|': return a || b;
  case '&': return a && b;
  case '-': return a && !b;
  case '~': return !a;
  case '?': return a || i == j;
  default: return naive_leaf(n, tree->op, i, j);
  }
}

static void naive_run(Naive *n, const Forest *f, const char *text)
{
  n->text = text;
  n->length = (int)strlen(text);
  unsigned many = (unsigned)n->length + 4;
  for (int node = 0; node < f->count; node++) {
    const Tree *tree = &f->nodes[node];
    const Spans *a = &n->spans[tree->a >= 0 ? tree->a : 0];
    Spans *spans = &n->spans[node];
    switch (tree->op) {
    case '.': *spans = naive_concat(n, a, &n->spans[tree->b]); break;
    case '*': *spans = naive_loop(n, a, 0, many); break;
    case '+': *spans = naive_loop(n, a, 1, many); break;
    case '^': *spans = naive_loop(n, a, tree->low, tree->low); break;
    case '#': *spans = naive_loop(n, a, tree->low, tree->high); break;
    default:
      for (int i = 0; i <= n->length; i++)
        for (int j = i; j <= n->length; j++) spans->has[i][j] = naive_simple(n, tree, i, j);
    }
  }
}

/* The shortest of the leftmost matches from `from` on. */
static bool naive_find(const Naive *n, int root, int from, bool empty, int *start, int *end)
{
  for (*start = from; *start <= n->length; ++*start)
    for (*end = *start + !empty; *end <= n->length; ++*end)
      if (n->spans[root].has[*start][*end]) return true;
  return false;
}

static void naive_replace_all(const Naive *n, int root, StrBuf *out)
{
  int start, end, done = 0;
  while (naive_find(n, root, done, false, &start, &end)) {
    strbuf_add(out, n->text + done, (size_t)(start - done));
    strbuf_add_text(out, "<>");
    done = end;
  }
  strbuf_add_text(out, n->text + done);
}

static Value string_value(Eval *eval, const char *text)
{
  uint32_t chars[2 * MOST_LENGTH + 2];
  size_t length = strlen(text);
  for (size_t i = 0; i < length; i++) chars[i] = (uint32_t)text[i];
  return string_of_chars(eval, chars, length, 0);
}

static void reverse_text(const char *text, char *reversed)
{
  size_t length = strlen(text);
  for (size_t i = 0; i < length; i++) reversed[i] = text[length - 1 - i];
  reversed[length] = 0;
}

static void compare_on(Evaluator *evaluator, Forest *f, Naive *n, Value regex, Value backward,
                       const char *text, const char *shown)
{
  Eval *eval = evaluator->eval;
  int root = f->count - 1;
  naive_run(n, f, text);
  Value string = string_value(eval, text);
  bool expected = n->spans[root].has[0][n->length];
  Value got = regex_match(eval, string, regex, 0);
  if (got.kind != VALUE_BOOL || got.word != expected)
    fail_msg("'%s' in %s is not %d", text, shown, expected);
  char reversed[MOST_LENGTH + 1];
  reverse_text(text, reversed);
  got = regex_match(eval, string_value(eval, reversed), backward, 0);
  if (got.kind != VALUE_BOOL || got.word != expected)
    fail_msg("'%s' in the reverse of %s is not %d", reversed, shown, expected);

  int from = (int)random_below(&f->random, (uint64_t)n->length + 1);
  int start, end;
  SliceVec found = {0};
  regex_search(eval, string, regex, (uint64_t)from, false, &found, 0);
  bool any = naive_find(n, root, from, true, &start, &end);
  if (found.count != any ||
      (any && (found.items[0].start != (uint64_t)start || found.items[0].end != (uint64_t)end)))
    fail_msg("searching '%s' from %d for %s", text, from, shown);

  StrBuf replaced;
  strbuf_init(&replaced, 0);
  naive_replace_all(n, root, &replaced);
  found.count = 0;
  regex_search(eval, string, regex, 0, true, &found, 0);
  Value result = string_splice(eval, string, &found, string_value(eval, "<>"), 0);
  if (value_equal(result, string_value(eval, strbuf_text(&replaced))) != TRUTH_TRUE)
    fail_msg("replacing all of %s in '%s' does not give '%s'", shown, text, replaced.bytes);
  strbuf_deinit(&replaced);
  VEC_FREE(&found);
}

static void test_random_expressions(void **state)
{
  (void)state;
  enum { ROUNDS = 12000, STRINGS = 4 };
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, HEAP);
  Naive *naive = calloc(1, sizeof *naive);
  StrBuf shown;
  strbuf_init(&shown, 0);
  for (uint64_t round = 0; round < ROUNDS; round++) {
    Forest f = {.random = random_stream(1, 2, round)};
    int root = grow(&f, 4);
    strbuf_clear(&shown);
    write_tree(&f, root, &shown);
    evaluator_reset(&evaluator);
    Value regex = evaluator_value(&evaluator, strbuf_text(&shown));
    Value backward = regex_reverse(evaluator.eval, regex, 0);
    for (int i = 0; i < STRINGS; i++) {
      char text[MOST_LENGTH + 1] = {0};
      uint64_t length = i == 0 ? 0 : random_below(&f.random, MOST_LENGTH + 1);
      for (uint64_t c = 0; c < length; c++) text[c] = "aaabbbc"[random_below(&f.random, 7)];
      compare_on(&evaluator, &f, naive, regex, backward, text, shown.bytes);
    }
    if (round % 2000 == 1999) { /* or the bank grows and grows */
      evaluator_deinit(&evaluator);
      evaluator_init(&evaluator, "", NULL, HEAP);
    }
  }
  strbuf_deinit(&shown);
  free(naive);
  evaluator_deinit(&evaluator);
}

/* Hostile sizes */

/* `before` n times, then `middle`, then `after` n times. */
static Value nested(Evaluator *evaluator, const char *before, const char *middle, const char *after,
                    size_t n)
{
  StrBuf text;
  strbuf_init(&text, 0);
  for (size_t i = 0; i < n; i++) strbuf_add_text(&text, before);
  strbuf_add_text(&text, middle);
  for (size_t i = 0; i < n; i++) strbuf_add_text(&text, after);
  Value value = evaluator_value(evaluator, strbuf_text(&text));
  strbuf_deinit(&text);
  return value;
}

static Value repeated(Evaluator *evaluator, uint32_t c, uint64_t length)
{
  StringObject *string = value_string_room(&evaluator->eval->heap, length);
  for (uint64_t i = 0; i < length; i++) string->chars[i] = c;
  return value_string(string);
}

static void test_deep_expressions(void **state)
{
  (void)state;
  enum { DEPTH = 100000 };
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, (size_t)1 << 30);
  Eval *eval = evaluator.eval;
  Value long_a = repeated(&evaluator, 'a', DEPTH + 1);
  Value one_a = repeated(&evaluator, 'a', 1);
  Value stars = nested(&evaluator, "(re.* ", A, ")", DEPTH);
  assert_true(value_is_true(regex_match(eval, long_a, stars, 0)));
  Value right = nested(&evaluator, "(re.++ " A " ", A, ")", DEPTH);
  assert_true(value_is_true(regex_match(eval, long_a, right, 0)));
  assert_true(value_is_false(regex_match(eval, one_a, right, 0)));
  Value left = nested(&evaluator, "(re.++ ", A, " " A ")", DEPTH);
  assert_true(value_is_true(regex_match(eval, long_a, left, 0)));
  assert_true(value_is_false(regex_match(eval, one_a, left, 0)));
  Value unions = nested(&evaluator, "(re.union (re.++ " B " ", A, ") " A ")", DEPTH);
  assert_true(value_is_true(regex_match(eval, one_a, unions, 0)));
  Value flat = nested(&evaluator, "(re.union (re.opt " A ") (re.inter re.all ", A, "))", DEPTH);
  assert_true(value_is_true(regex_match(eval, one_a, flat, 0)));
  Value complements = nested(&evaluator, "(re.comp (re.++ " A " ", A, "))", DEPTH);
  assert_false(value_is_unknown(regex_match(eval, one_a, complements, 0)));
  Value backward = regex_reverse(eval, left, 0);
  assert_true(value_is_true(regex_match(eval, long_a, backward, 0)));
  Value options = nested(&evaluator, "(re.opt (re.+ (re.++ " A " ", A, ")))", DEPTH / 10);
  assert_true(value_is_true(regex_match(eval, one_a, options, 0)));
  evaluator_deinit(&evaluator);
}

/* x0 is `leaf`, x1 is (op x0 x0) and so on: the tree has 2^60 leaves. */
static Value doubled(Evaluator *evaluator, const char *op, const char *leaf)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "(let ((x0 %s)) ", leaf);
  for (int i = 0; i < 60; i++)
    strbuf_printf(&text, "(let ((x%d (%s (re.+ x%d) x%d))) ", i + 1, op, i, i);
  strbuf_add_text(&text, "x60");
  for (int i = 0; i <= 60; i++) strbuf_add_char(&text, ')');
  Value value = evaluator_value(evaluator, strbuf_text(&text));
  strbuf_deinit(&text);
  return value;
}

static void test_shared_expressions(void **state)
{
  (void)state;
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, HEAP);
  Eval *eval = evaluator.eval;
  Value a = repeated(&evaluator, 'a', 1);
  Value aaa = repeated(&evaluator, 'a', 3);
  Value b = repeated(&evaluator, 'b', 1);
  Value unions = doubled(&evaluator, "re.union", A);
  assert_true(value_is_true(regex_match(eval, a, unions, 0)));
  assert_true(value_is_true(regex_match(eval, aaa, unions, 0)));
  assert_true(value_is_false(regex_match(eval, b, unions, 0)));
  Value intersections = doubled(&evaluator, "re.inter", A);
  assert_true(value_is_true(regex_match(eval, a, intersections, 0)));
  assert_true(value_is_false(regex_match(eval, b, intersections, 0)));
  Value longer = doubled(&evaluator, "re.++", A);
  assert_true(value_is_false(regex_match(eval, a, longer, 0)));
  assert_true(value_is_false(regex_match(eval, b, longer, 0)));
  Value same = doubled(&evaluator, "re.++", A);
  assert_int_equal(value_equal(longer, same), TRUTH_TRUE);
  evaluator_deinit(&evaluator);
}

static void test_long_strings(void **state)
{
  (void)state;
  enum { LENGTH = 1000000 };
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, HEAP);
  Eval *eval = evaluator.eval;
  Value text = repeated(&evaluator, 'a', LENGTH);
  Value counted = evaluator_value(&evaluator, "((_ re.loop 1000000 1000000000) " A ")");
  assert_true(value_is_true(regex_match(eval, text, counted, 0)));
  Value short_of_it = evaluator_value(&evaluator, "((_ re.loop 0 999999) " A ")");
  assert_true(value_is_false(regex_match(eval, text, short_of_it, 0)));
  Value itself = regex_string(eval, text, 0);
  assert_true(value_is_true(regex_match(eval, text, itself, 0)));
  /* trying each position would take 10^12 steps */
  Value absent = evaluator_value(&evaluator, "(re.++ (re.* " A ") " B ")");
  SliceVec found = {0};
  assert_false(value_is_unknown(regex_search(eval, text, absent, 0, true, &found, 0)));
  assert_int_equal(found.count, 0);
  VEC_FREE(&found);
  evaluator_deinit(&evaluator);
}

static void test_limits(void **state)
{
  (void)state;
  /* the automaton has 2^30 states */
  static const char hard[] = "(re.++ re.all " A " ((_ re.^ 30) re.allchar) (str.to_re \"c\"))";
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, HEAP);
  evaluator.eval->steps = 100000;
  Eval *eval = evaluator.eval;
  StringObject *string = value_string_room(&eval->heap, 100000);
  Random random = random_stream(1, 3, 0);
  for (uint64_t i = 0; i < string->length; i++)
    string->chars[i] = (uint32_t)(random_chance(&random, 1, 2) ? 'a' : 'b');
  Value text = value_string(string);
  Value regex = evaluator_value(&evaluator, hard);
  Value result = regex_match(eval, text, regex, 0);
  assert_int_equal(result.kind, VALUE_UNKNOWN);
  assert_int_equal(result.tag, REASON_STEPS);
  eval->steps = STEPS;
  size_t used = eval->heap.used;
  string->chars[string->length - 1] = 'c';
  string->chars[string->length - 32] = 'b';
  assert_true(value_is_false(regex_match(eval, text, regex, 0)));
  string->chars[string->length - 32] = 'a';
  assert_true(value_is_true(regex_match(eval, text, regex, 0)));
  assert_int_equal(eval->heap.used, used);
  eval->heap.limit = eval->heap.used + 2000;
  result = regex_match(eval, text, regex, 0);
  assert_int_equal(result.kind, VALUE_UNKNOWN);
  assert_int_equal(result.tag, REASON_MEMORY);
  evaluator_deinit(&evaluator);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_membership),
      cmocka_unit_test(test_huge_bounds),
      cmocka_unit_test(test_replacement),
      cmocka_unit_test(test_equality),
      cmocka_unit_test(test_random_expressions),
      cmocka_unit_test(test_deep_expressions),
      cmocka_unit_test(test_shared_expressions),
      cmocka_unit_test(test_long_strings),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests_name("eval_regex", tests, NULL, NULL);
}
