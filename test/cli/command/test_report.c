/* assay report, plot, list and show on stores that the test makes. */
#include "testing.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/sample_store.h"
#include "support/scratch.h"
#include "support/summary.h"

/* Stores: "plain" with two campaigns, "hostile", "empty" without a campaign; a file that is none. */
static int set_up(void **state)
{
  (void)state;
  static const char *const names[] = {"plain", "hostile", "empty"};
  if (scratch_set_up(state) || chdir(scratch_folder())) return 1;
  for (size_t i = 0; i < 3; i++) {
    Store *store;
    Error error;
    mkdir(names[i], 0777);
    ok(store_open(&store, names[i], &(StoreOptions){.writable = true}, &error), &error);
    if (i == 0) sample_campaign(store, "early", 10);
    if (i == 0) sample_campaign(store, "night", 100);
    if (i == 1) sample_hostile_campaign(store);
    store_close(store);
  }
  scratch_write("foreign", "just text that is no store at all\n");
  return 0;
}

#define ASSAY(...) run_command((const char *[]){assay_program(), __VA_ARGS__, NULL})

/* Nothing may steer a terminal; newlines and, in tables, carriage returns before them are fine. */
static void assert_harmless(const char *text)
{
  for (const char *c = text; *c != '\0'; c++) {
    unsigned char byte = (unsigned char)*c;
    if ((byte >= 0x20 && byte != 0x7f && byte != 0xff) || byte == '\n' || byte == '\t') continue;
    if (byte == '\r' && c[1] == '\n') continue;
    fail_msg("byte %02x in: %.60s", byte, c > text + 20 ? c - 20 : text);
  }
  assert_null(strstr(text, "\xe2\x80\xae"));
}

static void test_markdown(void **state)
{
  (void)state;
  expect(ASSAY("report", "plain"), 0, "# night\n\n100 inputs and 190 runs in 99.0 s", "");
  expect(ASSAY("report", "plain"), 0, "| z3 | 4.8.12 | target | 100 | 90 | 145.0 | 10 timeout |",
         "");
  expect(ASSAY("report", "plain"), 0, "```\n(assert false)\n(check-sat)\n```", "");
  expect(ASSAY("report", "plain", "--campaign", "1"), 0, "# early", "");
  expect(ASSAY("report", "plain", "--campaign", "1"), 0,
         "\nKnown: an old one (https://example.org/7)\n\nLikely the same as finding-01.\n", "");
  expect(ASSAY("report", "plain"), 0,
         "\n## Options of solvers\n\n| option | reward | 95% from | to | pulls | rewarded |\n"
         "|---|--:|--:|--:|--:|--:|\n| z3(sat.euf=true) | 0.300 | ",
         "");
  expect(ASSAY("report", "plain/campaign.db"), 0, "# night", "");
}

static void test_html(void **state)
{
  (void)state;
  CommandResult result = ASSAY("report", "hostile", "--format", "html");
  assert_int_equal(result.exit_code, 0);
  assert_non_null(strstr(result.out, "</html>"));
  assert_non_null(strstr(result.out, "assay-figure"));
  assert_null(strstr(result.out, "<script>alert(1)"));
  command_result_free(&result);
}

static void test_json(void **state)
{
  (void)state;
  CommandResult result = ASSAY("report", "plain", "--format", "json");
  json_t *document = json_loads(result.out, 0, NULL);
  int runs = 0, format = 0;
  assert_int_equal(result.exit_code, 0);
  assert_int_equal(
      json_unpack(document, "{s:i, s:{s:i}}", "format", &format, "counts", "runs", &runs), 0);
  assert_int_equal(runs, 190);
  const json_t *groups = json_object_get(document, "groups");
  const json_t *first = json_array_get(groups, 0), *second = json_array_get(groups, 1);
  assert_true(json_is_null(json_object_get(first, "known")));
  assert_true(json_is_null(json_object_get(first, "same_as")));
  assert_string_equal(text_of(second, "known"), "an old one (https://example.org/7)");
  assert_string_equal(text_of(first, "name"), "finding-01");
  assert_string_equal(text_of(second, "name"), "finding-02");
  assert_string_equal(text_of(second, "same_as"), "finding-01");
  const json_t *option = json_array_get(json_object_get(document, "options"), 0);
  assert_string_equal(text_of(option, "construct"), "z3(sat.euf=true)");
  assert_true(number_of(option, "pulls") == 8 && number_of(option, "rewards") == 2);
  json_decref(document);
  command_result_free(&result);
}

/* The newest inputs only, and the folders of findings as they are on disk: no links, no bytes that are no text. */
static void test_inputs_and_folders(void **state)
{
  (void)state;
  scratch_write("secret", "the secret\n");
  mkdir("plain/finding-01", 0777);
  scratch_write("plain/finding-01/README.md", "what it is about\n");
  assert_int_equal(symlink("../../secret", "plain/finding-01/link.txt"), 0);
  CommandResult result = ASSAY("report", "plain", "--format", "json", "--inputs", "7");
  assert_int_equal(result.exit_code, 0);
  json_t *document = json_loads(result.out, 0, NULL);
  assert_int_equal(json_array_size(json_object_get(document, "inputs")), 7);
  const json_t *counts = json_object_get(document, "counts");
  assert_int_equal(json_integer_value(json_object_get(counts, "inputs_with_runs")), 100);
  const json_t *group = json_array_get(json_object_get(document, "groups"), 0);
  const json_t *files = json_object_get(group, "files");
  assert_int_equal(json_array_size(files), 1);
  const json_t *file = json_array_get(files, 0);
  assert_string_equal(json_string_value(json_object_get(file, "name")), "README.md");
  assert_string_equal(json_string_value(json_object_get(file, "text")), "what it is about\n");
  json_decref(document);
  command_result_free(&result);
  mkdir("pages", 0777);
  expect(ASSAY("report", "plain", "-o", "pages/page.html"), 0, "", "");
  scratch_expect_in("pages/page.html", "\"folder\":\"../plain/\"");
  expect(ASSAY("report", "plain", "-o", "plain/page.html"), 0, "", "");
  scratch_expect_in("plain/page.html", "\"folder\":\"\"");
}

static void test_csv(void **state)
{
  (void)state;
  CommandResult result = ASSAY("report", "plain", "-f", "csv");
  size_t lines = 0;
  for (const char *c = result.out; *c != '\0'; c++) lines += *c == '\n';
  assert_int_equal(lines, 191);
  assert_non_null(strstr(result.out, "\r\n9,\"z3\",0,\"timeout\",-1,0,11,10,10485760,10,,\r\n"));
  command_result_free(&result);
  expect(ASSAY("report", "plain", "-f", "csv", "--table", "inputs"), 0,
         "input,worker,seconds,seed,parent,construct,placed,size,margin,reward,options\r\n"
         "0,0,0,42,,,0,100,,0,\r\n",
         "");
  expect(ASSAY("report", "plain", "-f", "csv", "--table", "inputs"), 0,
         "\r\n9,0,9,42,8,\"bvadd\",2,109,10.009,0,\"z3(sat.euf=true)\"\r\n", "");
  expect(ASSAY("report", "plain", "-f", "csv", "--table", "findings"), 0,
         "\"minority\",\"minority|z3|QF_BV\",\"z3\",\"z3; cvc5\",1,0,1,\"z3 says sat, cvc5 unsat\"",
         "");
  expect(ASSAY("report", "plain", "-f", "csv", "--table", "ranking"), 0, "\"bvmul\",0.75,", "");
  expect(ASSAY("report", "plain", "-f", "csv", "--table", "options"), 0,
         "option,mean,low,high,pulls,rewards\r\n\"z3(sat.euf=true)\",0.3,", "");
  expect(ASSAY("report", "plain", "-f", "csv", "--table", "solvers"), 0,
         "1,\"cvc5\",\"1.0.3\",\"reference\",90,90,", "");
}

static void test_files(void **state)
{
  (void)state;
  expect(ASSAY("report", "plain", "-o", "runs.csv"), 0, "", "");
  char *text = scratch_read("runs.csv");
  assert_int_equal(strncmp(text, "input,solver,", 13), 0);
  free(text);
  expect(ASSAY("report", "plain", "-o", "nowhere/r.md"), 3, "", "cannot write 'nowhere/r.md'");
  /* What cannot be made leaves no file behind. */
  expect(ASSAY("report", "empty", "-o", "none.json"), 2, "", "there is no campaign");
  assert_false(scratch_has("none.json"));
  expect(ASSAY("plot", "plain", "-k", "cactus", "-o", "c.svg"), 0, "", "");
  assert_true(scratch_has("c.svg"));
}

static void test_full_disk(void **state)
{
  (void)state;
  CommandResult result =
      run_command_with((const char *[]){assay_program(), "report", "plain", "-f", "csv", NULL},
                       (CommandSettings){.output_path = "/dev/full"});
  expect(result, 3, "", "cannot write");
}

static void test_wrong_stores(void **state)
{
  (void)state;
  static const char *const commands[] = {"report", "plot", "list"};
  for (size_t i = 0; i < 3; i++) {
    expect(ASSAY(commands[i], "foreign"), 3, "", "is not a store");
    expect(ASSAY(commands[i], "missing"), 3, "", "No such file");
  }
  expect(ASSAY("report", "plain", "--campaign", "7"), 2, "", "there is no campaign 7");
  expect(ASSAY("show", "plain", "77"), 2, "", "there is no finding-77");
  expect(ASSAY("show", "plain", "x"), 2, "", "'x' is not a finding");
}

static void test_plot(void **state)
{
  (void)state;
  expect(ASSAY("plot", "plain", "-k", "ranking"), 0, ">bvmul<", "");
  expect(ASSAY("plot", "plain", "-f", "tex"), 0, "\\begin{picture}", "");
  CommandResult progress = ASSAY("plot", "plain", "-k", "progress");
  assert_null(strstr(progress.out, ">-")); /* no margin is negative: the axis begins at 0 */
  command_result_free(&progress);
  expect(ASSAY("plot", "plain", "-o", "figure"), 2, "", "does not say what to draw");
  CommandResult result =
      run_command_with((const char *[]){assay_program(), "plot", "plain", NULL},
                       (CommandSettings){.environment = (const char *[]){"PATH=/nowhere", NULL}});
  expect(result, 3, "", "gnuplot");
}

static void test_list(void **state)
{
  (void)state;
  expect(ASSAY("list"), 0, "plain     2", "");
  expect(ASSAY("list", "plain"), 0, "z3,cvc5  stopped     100  10.099 s  2, 1 confirmed", "");
  expect(ASSAY("list", "plain"), 0, "2  finding-01  minority     3          2  minority|z3|QF_BV",
         "");
  expect(ASSAY("list", "empty"), 0, "no campaigns", "");
  CommandResult result = ASSAY("list", "plain", "--json");
  json_t *list = json_loads(result.out, 0, NULL);
  const char *state_word = NULL;
  assert_int_equal(json_array_size(list), 2);
  assert_int_equal(json_unpack(json_array_get(list, 1), "{s:s}", "state", &state_word), 0);
  assert_string_equal(state_word, "stopped");
  json_decref(list);
  command_result_free(&result);
}

static void test_show(void **state)
{
  (void)state;
  expect(ASSAY("show", "plain", "1"), 0,
         "finding         finding-01, confirmed\ntitle           minority|z3|QF_BV\n", "");
  expect(ASSAY("show", "plain", "finding-01"), 0, "answers         z3: sat, cvc5: unsat\n", "");
  expect(ASSAY("show", "plain", "finding-01"), 0, "reduced\n(assert false)\n(check-sat)\n", "");
  expect(ASSAY("show", "plain", "finding-02"), 0,
         "known           an old one (https://example.org/7)\n", "");
  CommandResult result = ASSAY("show", "plain", "finding-01", "--only", "reduced");
  assert_string_equal(result.out, "(assert false)\n(check-sat)\n");
  command_result_free(&result);
  expect(ASSAY("show", "plain", "finding-01", "--only", "core"), 2, "",
         "it has: input, answers, reduced");
  result = ASSAY("show", "plain", "finding-01", "--json");
  json_t *object = json_loads(result.out, 0, NULL);
  const char *reduced = NULL, *accused = NULL;
  assert_int_equal(
      json_unpack(object, "{s:[s!], s:{s:s}}", "blamed", &accused, "texts", "reduced", &reduced),
      0);
  assert_string_equal(accused, "z3");
  json_decref(object);
  command_result_free(&result);
}

static void test_hostile(void **state)
{
  (void)state;
  const char *const commands[][5] = {
      {"report", "hostile"},
      {"report", "hostile", "--format=json"},
      {"report", "hostile", "--format=csv", "--table=runs"},
      {"report", "hostile", "--format=csv", "--table=inputs"},
      {"report", "hostile", "--format=csv", "--table=findings"},
      {"report", "hostile", "--format=csv", "--table=ranking"},
      {"report", "hostile", "--format=csv", "--table=options"},
      {"report", "hostile", "--format=csv", "--table=solvers"},
      {"list", "hostile"},
      {"list", "hostile", "--json"},
      {"show", "hostile", "2"},
      {"show", "hostile", "2", "--json"},
      {"show", "hostile", "1"},
      {"plot", "hostile", "--kind=ranking"},
  };
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    CommandResult result = ASSAY(commands[i][0], commands[i][1], commands[i][2], commands[i][3]);
    if (result.exit_code != 0) fail_msg("%s: %s", commands[i][0], result.err);
    assert_int_equal(strlen(result.out), result.out_length);
    assert_harmless(result.out);
    if (strstr(commands[i][2] ? commands[i][2] : "", "csv") != NULL)
      assert_null(strstr(result.out, "\"=cmd"));
    command_result_free(&result);
  }
  /* Quotes in cells are doubled, formulas are none. */
  expect(ASSAY("report", "hostile", "-f", "csv"), 0,
         "0,\"'=cmd|'/C calc'!A1</script><script>alert(1)</script>\"\"',;\\x09\\x0d\\x0a\\x1b]0;",
         "");
  /* In Markdown nothing of it is HTML outside of blocks of code. */
  expect(ASSAY("report", "hostile"), 0, "# =cmd\\|'/C calc'!A1\\</script\\>", "");
}

static CommandResult shell(const char *script)
{
  return run_command((const char *[]){"/bin/sh", "-c", script, assay_program(), NULL});
}

/* What is no regular file is written and stays what it is. */
static void test_special_files(void **state)
{
  (void)state;
  expect(
      shell("mkfifo pipe; cat pipe >got & \"$0\" report plain -o pipe && wait && test -p pipe && "
            "head -n 1 got"),
      0, "# night\n", "");
  expect(shell("\"$0\" report plain -o /dev/stderr"), 0, "", "# night\n");
  expect(shell("touch real; ln -s real link; \"$0\" report plain -o link && test -L link && head "
               "-n 1 real"),
         0, "# night\n", "");
}

/* A limit on the size of files is an error like a full disk, and the old file stays. */
static void test_file_limit(void **state)
{
  (void)state;
  expect(shell("echo old >limited; ulimit -f 100; \"$0\" report plain -f html -o limited"), 3, "",
         "assay report: cannot write 'limited': file too large\n");
  expect(shell("cat limited; ls limited*"), 0, "old\nlimited\n", "");
}

/* A text of 100 MB in one line. */
static void test_huge(void **state)
{
  (void)state;
  enum { LENGTH = 100000000 };
  Store *store;
  Error error;
  char *bytes = malloc(LENGTH);
  assert_non_null(bytes);
  memset(bytes, 'y', LENGTH);
  mkdir("huge", 0777);
  ok(store_open(&store, "huge", &(StoreOptions){.writable = true, .text_limit = 2 * (size_t)LENGTH},
                &error),
     &error);
  int64_t id = sample_campaign(store, "huge", 10);
  ok(store_put_finding_text(store, id, 4, 0, "reduced", (StoreText){bytes, LENGTH, 0}, &error),
     &error);
  ok(store_flush(store, &error), &error);
  store_close(store);
  free(bytes);
  expect(ASSAY("report", "huge"), 0, "(the first 65536 of 100000000 bytes)", "");
  expect(ASSAY("list", "huge"), 0, "minority", "");
  CommandResult result =
      run_command_with((const char *[]){assay_program(), "show", "huge", "2", NULL},
                       (CommandSettings){.output_path = "/dev/null"});
  assert_int_equal(result.exit_code, 0);
  command_result_free(&result);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_markdown),      cmocka_unit_test(test_json),
      cmocka_unit_test(test_html),          cmocka_unit_test(test_inputs_and_folders),
      cmocka_unit_test(test_csv),           cmocka_unit_test(test_files),
      cmocka_unit_test(test_full_disk),     cmocka_unit_test(test_wrong_stores),
      cmocka_unit_test(test_plot),          cmocka_unit_test(test_list),
      cmocka_unit_test(test_show),          cmocka_unit_test(test_hostile),
      cmocka_unit_test(test_special_files), cmocka_unit_test(test_file_limit),
      cmocka_unit_test(test_huge),
  };
  return cmocka_run_group_tests_name("cli_report", tests, set_up, scratch_tear_down);
}
