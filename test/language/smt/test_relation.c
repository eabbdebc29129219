/* Scripts whose answers follow from those of another one. */
#include "testing.h"

#include <string.h>

#include "language/smt/examiner.h"

enum { SCOPES, ASSUMPTIONS, REWRITING, NEGATION, RELATIONS };

typedef struct {
  Examiner *examiner;
  Examination *examination;
  char bytes[2000];
  FileText text;
  Facts facts;
} Fixture;

static void read_script(Fixture *f, const char *text, size_t length)
{
  Error error = {0};
  *f = (Fixture){.examiner = smtlib_examiner.create(&(ExamineLimits){0})};
  assert_true(length + FILE_PADDING < sizeof f->bytes);
  memcpy(f->bytes, text, length);
  f->text = (FileText){.bytes = f->bytes, .length = length};
  f->examination = smtlib_examiner.begin(f->examiner, &f->text, &f->facts, &error);
  if (error.status) fail_msg("%s in %.*s", error.message, (int)length, text);
}

static void forget(Fixture *f)
{
  smtlib_examiner.end(f->examination);
  smtlib_examiner.destroy(f->examiner);
  facts_deinit(&f->facts);
}

/* Is there a related script? It can be read and has so many queries. */
static bool relate(const char *text, size_t relation, uint32_t queries)
{
  Fixture f, related;
  RelationRule rule;
  StrBuf out;
  strbuf_init(&out, 0);
  read_script(&f, text, strlen(text));
  bool found = false;
  for (uint64_t number = 0; number < 10 && !found; number++) /* rewriting may change nothing */
    found = smtlib_examiner.relate(f.examination, relation, number, &rule, &out);
  if (found) {
    read_script(&related, out.bytes, out.length);
    assert_int_equal(related.facts.traits.queries, queries);
    assert_int_equal(rule, relation == NEGATION ? RELATED_IF_UNSAT : RELATED_LAST);
    forget(&related);
  }
  forget(&f);
  strbuf_deinit(&out);
  return found;
}

static const uint32_t queries_of[RELATIONS] = {2, 1, 1, 2};

static void test_all_relations(void **state)
{
  (void)state;
  const char *text = "(set-logic QF_BV)(set-info :status sat)(declare-const x (_ BitVec 4))"
                     "(define-fun f ((y (_ BitVec 4))) Bool (bvult y x))(assert (f #x3))"
                     "(declare-const p Bool)(assert (! (or p (f x)) :named n))(check-sat)(exit)";
  for (size_t i = 0; i < RELATIONS; i++) assert_true(relate(text, i, queries_of[i]));
}

/* Names that a relation gives must not mean something else in the script. */
static void test_names_that_clash(void **state)
{
  (void)state;
  const char *text = "(declare-const assay!0 Bool)(assert (not assay!0))(check-sat)";
  assert_false(relate(text, ASSUMPTIONS, 1));
  assert_true(relate(text, SCOPES, 2));
  assert_false(relate("(declare-const |assay!0| Bool)(assert assay!0)(check-sat)", ASSUMPTIONS, 1));
}

#define ONE "(declare-const p Bool)(assert p)"

/* Whatever can change the meaning of assertions, or the number of answers. */
static void test_scripts_without_relations(void **state)
{
  (void)state;
  const char *const scripts[] = {
      ONE,
      ONE "(exit)(check-sat)",
      ONE "(check-sat)(check-sat)",
      ONE "(check-sat)(assert p)",
      ONE "(push 1)(check-sat)",
      "(set-option :produce-models true)" ONE "(check-sat)",
      "(declare-const p Bool)(check-sat)",
      ONE "(define-fun-rec f ((x Int)) Int (f x))(check-sat)",
      ONE "(check-sat-assuming (p))",
      ONE "(check-sat)(get-model)",
  };
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
    for (size_t k = 0; k < RELATIONS; k++) assert_false(relate(scripts[i], k, 0));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_relations),
      cmocka_unit_test(test_names_that_clash),
      cmocka_unit_test(test_scripts_without_relations),
  };
  return cmocka_run_group_tests_name("language_smt_relation", tests, NULL, NULL);
}
