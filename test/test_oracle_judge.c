/* The oracles on made-up votes: who is accused of what, and who is not. */
#include "testing.h"

#include <string.h>

#include "oracle/judge.h"

enum { SOLVERS = 4 };

static const char *const names[SOLVERS] = {"a1", "a2", "b", "c"};
static const char *const families[SOLVERS] = {"a", "a", "b", "c"};

typedef struct {
  Facts facts;
  Vote votes[SOLVERS];
  Findings findings;
} Fixture;

static AnswerKind kind_of(char letter)
{
  return letter == 's' || letter == 'S' || letter == 'W' ? ANSWER_SAT
         : letter == 'u'                                 ? ANSWER_UNSAT
                                                         : ANSWER_UNKNOWN;
}

/* One word a solver, one letter a query: s sat, S with a right model, W with a wrong one, u unsat,
 * ? unknown, X crash, F flood, R rejected. */
static void hold(Fixture *f, uint64_t queries, const char *const *words)
{
  *f = (Fixture){
      .facts = {
          .traits = {.queries = queries}, .understood = true, .conclusive = true, .plain = true}};
  for (size_t i = 0; i < SOLVERS; i++) {
    Vote *vote = &f->votes[i];
    vote->outcome = OUTCOME_UNKNOWN;
    vote->wall_ns = (i + 1) * 100;
    for (const char *at = words[i]; *at; at++) {
      if (*at == 'X') vote->outcome = OUTCOME_CRASH;
      if (*at == 'F') vote->outcome = OUTCOME_FLOOD;
      if (*at == 'R') vote->outcome = OUTCOME_ERROR, vote->rejected = true;
      if (strchr("XFR", *at)) break;
      VoteAnswer answer = {kind_of(*at), *at == 'S'   ? MODEL_RIGHT
                                         : *at == 'W' ? MODEL_WRONG
                                                      : MODEL_NONE};
      VEC_PUSH(&vote->answers, answer);
      vote->outcome = (OutcomeKind)answer.kind;
      if (*at != 'W') continue;
      vote->false_query = (uint32_t)vote->answers.count;
      vote->false_line = 7;
      vote->false_assertion = mem_copy_string("(p)", 3);
    }
  }
}

static void decide(Fixture *f)
{
  Case trial = {&f->facts, names, families, f->votes, SOLVERS};
  judge(&trial, &f->findings);
}

static void forget(Fixture *f)
{
  for (size_t i = 0; i < SOLVERS; i++) vote_deinit(&f->votes[i]);
  findings_deinit(&f->findings);
  facts_deinit(&f->facts);
}

/* The signatures, one a line. */
static void expect(Fixture *f, const char *signatures)
{
  StrBuf text;
  strbuf_init(&text, 0);
  decide(f);
  for (size_t i = 0; i < f->findings.count; i++)
    strbuf_printf(&text, "%s\n", f->findings.items[i].signature);
  assert_string_equal(strbuf_text(&text), signatures);
  strbuf_deinit(&text);
  forget(f);
}

#define HOLD(f, queries, ...) hold(f, queries, (const char *const[SOLVERS]){__VA_ARGS__})

static void test_no_finding(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 1, "s", "s", "S", "?");
  expect(&f, "");
  HOLD(&f, 1, "", "?", "u", "u");
  expect(&f, "");
  HOLD(&f, 2, "su", "s", "su", "?u");
  expect(&f, "");
  HOLD(&f, 0, "", "", "", "");
  expect(&f, "");
}

static void test_votes(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 1, "s", "?", "u", "?");
  expect(&f, "a1, b: disagreement\n");
  HOLD(&f, 1, "s", "?", "u", "s");
  expect(&f, "b: minority: unsat\n");
  /* Relatives are no majority, and neither is half. */
  HOLD(&f, 1, "s", "s", "u", "?");
  expect(&f, "a1, a2, b: disagreement\n");
  HOLD(&f, 1, "s", "s", "u", "u");
  expect(&f, "a1, a2, b, c: disagreement\n");
  HOLD(&f, 1, "u", "u", "u", "s");
  expect(&f, "c: minority: sat\n");
}

static void test_positions(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 3, "ssu", "ss", "sus", "sss");
  expect(&f, "b: minority: unsat\na1: minority: unsat\n");
  HOLD(&f, 3, "ssu", "", "su", "s");
  decide(&f);
  assert_int_equal(f.findings.count, 1);
  assert_int_equal(f.findings.items[0].query, 2);
  assert_string_equal(f.findings.items[0].evidence,
                      "check-sat 2: a1 says sat, b says unsat: one of both is wrong");
  assert_int_equal(f.findings.items[0].accused, 5);
  forget(&f);
}

static void test_status(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 1, "s", "?", "u", "u");
  VEC_PUSH(&f.facts.statuses, ANSWER_UNSAT);
  expect(&f, "a1: against status: sat\n");
  /* A status alone is no proof. */
  HOLD(&f, 1, "?", "?", "s", "?");
  VEC_PUSH(&f.facts.statuses, ANSWER_UNSAT);
  expect(&f, "b: doubtful status\n");
  HOLD(&f, 1, "?", "?", "u", "u");
  VEC_PUSH(&f.facts.statuses, ANSWER_SAT);
  expect(&f, "doubtful status\n");
  HOLD(&f, 1, "S", "?", "?", "?");
  VEC_PUSH(&f.facts.statuses, ANSWER_UNSAT);
  expect(&f, "doubtful status\n");
  HOLD(&f, 1, "s", "?", "u", "?");
  VEC_PUSH(&f.facts.statuses, ANSWER_UNKNOWN);
  expect(&f, "a1, b: disagreement\n");
}

static void test_proofs(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 1, "S", "u", "u", "u");
  expect(&f, "a2: refuted: unsat\nb: refuted: unsat\nc: refuted: unsat\n");
  HOLD(&f, 1, "S", "?", "u", "u");
  f.facts.conclusive = false;
  expect(&f, "a1: minority: sat\n");
  HOLD(&f, 1, "S", "s", "s", "u");
  VEC_PUSH(&f.facts.computed, ANSWER_UNSAT);
  VEC_PUSH(&f.facts.statuses, ANSWER_SAT);
  expect(&f, "a1: against evaluation: sat\na2: against evaluation: sat\n"
             "b: against evaluation: sat\n");
}

static void test_single_solvers(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 1, "X", "F", "R", "s");
  expect(&f, "a1: crash\na2: flood\nb: rejects\n");
  /* Nobody answers, so the script may be to blame. */
  HOLD(&f, 1, "?", "?", "R", "?");
  expect(&f, "");
  HOLD(&f, 1, "s", "?", "R", "?");
  f.facts.plain = false;
  expect(&f, "");
  HOLD(&f, 2, "sW", "?", "?", "?");
  decide(&f);
  assert_int_equal(f.findings.count, 1);
  assert_int_equal(f.findings.items[0].kind, FINDING_MODEL);
  assert_int_equal(f.findings.items[0].query, 2);
  assert_int_equal(f.findings.items[0].line, 7);
  assert_string_equal(f.findings.items[0].evidence,
                      "check-sat 2: false in the model of a1, line 7: (p)");
  forget(&f);
}

static void test_signature_has_logic(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 1, "s", "?", "u", "s");
  f.facts.logic = mem_copy_string("QF_BV", 5);
  expect(&f, "b: minority: unsat in QF_BV\n");
}

static void test_confirmation(void **state)
{
  (void)state;
  Fixture first, second;
  HOLD(&first, 1, "X", "X", "?", "?");
  HOLD(&second, 1, "X", "s", "u", "?");
  decide(&first);
  decide(&second);
  assert_int_equal(findings_concerned(&first.findings), 3);
  assert_int_equal(findings_confirmed(&first.findings), 0);
  findings_confirm(&first.findings, &second.findings);
  assert_int_equal(findings_confirmed(&first.findings), 1);
  assert_true(first.findings.items[0].confirmed);
  assert_false(first.findings.items[1].confirmed);
  forget(&first);
  forget(&second);
}

static void test_slow(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 1, "s", "s", "?", "s");
  Case trial = {&f.facts, names, families, f.votes, SOLVERS};
  assert_int_equal(judge_slow(&trial, 3), 8);
  f.votes[2].outcome = OUTCOME_TIMEOUT;
  assert_int_equal(judge_slow(&trial, 2), 12);
  forget(&f);
  HOLD(&f, 1, "?", "?", "?", "?");
  trial.votes = f.votes;
  assert_int_equal(judge_slow(&trial, 2), 0);
  forget(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_no_finding),
      cmocka_unit_test(test_votes),
      cmocka_unit_test(test_positions),
      cmocka_unit_test(test_status),
      cmocka_unit_test(test_proofs),
      cmocka_unit_test(test_single_solvers),
      cmocka_unit_test(test_signature_has_logic),
      cmocka_unit_test(test_confirmation),
      cmocka_unit_test(test_slow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
