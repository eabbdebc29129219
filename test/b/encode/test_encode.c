/* Predicates of B in three encodings, and what z3 and cvc5 say to them. */
#include "testing.h"

#include <string.h>

#include "b/encode/encode.h"
#include "support/run_command.h"
#include "support/scratch.h"

/* What each encoding gives: s(at), u(nsat), ? for anything but the opposite of the others, x for a known solver bug
 * (doc/solver-bugs.md). */
static const struct {
  const char *answers, *predicate;
} cases[] = {
    {"sss", "xx : 1..3 & xx > 2"},
    {"uuu", "xx : 1..3 & xx > 3"},
    {"uuu", "xx : INTEGER & -7/2 /= -3"},
    {"uuu", "7/(-2) /= -3"},
    {"uuu", "7 mod 3 /= 1"},
    {"uuu", "{1,2} \\/ {3} /= {1,2,3}"},
    {"uuu", "ss <: {1,2,3} & card(ss) > 3"},
    {"sss", "ss <: 1..3 & card(ss) = 2 & 2 /: ss"},
    {"uuu", "card({1,1,2}) /= 2"},
    {"uuu", "ss : POW({1,2}) & card(ss) = 3"},
    {"uuu", "{1,2} * {3} /= {1|->3, 2|->3}"},
    {"uuu", "dom({1|->2, 3|->4}) /= {1,3}"},
    {"uuu", "ran({1|->2, 3|->4}) /= {2,4}"},
    {"uuu", "{1|->2}~ /= {2|->1}"},
    {"uuu", "({1|->2};{2|->3}) /= {1|->3}"},
    {"uuu", "{1|->2, 3|->4}[{1}] /= {2}"},
    {"uuu", "{1} <| {1|->2, 3|->4} /= {1|->2}"},
    {"uuu", "{1} <<| {1|->2, 3|->4} /= {3|->4}"},
    {"uuu", "{1|->2, 3|->4} |> {2} /= {1|->2}"},
    {"uuu", "{1|->2, 3|->4} |>> {2} /= {3|->4}"},
    {"uuu", "{1|->2, 3|->4} <+ {1|->5} /= {1|->5, 3|->4}"},
    {"uuu", "id({1,2}) /= {1|->1,2|->2}"},
    {"sss", "ff : 1..2 --> 3..4 & ff(1) = 4"},
    {"uuu", "ff : 1..2 --> 3..4 & ff(1) = 5"},
    {"uuu", "ff : 1..3 >-> 1..2"},
    {"sss", "ff : 1..2 >->> 1..2 & ff(1) = 2"},
    {"uuu", "ff : 1..2 >->> 1..2 & ff(1) = ff(2)"},
    {"uux", "ff : 1..2 +->> 1..3"},
    {"uuu", "(%xx.(xx : 1..3 | xx * xx))(3) /= 9"},
    {"uuu", "SIGMA(xx).(xx : 1..3 | xx * xx) /= 14"},
    {"uuu", "PI(xx).(xx : 1..3 | xx) /= 6"},
    {"uuu", "min({3,1,2}) /= 1"},
    {"uuu", "max(1..4) /= 4"},
    {"uuu", "union({{1},{2}}) /= {1,2}"},
    {"uuu", "inter({{1,2},{2}}) /= {2}"},
    {"uuu", "UNION(xx).(xx : 1..2 | {xx, xx+1}) /= {1,2,3}"},
    {"uuu", "INTER(xx).(xx : 1..2 | {xx, 2}) /= {2}"},
    {"uuu", "{xx | xx : 1..5 & xx > 3} /= {4,5}"},
    {"uuu", "size([1,2,3]) /= 3"},
    {"uuu", "first([4,5]) /= 4"},
    {"uuu", "last([4,5]) /= 5"},
    {"uuu", "front([4,5]) /= [4]"},
    {"uuu", "tail([4,5]) /= [5]"},
    {"uuu", "rev([4,5]) /= [5,4]"},
    {"uuu", "[1]^[2] /= [1,2]"},
    {"uuu", "1 -> [2] /= [1,2]"},
    {"uuu", "[1] <- 2 /= [1,2]"},
    {"uuu", "[1,2,3] /|\\ 2 /= [1,2]"},
    {"uuu", "[1,2,3] \\|/ 2 /= [3]"},
    {"ss?", "ss : seq({7,8}) & size(ss) = 2 & ss(1) = 7"},
    {"uu?", "size(front([4,5])) /= 1"},
    {"u?u", "closure1({1|->2,2|->3}) /= {1|->2,2|->3,1|->3}"},
    {"uuu", "closure1({1|->2,2|->3}) = {1|->2,2|->3}"},
    {"uuu", "prj1({1},{2}) /= {(1|->2)|->1}"},
    {"uuu", "{1|->2} >< {1|->3} /= {1|->(2|->3)}"},
    {"uuu", "({1|->2} || {3|->4}) /= {(1|->3)|->(2|->4)}"},
    {"uuu", "iterate({1|->2,2|->3},2) /= {1|->3}"},
    {"uuu", "succ(3) /= 4"},
    {"uuu", "bool(1 < 2) = FALSE"},
    {"uuu", "rec(aa:1,bb:2)'aa /= 1"},
    {"sss", "rr : struct(aa:1..2,bb:BOOL) & rr'aa = 2"},
    {"uuu", "floor(1.5) /= 1"},
    {"uuu", "ceiling(1.5) /= 2"},
    {"uuu", "!xx.(xx : 1..3 => xx < 3)"},
    {"sss", "#xx.(xx : 1..3 & xx > 2)"},
    {"uuu", "{1} <<: {1}"},
    {"uuu", "IF 1 < 2 THEN 3 ELSE 4 END /= 3"},
    {"uuu", "fnc({1|->2,1|->3}) /= {1|->{2,3}}"},
    {"uuu", "rel({1|->{2,3}}) /= {1|->2,1|->3}"},
    {"ss?", "ss <: INTEGER & !xx.(xx : NATURAL => xx : ss)"},
    {"uu?", "ss : FIN(INTEGER) & !xx.(xx : NATURAL => xx : ss)"},
    {"uuu", "\"a\" = \"b\""},
    {"uuu", "2 ** 3 /= 8"},
};

static const char *const commands[][7] = {
    {"z3", "-T:10", NULL},
    {"z3", "-T:10", NULL},
    {"cvc5", "--tlimit=10000", "--sets-ext", "--fmf-bound", "--strings-exp", NULL},
};

static Status encode(const char *text, BEncoding encoding, StrBuf *script, BEncodeResult *result,
                     Error *error)
{
  BBank *bank = b_bank_create();
  BModule module = {0};
  BEncodeOptions options = {.encoding = encoding, .maxint = 2147483647, .minint = -2147483647};
  Status status = b_read(bank, text, strlen(text), &module, error);
  if (status == STATUS_OK) status = b_encode(bank, &module, &options, script, result, error);
  b_module_deinit(&module);
  b_bank_destroy(bank);
  return status;
}

/* The first letter of what the solver says. */
static char ask(BEncoding encoding, const char *script)
{
  const char *words[8];
  size_t count = 0;
  while (commands[encoding][count]) words[count] = commands[encoding][count], count++;
  scratch_write("script.smt2", script);
  words[count++] = scratch_path("script.smt2");
  words[count] = NULL;
  CommandResult result = run_command(words);
  if (result.exit_code == 127) skip();
  if (strstr(result.out, "error")) fail_msg("%s\n%s", result.out, script);
  char answer = strncmp(result.out, "sat", 3) == 0     ? 's'
                : strncmp(result.out, "unsat", 5) == 0 ? 'u'
                                                       : '?';
  command_result_free(&result);
  return answer;
}

static void check_case(const char *predicate, const char *answers)
{
  for (int encoding = 0; encoding < 3; encoding++) {
    StrBuf script;
    BEncodeResult result;
    Error error;
    strbuf_init(&script, 0);
    if (encode(predicate, (BEncoding)encoding, &script, &result, &error) != STATUS_OK)
      fail_msg("%s: %s", predicate, error.message);
    char answer = ask((BEncoding)encoding, strbuf_text(&script)), expected = answers[encoding];
    bool opposite = answer != '?' && answer != answers[0];
    if (expected != 'x' && (expected == '?' ? opposite : answer != expected))
      fail_msg("%s: encoding %d gives %c, not %c\n%s", predicate, encoding, answer, expected,
               strbuf_text(&script));
    strbuf_deinit(&script);
  }
}

static void test_solvers_agree(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_case(cases[i].predicate, cases[i].answers);
}

/* What has no translation is said, with the operator. */
static void test_not_translatable(void **state)
{
  (void)state;
  static const struct {
    const char *predicate, *part;
  } refused[] = {
      {"top(bin(1)) = 1", "'top'"},
      {"xx : NATURAL & 2 ** xx = 8", "'**'"},
      {"ss <: INTEGER & card(ss) = 2", "card of a set without a known bound"},
      {"SIGMA(xx).(xx > 0 | xx) = 3", "without known bounds"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    StrBuf script;
    BEncodeResult result;
    Error error;
    strbuf_init(&script, 0);
    assert_int_equal(
        encode(refused[i].predicate, B_ENCODING_CONSTRUCTIVE, &script, &result, &error),
        STATUS_LIMIT);
    if (!strstr(error.message, refused[i].part))
      fail_msg("'%s' in '%s'", refused[i].part, error.message);
    assert_int_equal(script.length, 0);
    strbuf_deinit(&script);
  }
}

/* Finite sets stand for all sets in cvc5's encoding: it is said where that matters. */
static void test_what_answers_show(void **state)
{
  (void)state;
  static const struct {
    const char *predicate;
    BEncoding encoding;
    bool sat, unsat;
  } shown[] = {
      {"ss <: INTEGER & 1 : ss", B_ENCODING_SETS, true, false},
      {"ss <: INTEGER & 1 : ss", B_ENCODING_AXIOMATIC, true, true},
      {"ss <: BOOL & TRUE : ss", B_ENCODING_SETS, true, true},
      {"!ss.(ss <: INTEGER => ss <: NATURAL)", B_ENCODING_SETS, false, false},
      {"#pp.(pp : INTEGER * POW(INTEGER) & pp /= pp)", B_ENCODING_SETS, false, false},
      {"#rr.(rr : struct(aa : POW(INTEGER)) & rr /= rr)", B_ENCODING_SETS, false, false},
  };
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
    StrBuf script;
    BEncodeResult result;
    Error error;
    strbuf_init(&script, 0);
    assert_int_equal(encode(shown[i].predicate, shown[i].encoding, &script, &result, &error),
                     STATUS_OK);
    assert_int_equal(result.sat_shows, shown[i].sat);
    assert_int_equal(result.unsat_shows, shown[i].unsat);
    strbuf_deinit(&script);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_solvers_agree),
      cmocka_unit_test(test_not_translatable),
      cmocka_unit_test(test_what_answers_show),
  };
  return cmocka_run_group_tests_name("b_encode", tests, scratch_set_up, scratch_tear_down);
}
