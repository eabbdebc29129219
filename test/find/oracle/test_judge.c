/* The oracles on made-up votes: who is blamed for what, and who is not. */
#include "testing.h"

#include <string.h>

#include "find/oracle/judge.h"

enum { SOLVERS = 4 };

static const char *const names[SOLVERS] = {"a1", "a2", "b", "c"};
static const char *const families[SOLVERS] = {"a", "a", "b", "c"};

typedef struct {
  Facts facts;
  Vote votes[SOLVERS];
  SolverSet beyond;
  SolverSet claimed;
  CaseClaim claim;
  SlowRule slow;
  Findings findings;
} Fixture;

static SolverAnswer kind_of(char letter)
{
  return letter == 's' || letter == 'S' || letter == 'W' ? SAYS_SAT
         : letter == 'u'                                 ? SAYS_UNSAT
                                                         : SAYS_UNKNOWN;
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
    vote->cpu_ns = (i + 1) * 100;
    for (const char *at = words[i]; *at; at++) {
      if (*at == 'X') vote->outcome = OUTCOME_CRASH;
      if (*at == 'F') vote->outcome = OUTCOME_FLOOD;
      if (*at == 'R') vote->outcome = OUTCOME_ERROR, vote->rejected = true;
      if (strchr("XFR", *at)) break;
      VoteAnswer answer = {.kind = kind_of(*at),
                           .model = *at == 'S'   ? MODEL_RIGHT
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

static Case case_of(const Fixture *f)
{
  static const ExaminerWords words = {"script", "check-sat"};
  return (Case){.words = &words,
                .facts = &f->facts,
                .names = names,
                .families = families,
                .votes = f->votes,
                .count = SOLVERS,
                .beyond = f->beyond,
                .claimed = f->claimed,
                .claim = f->claim,
                .slow = f->slow};
}

static void decide(Fixture *f)
{
  Case trial = case_of(f);
  judge_votes(&trial, &f->findings);
}

static void compare(Fixture *f, const Fixture *plain, SolverSet set)
{
  Case trial = case_of(f);
  judge_modes(&trial, plain->votes, set, &f->findings);
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
  HOLD(&f, 1, "u", "u", "u", "s");
  f.facts.ambiguous = true;
  expect(&f, "");
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
  VEC_PUSH(&f.facts.statuses, SAYS_UNSAT);
  expect(&f, "a1: against status: sat\n");
  /* A status alone is no proof. */
  HOLD(&f, 1, "?", "?", "s", "?");
  VEC_PUSH(&f.facts.statuses, SAYS_UNSAT);
  expect(&f, "doubtful status\n");
  HOLD(&f, 1, "?", "?", "u", "u");
  VEC_PUSH(&f.facts.statuses, SAYS_SAT);
  expect(&f, "doubtful status\n");
  HOLD(&f, 1, "S", "?", "?", "?");
  VEC_PUSH(&f.facts.statuses, SAYS_UNSAT);
  expect(&f, "doubtful status\n");
  HOLD(&f, 1, "s", "?", "u", "?");
  VEC_PUSH(&f.facts.statuses, SAYS_UNKNOWN);
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
  VEC_PUSH(&f.facts.computed, SAYS_UNSAT);
  VEC_PUSH(&f.facts.statuses, SAYS_SAT);
  expect(&f, "a1: contradicts the evaluator: sat\na2: contradicts the evaluator: sat\n"
             "b: contradicts the evaluator: sat\n");
}

static void test_single_solvers(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 1, "X", "F", "R", "s");
  expect(&f, "a1: crash\na2: flood\nb: rejects\n");
  /* Nobody answers, so the script may be to blame, unless the solver says that it knows all that is in it. */
  HOLD(&f, 1, "?", "?", "R", "?");
  expect(&f, "");
  HOLD(&f, 1, "?", "?", "R", "?");
  f.claimed = 1 << 2;
  expect(&f, "b: rejects\n");
  HOLD(&f, 1, "s", "?", "R", "?");
  f.facts.plain = false;
  expect(&f, "");
  HOLD(&f, 1, "s", "R", "R", "?");
  f.beyond = 4; /* it does not know the logic */
  expect(&f, "a2: rejects\n");
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
  assert_int_equal(first.findings.count, 2);
  assert_false(first.findings.items[0].confirmed || first.findings.items[1].confirmed);
  findings_confirm(&first.findings, &second.findings);
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
  f.slow = (SlowRule){3, 0};
  decide(&f);
  assert_int_equal(f.findings.count, 1);
  assert_string_equal(f.findings.items[0].signature, "c: slow");
  assert_int_equal(f.findings.items[0].concerned, 9);
  forget(&f);
  /* Both the factor and the difference have to be there. */
  HOLD(&f, 1, "s", "s", "?", "s");
  f.slow = (SlowRule){3, 300};
  expect(&f, "");
  HOLD(&f, 1, "s", "s", "?", "s");
  f.slow = (SlowRule){2, 100};
  f.votes[2].outcome = OUTCOME_TIMEOUT;
  f.votes[2].cpu_ns = 2000000000;
  decide(&f);
  assert_int_equal(f.findings.count, 2);
  assert_string_equal(f.findings.items[0].evidence,
                      "b takes 2.000 s of CPU time and is not done, a1 0.000 s");
  assert_string_equal(f.findings.items[1].signature, "c: slow");
  forget(&f);
  HOLD(&f, 1, "?", "?", "?", "?");
  f.slow = (SlowRule){2, 0};
  expect(&f, "");
  HOLD(&f, 1, "s", "s", "s", "s");
  expect(&f, "");
}

/* What solvers say in a session, and what they say alone. */
static void test_modes(void **state)
{
  (void)state;
  Fixture f, plain;
  HOLD(&f, 2, "su", "ss", "s?", "X");
  HOLD(&plain, 2, "su", "su", "su", "ss");
  for (size_t i = 0; i < SOLVERS; i++) f.votes[i].manner = RUN_IN_SESSION;
  f.votes[1].scripts_before = 7;
  f.votes[3].scripts_before = 1;
  compare(&f, &plain, 15);
  assert_int_equal(f.findings.count, 2);
  const Finding *answer = &f.findings.items[0], *crash = &f.findings.items[1];
  assert_string_equal(answer->signature, "a2: against itself: session: sat");
  assert_string_equal(answer->evidence,
                      "check-sat 2: a2 says sat in a long-lived process after 7 other scripts, and "
                      "says unsat in a process of its own: the script alone does not show it");
  assert_int_equal(answer->accused, 2);
  assert_int_equal(answer->concerned, 2);
  assert_int_equal(answer->query, 2);
  assert_string_equal(crash->signature, "c: against itself: session: crash");
  assert_string_equal(crash->evidence,
                      "c crashes in a long-lived process after 1 other script, and says sat in a "
                      "process of its own: the script alone does not show it");
  assert_int_equal(crash->query, 0);
  forget(&f);
  forget(&plain);
}

/* Not answering is no contradiction, and neither is what was asked in one way only. */
static void test_modes_without_contradiction(void **state)
{
  (void)state;
  Fixture f, plain;
  HOLD(&f, 1, "?", "R", "F", "u");
  HOLD(&plain, 1, "s", "u", "s", "s");
  for (size_t i = 0; i < SOLVERS; i++) f.votes[i].manner = RUN_IN_SESSION;
  compare(&f, &plain, 7); /* not of the last one */
  assert_int_equal(f.findings.count, 0);
  f.votes[3].manner = RUN_FRESH;
  compare(&f, &plain, 15);
  assert_int_equal(f.findings.count, 0);
  f.votes[3].manner = RUN_FORKED;
  plain.votes[3].outcome = OUTCOME_CRASH;
  VEC_FREE(&plain.votes[3].answers);
  compare(&f, &plain, 15);
  assert_int_equal(f.findings.count, 1);
  assert_string_equal(f.findings.items[0].evidence,
                      "c says unsat in a copy of a process that was started before, and crashes in "
                      "a process of its own");
  assert_string_equal(f.findings.items[0].signature, "c: against itself: forked: no crash");
  forget(&f);
  forget(&plain);
}

static const CaseClaim core = {.kind = CLAIM_CORE, .claimants = 1, .shown = "(p q)"};

static void test_cores(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 1, "?", "?", "S", "s");
  f.claim = core;
  decide(&f);
  assert_int_equal(f.findings.count, 1);
  assert_string_equal(f.findings.items[0].signature, "a1: wrong core");
  assert_string_equal(f.findings.items[0].evidence, "a1 claims that the core (p q) is unsat, "
                                                    "b says sat with a model that is right");
  assert_int_equal(f.findings.items[0].concerned, 5);
  forget(&f);
  HOLD(&f, 1, "s", "?", "?", "s");
  f.claim = core;
  decide(&f);
  assert_int_equal(f.findings.count, 1);
  assert_string_equal(f.findings.items[0].signature, "a1: doubtful core");
  assert_string_equal(f.findings.items[0].evidence,
                      "a1 claims that the core (p q) is unsat, a1, c say sat");
  forget(&f);
  HOLD(&f, 1, "?", "?", "?", "?");
  f.claim = core;
  VEC_PUSH(&f.facts.computed, SAYS_SAT);
  expect(&f, "a1: wrong core\n");
  HOLD(&f, 1, "?", "?", "u", "?");
  f.claim = core;
  expect(&f, "");
  /* What is known as a mistake or a disagreement by itself is not told twice. */
  HOLD(&f, 1, "u", "?", "S", "?");
  f.claim = core;
  expect(&f, "a1: refuted: unsat\n");
  HOLD(&f, 1, "?", "?", "u", "s");
  f.claim = core;
  expect(&f, "b, c: disagreement\n");
  /* A model proves nothing. */
  HOLD(&f, 1, "?", "?", "S", "?");
  f.claim = core;
  f.facts.conclusive = false;
  expect(&f, "a1: doubtful core\n");
}

static void test_other_claims(void **state)
{
  (void)state;
  Fixture f;
  HOLD(&f, 1, "?", "?", "S", "?");
  f.claim = (CaseClaim){.kind = CLAIM_ASSUMPTIONS, .claimants = 2, .shown = "((not a))"};
  decide(&f);
  assert_int_equal(f.findings.count, 1);
  assert_string_equal(f.findings.items[0].evidence,
                      "a2 claims that the assumptions ((not a)) conflict, "
                      "b says sat with a model that is right");
  forget(&f);
  HOLD(&f, 1, "s", "s", "", "");
  f.claim = (CaseClaim){.kind = CLAIM_ANSWER, .claimants = 2};
  decide(&f);
  assert_int_equal(f.findings.count, 1);
  assert_string_equal(f.findings.items[0].signature, "a2: against itself");
  forget(&f);
  /* A name that the script does not have. */
  HOLD(&f, 1, "u", "u", "u", "u");
  Core strange = {.query = 1, .stranger = mem_copy_string("z", 1)};
  VEC_PUSH(&f.votes[2].cores, strange);
  expect(&f, "b: wrong core\n");
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
      cmocka_unit_test(test_modes),
      cmocka_unit_test(test_modes_without_contradiction),
      cmocka_unit_test(test_cores),
      cmocka_unit_test(test_other_claims),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
