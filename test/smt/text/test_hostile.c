/* Input made to break the program: depth, size, sharing, and files that are none.
 *
 * The stack is small and memory is limited, so that recursion or waste shows at moderate sizes. */
#include "testing.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"
#include "support/round_trip.h"
#include "support/run_command.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

enum {
  SCALE = SANITIZED ? 20 : 1,
  DEEP = 1000000 / SCALE,     /* levels that are read, printed and read again */
  ALL_STYLES = 50000 / SCALE, /* the same in every style */
  QUANTIFIERS = 100000 / SCALE,
  STACK = SANITIZED ? 2 << 20 : 256 << 10,
  SECONDS = 60,
};
static const rlim_t memory_limit = (rlim_t)3 << 30;

/* --- texts --- */

static StrBuf text_new(const char *start)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, start);
  return text;
}

/* In the first and last pieces of a nest, '#' stands for the number of the level. */
static void add_piece(StrBuf *text, const char *piece, uint32_t level)
{
  for (; *piece; piece++) {
    if (*piece == '#')
      strbuf_add_u64(text, level);
    else
      strbuf_add_char(text, *piece);
  }
}

typedef struct {
  const char *name;
  const char *before; /* declarations and the begin of an assertion */
  const char *open, *middle, *close;
  const char *after;
} Nest;

static StrBuf nest_text(const Nest *nest, uint32_t depth)
{
  StrBuf text = text_new(nest->before);
  for (uint32_t i = 0; i < depth; i++) add_piece(&text, nest->open, i);
  add_piece(&text, nest->middle, depth - 1);
  for (uint32_t i = depth; i-- > 0;) add_piece(&text, nest->close, i);
  strbuf_add_text(&text, nest->after);
  return text;
}

/* The first DEEP_NESTS are also tried with DEEP levels. */
static const Nest nests[] = {
    {"not", "(declare-const p Bool)(assert ", "(not ", "p", ")", ")"},
    {"let", "(declare-const x Int)(assert (let ((v 0)) ", "(let ((v (+ x v))) ", "(= v 0)", ")",
     "))"},
    {"forall", "(assert ", "(forall ((x Bool)) ", "true", ")", ")"},
    {"minus", "(declare-const x Int)(assert (= 0 ", "(- ", "x", ")", "))"},
    {"ite", "(declare-const p Bool)(declare-const x Int)(assert (= x ", "(ite p 1 ", "x", ")",
     "))"},
    {"annotations", "(declare-const p Bool)(assert ", "(! ", "p", " :a)", ")"},
    {"match", "(declare-datatype D ((a) (b (c Int))))(declare-const d D)(assert ", "(match d ((a ",
     "true", ") ((b x) false)))", ")"},
    {"array sorts", "(declare-const x ", "(Array Int ", "Int", ")", ")(assert (= x x))"},
    {"partial application", "(set-logic HO_ALL)(declare-const g (-> Int Int Int))(assert (= 0 ",
     "((g 1) ", "0", ")", "))"},
    {"let value", "(declare-const x Int)(assert (= 0 ", "(let ((v ", "x", ")) (- v))", "))"},
    {"forall, distinct", "(assert ", "(forall ((x# Int)) ", "(= x0 x#)", ")", ")"},
    {"names", "(declare-const p Bool)(assert ", "(! (not ", "p", ") :named n#)", ")"},
    {"application", "(set-logic HO_ALL)(declare-const f (-> Int Int))(assert (= 0 ", "(@ f ", "0",
     ")", "))"},
    {"lambda", "(set-logic HO_ALL)(assert (= 0 ", "((lambda ((x Int)) x) ", "0", ")", "))"},
};
enum { NESTS = sizeof nests / sizeof *nests, DEEP_NESTS = 9 };

/* --- through the library --- */

typedef struct {
  const StrBuf *text;
  bool all_styles;
  bool fine;
  StrBuf why;
} Task;

static void *run_task(void *argument)
{
  Task *task = argument;
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error = {0};
  if (script_read(bank, task->text->bytes, task->text->length, &script, &error) != STATUS_OK) {
    strbuf_printf(&task->why, "%u:%u: %s", error.line, error.column, error.message);
  } else if (task->all_styles) {
    task->fine = round_trip_all(bank, &script, true, 0, &task->why);
  } else {
    PrintOptions flat = {.share = SHARE_LET};
    task->fine = round_trip(bank, &script, &flat, 0, &task->why);
  }
  script_deinit(&script);
  bank_destroy(bank);
  return NULL;
}

/* Reads, prints and reads the text on a thread with a small stack. */
static void assert_round_trip(const char *name, StrBuf *text, bool all_styles)
{
  strbuf_text(text);
  Task task = {.text = text, .all_styles = all_styles};
  strbuf_init(&task.why, 0);
  pthread_attr_t attributes;
  pthread_t thread;
  assert_int_equal(pthread_attr_init(&attributes), 0);
  assert_int_equal(pthread_attr_setstacksize(&attributes, STACK), 0);
  uint64_t start = clock_monotonic_ns();
  assert_int_equal(pthread_create(&thread, &attributes, run_task, &task), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  uint64_t elapsed = (clock_monotonic_ns() - start) / 1000000000;
  pthread_attr_destroy(&attributes);
  if (!task.fine) fail_msg("%s: %.1000s", name, strbuf_text(&task.why));
  if (elapsed > SECONDS) fail_msg("%s takes %u seconds", name, (unsigned)elapsed);
  strbuf_deinit(&task.why);
  strbuf_deinit(text);
}

static void test_every_kind_of_nest_in_every_style(void **state)
{
  (void)state;
  for (size_t i = 0; i < NESTS; i++) {
    StrBuf text = nest_text(&nests[i], ALL_STYLES);
    assert_round_trip(nests[i].name, &text, true);
  }
}

static void test_deep_nests(void **state)
{
  (void)state;
  for (size_t i = 0; i < DEEP_NESTS; i++) {
    StrBuf text = nest_text(&nests[i], DEEP);
    assert_round_trip(nests[i].name, &text, false);
  }
}

/* Quantifiers that use their own variable: of one name, and of names of their own. */
static void test_many_quantifiers(void **state)
{
  (void)state;
  static const Nest same = {"",        "(assert ", "(forall ((x Int)) (and (> x 0) ",
                            "(= x 1)", "))",       ")"};
  static const Nest distinct = {"",         "(assert ", "(forall ((x# Int)) (and (> x# x0) ",
                                "(= x# 1)", "))",       ")"};
  StrBuf text = nest_text(&same, QUANTIFIERS);
  assert_round_trip("forall, one name", &text, false);
  text = nest_text(&distinct, QUANTIFIERS);
  assert_round_trip("forall, many names", &text, false);
}

/* t(n+1) = (and (forall ((x Int)) t(n)) (exists ((y Int)) t(n))), and terms that double. */
static void test_sharing(void **state)
{
  (void)state;
  static const Nest quantifiers = {"",
                                   "(declare-fun p (Int) Bool)(assert (let ((t (p 0))) ",
                                   "(let ((t (and (forall ((x Int)) t) (exists ((y Int)) t)))) ",
                                   "t",
                                   ")",
                                   "))"};
  static const Nest open = {"",
                            "(declare-fun p (Int) Bool)(assert (forall ((z Int)) (let ((t (p z))) ",
                            "(let ((t (and (forall ((x Int)) t) (exists ((y Int)) t)))) ",
                            "t",
                            ")",
                            ")))"};
  static const Nest doubling = {
      "",  "(declare-const x Int)(assert (let ((d x)) ", "(let ((d (+ d d))) ", "(= d 0)", ")",
      "))"};
  const struct {
    const char *name;
    const Nest *nest;
    uint32_t depth;
  } cases[] = {{"quantifiers", &quantifiers, 60},
               {"quantifiers below a variable", &open, 60},
               {"let", &doubling, 1000}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    StrBuf text = nest_text(cases[i].nest, cases[i].depth);
    assert_round_trip(cases[i].name, &text, false);
  }
}

/* --- through the program --- */

/* Runs `assay` with a text as standard input; the words end with NULL. */
static CommandResult assay(const StrBuf *text, const char *const *words)
{
  const char *argv[10] = {assay_program()};
  if (!argv[0]) fail_msg("the environment variable ASSAY does not name the program");
  for (size_t i = 0; words[i]; i++) argv[i + 1] = words[i];
  CommandSettings settings = {.timeout_ms = SECONDS * 1000};
  if (text) {
    settings.input = text->bytes;
    settings.input_length = text->length;
  }
  CommandResult result = run_command_with(argv, settings);
  if (result.timed_out) fail_msg("assay %s takes more than %d seconds", words[0], SECONDS);
  if (result.signal) fail_msg("assay %s: signal %d\n%s", words[0], result.signal, result.err);
  return result;
}

#define WORDS(...) ((const char *[]){__VA_ARGS__, NULL})

static void expect(CommandResult result, int code, const char *err_part)
{
  if (result.exit_code != code || (err_part && !strstr(result.err, err_part)))
    fail_msg("exit code %d, not %d: %.1000s", result.exit_code, code, result.err);
  command_result_free(&result);
}

static void expect_accepted(StrBuf text)
{
  expect(assay(&text, WORDS("check", "-")), 0, NULL);
  expect(assay(&text, WORDS("info", "-")), 0, NULL);
  expect(assay(&text, WORDS("fmt", "-o", "/dev/null", "-")), 0, NULL);
  strbuf_deinit(&text);
}

static void add_repeated(StrBuf *text, const char *piece, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) strbuf_add_text(text, piece);
}

static void test_a_nest_of_five_million(void **state)
{
  (void)state;
  StrBuf text = nest_text(&nests[0], 5000000 / SCALE);
  expect(assay(&text, WORDS("fmt", "--flat", "-o", "/dev/null", "-")), 0, NULL);
  strbuf_deinit(&text);
}

static void test_many_parentheses(void **state)
{
  (void)state;
  enum { MANY = (64 << 20) / SCALE };
  StrBuf text = text_new("");
  add_repeated(&text, "(", MANY);
  expect(assay(&text, WORDS("check", "-")), 1, "1:2: error: expected a command, found '('");
  strbuf_clear(&text);
  strbuf_add_text(&text, "(assert ");
  add_repeated(&text, "(", MANY);
  expect(assay(&text, WORDS("check", "-")), 1,
         SANITIZED ? "unclosed parenthesis" : "terms are nested deeper than 16777216 levels");
  strbuf_clear(&text);
  strbuf_add_text(&text, "(set-info :a ");
  add_repeated(&text, "(", MANY);
  expect(assay(&text, WORDS("check", "-")), 1, "1:");
  strbuf_clear(&text);
  strbuf_add_text(&text, "(check-sat)");
  add_repeated(&text, ")", MANY);
  expect(assay(&text, WORDS("check", "-")), 1, "1:12: error: expected a command, found ')'");
  strbuf_deinit(&text);
}

static void test_files_that_are_none(void **state)
{
  (void)state;
  expect(assay(&(StrBuf){.bytes = (char[]){""}}, WORDS("check", "-")), 0, NULL);
  expect(assay(NULL, WORDS("check", "/dev/null")), 0, NULL);
  expect(assay(NULL, WORDS("mutate", "/")), 3, "cannot read '/': is a directory");
  expect(assay(NULL, WORDS("check", "/nonexistent/file.smt2")), 3, "no such file or directory");
  expect(assay(NULL, WORDS("check", "/dev/zero")), 1, "/dev/zero:1:1: error: NUL byte");
  expect(assay(NULL, WORDS("fmt", "/dev/zero")), 1, "NUL byte");
  expect(assay(NULL, WORDS("info", "/dev/zero")), 1, "NUL byte");
  if (geteuid() == 0) return; /* root can read everything */
  char path[] = "/tmp/test_hostile.XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(fchmod(fd, 0), 0);
  CommandResult result = assay(NULL, WORDS("check", path));
  unlink(path);
  close(fd);
  expect(result, 3, "cannot read");
}

static void test_long_words(void **state)
{
  (void)state;
  StrBuf text = text_new("(declare-const ");
  add_repeated(&text, "a", 10000000 / SCALE);
  strbuf_add_text(&text, " Bool)(assert ");
  add_repeated(&text, "a", 10000000 / SCALE);
  strbuf_add_char(&text, ')');
  expect_accepted(text);
  text = text_new("(declare-const s String)(assert (= s \"");
  add_repeated(&text, "0123456789", 5000000 / SCALE);
  strbuf_add_text(&text, "\"))");
  expect_accepted(text);
  text = text_new("(assert (< 0 1");
  add_repeated(&text, "0", 10000000 / SCALE);
  strbuf_add_text(&text, "))");
  expect_accepted(text);
  text = text_new("(assert ");
  add_repeated(&text, "a", 10000000 / SCALE);
  expect(assay(&text, WORDS("check", "-")), 1, "1:9: error: unknown symbol 'aaa");
  strbuf_deinit(&text);
}

static void test_wide_terms(void **state)
{
  (void)state;
  StrBuf text = text_new("(declare-const p Bool)(declare-const q Bool)(assert (and");
  add_repeated(&text, " p q", 2500000 / SCALE);
  strbuf_add_text(&text, "))");
  expect_accepted(text);
}

static void test_many_levels(void **state)
{
  (void)state;
  StrBuf text = text_new("");
  add_repeated(&text, "(push 1)(declare-const x Int)(pop 1)(push 1)", 200000 / SCALE);
  strbuf_add_text(&text, "(assert true)");
  add_repeated(&text, "(pop 1)", 200000 / SCALE);
  expect_accepted(text);
  /* Numbers cost nothing, however large. */
  expect_accepted(text_new("(push 2147483647)(declare-const x Int)(pop 2147483646)"
                           "(declare-const x Bool)(push 2)(pop 3)(declare-const x Real)"));
  text = text_new("(push 2147483647)(pop 2147483647)(pop 1)");
  expect(assay(&text, WORDS("check", "-")), 1, "1 level to pop, but 0 pushed");
  strbuf_deinit(&text);
}

/* A tree of 2^64 nodes: sizes are saturated, and --tree stops at its limit. */
static void test_exponential_trees(void **state)
{
  (void)state;
  StrBuf text = text_new("(declare-const x Int)(define-fun d0 () Int x)");
  for (unsigned i = 1; i <= 64; i++)
    strbuf_printf(&text, "(define-fun d%u () Int (+ d%u d%u))", i, i - 1, i - 1);
  strbuf_add_text(&text, "(assert (= d64 0))");
  expect(assay(&text, WORDS("fmt", "--tree", "-o", "/dev/null", "-")), 0, NULL);
  expect_accepted(text);
  static const Nest doubling = {
      "",  "(declare-const x Int)(assert (let ((d x)) ", "(let ((d (+ d d))) ", "(= d 0)", ")",
      "))"};
  text = nest_text(&doubling, 1000);
  CommandResult result = assay(&text, WORDS("fmt", "--tree", "--max-size", "10M", "-"));
  assert_int_equal(result.out_length, 0);
  expect(result, 1, "larger than 10M");
  expect_accepted(text);
}

/* Limits that the program under test inherits. */
static int set_limits(void **state)
{
  (void)state;
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return -1;
  limit.rlim_cur = (rlim_t)STACK * 4;
  if (setrlimit(RLIMIT_STACK, &limit) != 0) return -1;
  if (SANITIZED) return 0; /* it reserves more than any limit */
  if (getrlimit(RLIMIT_AS, &limit) != 0) return -1;
  if (limit.rlim_cur > memory_limit) limit.rlim_cur = memory_limit;
  return setrlimit(RLIMIT_AS, &limit);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_kind_of_nest_in_every_style),
      cmocka_unit_test(test_deep_nests),
      cmocka_unit_test(test_many_quantifiers),
      cmocka_unit_test(test_sharing),
      cmocka_unit_test(test_a_nest_of_five_million),
      cmocka_unit_test(test_many_parentheses),
      cmocka_unit_test(test_files_that_are_none),
      cmocka_unit_test(test_long_words),
      cmocka_unit_test(test_wide_terms),
      cmocka_unit_test(test_many_levels),
      cmocka_unit_test(test_exponential_trees),
  };
  return cmocka_run_group_tests_name("hostile", tests, set_limits, NULL);
}
