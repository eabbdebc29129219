/* assay features, train and select, as their users run them. */
#include "testing.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "solve/select/aslib.h"
#include "support/run_command.h"
#include "support/scratch.h"

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000})

static void expect(CommandResult result, int code, const char *out, const char *err)
{
  if (result.exit_code != code || !strstr(result.out, out) || !strstr(result.err, err))
    fail_msg("exit code %d, '%s', '%s'", result.exit_code, result.out, result.err);
  command_result_free(&result);
}

/* Scripts with and without quantifiers, which one solver is good at each. */
static void write_scripts(void)
{
  char runs[8000] = "benchmark,solver,answer,wall\n";
  for (int i = 0; i < 60; i++) {
    char name[30], text[300];
    bool quantified = i % 2;
    snprintf(name, sizeof name, "s%d.smt2", i);
    snprintf(text, sizeof text, "(set-logic UFLIA)(declare-const x Int)(assert %s)(check-sat)\n",
             quantified ? "(forall ((y Int)) (> y x))" : "(> x 0)");
    scratch_write(name, text);
    sprintf(runs + strlen(runs), "%s,alpha,%s,%d\n%s,beta,%s,%d\n", name,
            quantified ? "timeout" : "sat", quantified ? 10 : 1, name,
            quantified ? "unsat" : "unknown", quantified ? 1 : 10);
  }
  scratch_write("runs.csv", runs);
}

static void test_train_and_select(void **state)
{
  (void)state;
  write_scripts();
  expect(ASSAY("train", "runs.csv", "-o", "model"), 0, "60 benchmarks, 2 solvers", "");
  expect(ASSAY("select", "--model", "model", "s0.smt2"), 0, "selects: alpha\n  alpha ", "");
  expect(ASSAY("select", "--model", "model", "s1.smt2"), 0, "selects: beta\n  beta ", "");
  expect(ASSAY("select", "--model", "model", "--explain", "s1.smt2"), 0, "schedule: beta", "");
  CommandResult result = ASSAY("select", "--model", "model", "--json", "s0.smt2", "s1.smt2");
  json_t *array = json_loads(result.out, 0, NULL);
  assert_int_equal(json_array_size(array), 2);
  assert_string_equal(json_string_value(json_object_get(json_array_get(array, 1), "selects")),
                      "beta");
  json_decref(array);
  command_result_free(&result);
  expect(ASSAY("select", "--model", "model", "--set", "machsmt", "s0.smt2"), 3, "",
         "the model needs the feature");
  expect(ASSAY("select", "--model", "runs.csv", "s0.smt2"), 3, "", "is not a model");
  expect(ASSAY("select", "--model", "model", "missing.smt2"), 3, "", "missing.smt2");
}

static void test_evaluate(void **state)
{
  (void)state;
  write_scripts();
  CommandResult result =
      ASSAY("train", "runs.csv", "--evaluate", "--json", "--folds", "3", "--pipeline", "machsmt");
  json_t *report = json_loads(result.out, 0, NULL);
  assert_non_null(report);
  json_t *chosen = json_object_get(report, "chosen");
  assert_true(json_number_value(json_object_get(chosen, "gap_closed")) > 95);
  assert_true(json_number_value(json_object_get(chosen, "solved")) == 1);
  assert_true(json_array_size(json_object_get(report, "selectors")) >= 7);
  json_decref(report);
  command_result_free(&result);
}

/* Whether the time of features counts is said. */
static void test_feature_times(void **state)
{
  (void)state;
  static const char missing[] = "the time of features is not counted";
  write_scripts();
  StrBuf features, times;
  strbuf_init(&features, 0);
  strbuf_init(&times, 0);
  strbuf_add_text(&features, "benchmark,quantified\n");
  strbuf_add_text(&times, "benchmark,time\n");
  for (int i = 0; i < 60; i++) {
    strbuf_printf(&features, "s%d.smt2,%d\n", i, i % 2);
    strbuf_printf(&times, "s%d.smt2,0.5\n", i);
  }
  scratch_write("f.csv", strbuf_text(&features));
  scratch_write("t.csv", strbuf_text(&times));
  expect(ASSAY("train", "runs.csv", "--evaluate", "--features", "f.csv"), 0, missing, "");
  expect(ASSAY("train", "runs.csv", "--evaluate", "--features", "f.csv", "--json"), 0,
         "\"feature_times_counted\": false", "");
  CommandResult known =
      ASSAY("train", "runs.csv", "--evaluate", "--features", "f.csv", "--feature-times", "t.csv");
  assert_int_equal(known.exit_code, 0);
  assert_null(strstr(known.out, missing));
  command_result_free(&known);
  strbuf_deinit(&features);
  strbuf_deinit(&times);
}

static void test_refused(void **state)
{
  (void)state;
  write_scripts();
  scratch_write("one.csv", "benchmark,solver,answer,wall\ns0.smt2,z3,sat,1\n");
  scratch_write("score.csv", "benchmark,solver,score\ns0.smt2,z3,1\n");
  scratch_write("gone.csv", "benchmark,solver,answer,wall\nnowhere.smt2,z3,sat,1\n");
  scratch_write("features.csv", "benchmark,size\nother,3\n");
  scratch_write("splits.csv", "benchmark,split,part\ns0.smt2,x,train\ns1.smt2,x,train\n"
                              "s1.smt2,x,test\n");
  expect(ASSAY("train", "runs.csv", "--evaluate", "--splits", "splits.csv"), 3, "",
         "split 1 trains on 's1.smt2' and tests on it");
  expect(ASSAY("train", "runs.csv"), 2, "", "nothing to do");
  expect(ASSAY("train", "--evaluate"), 2, "", "give one table of runs");
  expect(ASSAY("train", "missing.csv", "--evaluate"), 3, "", "cannot read 'missing.csv'");
  expect(ASSAY("train", "gone.csv", "-o", "m"), 3, "", "nowhere.smt2");
  expect(ASSAY("train", "score.csv", "-o", "m"), 3, "", "give --timeout");
  expect(ASSAY("train", "one.csv", "--evaluate"), 2, "", "fewer benchmarks (1) than --folds");
  expect(ASSAY("train", "--runs", "one.csv", "--features", "features.csv", "-o", "m"), 3, "",
         "the names differ");
  expect(ASSAY("train", "--aslib", ".", "--evaluate"), 3, "", "description.txt");
  /* One solver and one benchmark are little, but enough for a model. */
  expect(ASSAY("train", "one.csv", "-o", "m"), 0, "1 benchmark, 1 solver", "");
  expect(ASSAY("select", "--model", "m", "s0.smt2"), 0, "selects: z3\n  z3 100.000%", "");
}

/* Tables that are wrong: each is refused with the place and the reason. */
static void test_wrong_tables(void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } runs[] = {
      {"", "'bad.csv' is empty"},
      {"benchmark,solver,answer,wall\n", "'bad.csv' has no runs"},
      {"benchmark,solver,answer\ns0.smt2,z3,sat\n", "'bad.csv' has no column 'wall'"},
      {"benchmark,solver,answer,wall\ns0.smt2,z3,sat\n", "line 2: there are 3 cells, but 4 titles"},
      {"benchmark,solver,answer,wall\ns0.smt2,z3,sat,soon\n", "line 2: 'soon' in column 'wall'"},
      {"benchmark,solver,answer,wall\ns0.smt2,z3,sat,1e999\n", "line 2: '1e999' in column"},
      {"benchmark,solver,answer,wall\ns0.smt2,z3,sat,-1\n", "line 2: a time cannot be negative"},
      {"benchmark,solver,answer,wall\n,z3,sat,1\n", "line 2: the benchmark or the solver has no"},
      {"benchmark,solver,answer,wall\n\"s0,z3,sat,1\n", "a quoted cell does not end"},
      {"benchmark,solver,answer,wall,checks,solved\ns0.smt2,z3,sat,1,2,3\n", "3 of 2 checks"},
      {"\037\213damaged", "cannot read 'bad.csv'"},
  };
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    scratch_write("bad.csv", runs[i].text);
    expect(ASSAY("train", "bad.csv", "-o", "m"), 3, "", runs[i].message);
  }
  static const struct {
    const char *text, *message;
  } features[] = {
      {"benchmark\ns0.smt2\n", "has no features, only names"},
      {"size\n3\n", "has no column 'benchmark'"},
      {"benchmark,size\ns0.smt2,large\n", "line 2: 'large' in column 'size' is not a number"},
      {"benchmark,size\ns0.smt2,inf\n", "line 2: 'inf' in column 'size' is not a number"},
  };
  write_scripts();
  for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
    scratch_write("bad.csv", features[i].text);
    expect(ASSAY("train", "runs.csv", "--features", "bad.csv", "-o", "m"), 3, "",
           features[i].message);
  }
  expect(ASSAY("train", "runs.csv", "--cost", "cpu", "-o", "m"), 3, "", "no column 'cpu'");
  expect(ASSAY("train", "runs.csv", "-o", "nowhere/m"), 3, "", "cannot write 'nowhere/m'");
}

/* Little to learn from, and numbers that are hard to learn from, are no errors. */
static void test_poor_tables(void **state)
{
  (void)state;
  StrBuf runs, features;
  strbuf_init(&runs, 0);
  strbuf_init(&features, 0);
  strbuf_add_text(&runs, "benchmark,solver,answer,wall,cpu\n");
  strbuf_add_text(&features, "benchmark,constant,unknown,huge,useful\n");
  for (int i = 0; i < 40; i++) {
    strbuf_printf(&runs, "b%d,alpha,sat,5,%d\nb%d,beta,sat,5,%d\n", i, i % 2 ? 1 : 9, i,
                  i % 2 ? 9 : 1);
    strbuf_printf(&features, "b%d,7,%s,%s,%d\n", i, i % 3 ? "" : "nan", i % 5 ? "-1e300" : "1e300",
                  i % 2);
  }
  scratch_write("poor.csv", strbuf_text(&runs));
  scratch_write("poor-features.csv", strbuf_text(&features));
  strbuf_deinit(&runs);
  strbuf_deinit(&features);
  /* By wall time all are alike, by CPU time they are not. */
  expect(ASSAY("train", "poor.csv", "--features", "poor-features.csv", "-t", "10s", "-o", "m"), 0,
         "the best solver", "");
  CommandResult result = ASSAY("train", "poor.csv", "--features", "poor-features.csv", "-t", "10s",
                               "--cost", "cpu", "--evaluate", "--json");
  json_t *report = json_loads(result.out, 0, NULL);
  json_t *chosen = json_object_get(report, "chosen");
  assert_true(json_number_value(json_object_get(chosen, "gap_closed")) > 90);
  json_decref(report);
  command_result_free(&result);
}

/* A scenario of ASlib in the small. Quotes and blanks around a name do not matter. */
static void test_aslib(void **state)
{
  (void)state;
  char runs[6000] = "@relation r\n@attribute instance_id string\n@attribute repetition numeric\n"
                    "@attribute algorithm string\n@attribute runtime numeric\n"
                    "@attribute runstatus {ok, timeout}\n@data\n";
  char values[3000] =
      "@relation f\n@attribute instance_id string\n@attribute repetition numeric\n"
      "@attribute 'size of it' numeric\n@attribute secret numeric\n@data\n% a remark\n";
  char folds[3000] = "@relation c\n@attribute instance_id string\n@attribute repetition numeric\n"
                     "@attribute fold numeric\n@data\n";
  for (int i = 0; i < 40; i++) {
    sprintf(runs + strlen(runs), "'i,\\'%d',1,a,%d,%s\n 'i,\\'%d' ,1 , b,\t%d , %s \n", i,
            i % 2 ? 100 : 1, i % 2 ? "timeout" : "ok", i, i % 2 ? 1 : 100,
            i % 2 ? "OK" : "timeout");
    sprintf(values + strlen(values), "\"i,'%d\",1,%d,?\n", i, i % 2 ? 10 : 1000);
    sprintf(folds + strlen(folds), " \"i,'%d\" , 1 ,%d \n", i, i / 10);
  }
  scratch_write("description.txt",
                "algorithm_cutoff_time: 100\ndefault_steps:\n- one\nfeature_steps:\n"
                "  one:\n    provides:\n    - size of it\n  two:\n    provides:\n"
                "    - secret\n    requires:\n    - one\n");
  scratch_write("algorithm_runs.arff", runs);
  scratch_write("feature_values.arff", values);
  scratch_write("cv.arff", folds);
  CommandResult result = ASSAY("train", "--aslib", ".", "--evaluate", "--json");
  json_t *report = json_loads(result.out, 0, NULL);
  if (!report) fail_msg("%s", result.err);
  assert_int_equal(json_integer_value(json_object_get(report, "splits")), 4);
  assert_true(json_number_value(json_object_get(report, "penalty")) == 10);
  json_t *chosen = json_object_get(report, "chosen");
  assert_true(json_number_value(json_object_get(chosen, "normalised_gap")) < 0.05);
  json_decref(report);
  command_result_free(&result);
}

/* Each repetition divides all benchmarks anew: nothing that is tested may be trained on. */
static void test_aslib_repetitions(void **state)
{
  (void)state;
  StrBuf folds;
  strbuf_init(&folds, 0);
  strbuf_add_text(&folds, "@relation c\n@attribute instance_id string\n@attribute repetition "
                          "numeric\n@attribute fold numeric\n@data\n");
  for (int i = 0; i < 40; i++)
    strbuf_printf(&folds, "'i,''%d',1,%d\n\"i,'%d\",2,%d\n", i, i / 10, i, i % 4);
  scratch_write("cv.arff", strbuf_text(&folds));
  Dataset data;
  Error error;
  assert_int_equal(aslib_read(&data, scratch_folder(), &error), STATUS_OK);
  assert_int_equal(data.splits.count, 8);
  for (size_t i = 0; i < 8; i++) {
    assert_int_equal(data.splits.items[i].train.count, 30);
    assert_int_equal(data.splits.items[i].test.count, 10);
  }
  dataset_free(&data);
  /* One benchmark in two folds of a repetition. */
  strbuf_add_text(&folds, "\"i,'0\",1,3\n");
  scratch_write("cv.arff", strbuf_text(&folds));
  assert_int_not_equal(aslib_read(&data, scratch_folder(), &error), STATUS_OK);
  assert_non_null(strstr(error.message, "trains on 'i,'0'"));
  dataset_free(&data);
  strbuf_deinit(&folds);
}

static void test_aslib_limits(void **state)
{
  (void)state;
  StrBuf runs;
  strbuf_init(&runs, 0);
  strbuf_add_text(&runs, "@relation r\n@attribute instance_id string\n@attribute algorithm string\n"
                         "@attribute runtime numeric\n@attribute runstatus string\n@data\n");
  for (int i = 0; i <= RUNS_SOLVERS_MAX; i++) strbuf_printf(&runs, "i,a%d,1,ok\n", i);
  scratch_write("algorithm_runs.arff", strbuf_text(&runs));
  expect(ASSAY("train", "--aslib", ".", "--evaluate"), 3, "", "too many solvers");
  strbuf_deinit(&runs);
}

static void test_user_features(void **state)
{
  (void)state;
  write_scripts();
  const char *program =
      scratch_write("tell", "#!/bin/sh\necho rules=7\necho \"bytes=$(wc -c < $1)\"\n");
  assert_int_equal(chmod(program, 0755), 0);
  expect(ASSAY("features", "--feature-command", "./tell", "s0.smt2"), 0, "rules ", "");
  expect(ASSAY("features", "--csv", "--feature-command", "./tell", "s0.smt2"), 0, ",rules,bytes\n",
         "");
  scratch_write("table.csv", "benchmark,rank\ns0.smt2,42\n");
  expect(ASSAY("features", "--feature-table", "table.csv", "s0.smt2"), 0, "rank ", "");
  chmod(scratch_write("bad", "#!/bin/sh\necho nonsense\n"), 0755);
  expect(ASSAY("features", "--feature-command", "./bad", "s0.smt2"), 3, "", "is not NAME=VALUE");
  chmod(scratch_write("fails", "#!/bin/sh\nexit 5\n"), 0755);
  expect(ASSAY("features", "--feature-command", "./fails", "s0.smt2"), 3, "", "exit code 5");
  expect(ASSAY("features", "--feature-command", "./none", "s0.smt2"), 3, "", "./none");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_train_and_select),
      cmocka_unit_test(test_evaluate),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_feature_times),
      cmocka_unit_test(test_wrong_tables),
      cmocka_unit_test(test_poor_tables),
      cmocka_unit_test(test_aslib),
      cmocka_unit_test(test_aslib_repetitions),
      cmocka_unit_test(test_aslib_limits),
      cmocka_unit_test(test_user_features),
  };
  return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
