/* Contradictions that theories bring: from the table, and of datatypes. */
#include <string.h>

#include "smt/gen/pattern.h"
#include "smt/known/contradictions.h"
#include "smt/known/refute_scheme.h"
#include "smt/value/datatype.h"

/* --- the table ---------------------------------------------------------------------------- */

/* The sort that a letter stands for in this draw; `sorts` keeps those of letters that go together. */
static Sort sort_of_letter(Refuter *refuter, char letter, Sort *sorts)
{
  static const struct {
    const char *letters;
    SortClass class;
    uint32_t part; /* of an array: its sort, index or element */
  } kinds[] = {
      {"ijk", SORT_INT, 0},   {"uvw", SORT_REAL, 0},   {"xyz", SORT_BITVEC, 0},
      {"fgh", SORT_FLOAT, 0}, {"m", SORT_ROUNDING, 0}, {"str", SORT_STRING, 0},
      {"ab", SORT_ARRAY, 0},  {"cd", SORT_ARRAY, 1},   {"e", SORT_ARRAY, 2},
      {"lo", SORT_SEQ, 0},
  };
  const SortTable *table = &refuter->generator->bank->sorts;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!strchr(kinds[i].letters, letter)) continue;
    Sort *sort = &sorts[kinds[i].class];
    if (!*sort) *sort = refute_sort(refuter, kinds[i].class);
    return *sort && kinds[i].part ? sorts_arg(table, *sort, kinds[i].part - 1) : *sort;
  }
  return 0;
}

static bool bind_letters(Refuter *refuter, uint32_t letters, Bindings *bindings)
{
  Sort sorts[SORT_CLASS_COUNT] = {0};
  uint32_t depth = refuter->generator->settings->depth > 2 ? 1 : 0;
  for (uint32_t i = 0; i < PATTERN_LETTERS; i++) {
    if (!(letters >> i & 1)) continue;
    Sort sort = sort_of_letter(refuter, (char)('a' + i), sorts);
    bindings->of[i] = sort ? refute_grow(refuter, sort, depth) : 0;
    if (!bindings->of[i]) return false;
  }
  return true;
}

static bool is_allowed(const void *context, const Bank *bank, Term application)
{
  return constructs_of_term(context, bank, application) != CONSTRUCT_NONE;
}

static bool add_contradiction(Refuter *refuter, const Contradiction *contradiction)
{
  const Generator *generator = refuter->generator;
  Bindings bindings = {0};
  uint32_t letters = 0;
  for (uint32_t i = 0; i < CONTRADICTION_ASSERTIONS && contradiction->assertions[i]; i++)
    letters |= pattern_letters(contradiction->assertions[i]);
  if (!bind_letters(refuter, letters, &bindings)) return false;
  for (uint32_t i = 0; i < CONTRADICTION_ASSERTIONS && contradiction->assertions[i]; i++) {
    Term term = pattern_build(generator->bank, contradiction->assertions[i], &bindings, is_allowed,
                              &generator->constructs);
    if (!refute_add(refuter, term, false)) return false;
  }
  return true;
}

/* A contradiction of the table, of terms that grow. */
bool refute_by_table(Refuter *refuter)
{
  enum { TRIALS = 40 };
  for (int trial = 0; trial < TRIALS; trial++) {
    uint32_t at = choose(&refuter->generator->choice, (uint32_t)contradiction_count);
    refuter->core.count = 0;
    if (add_contradiction(refuter, &contradiction_list[at])) return true;
  }
  return false;
}

/* --- datatypes ---------------------------------------------------------------------------- */

typedef struct {
  Refuter *refuter;
  Bank *bank;
  Sort sort;
  uint32_t datatype; /* index in bank->datatypes */
} Subject;

static uint32_t constructor_count(const Subject *subject)
{
  return (uint32_t)subject->bank->datatypes.items[subject->datatype].constructors.count;
}

static Fun constructor_at(const Subject *subject, uint32_t i)
{
  return subject->bank->datatypes.items[subject->datatype].constructors.items[i];
}

static Fun draw_constructor(const Subject *subject)
{
  return constructor_at(subject,
                        choose(&subject->refuter->generator->choice, constructor_count(subject)));
}

static Term allowed(const Subject *subject, Term term)
{
  return is_allowed(&subject->refuter->generator->constructs, subject->bank, term) ? term : 0;
}

static Term test(const Subject *subject, Fun constructor, Term term)
{
  Bank *bank = subject->bank;
  Fun tester = bank_tester(bank, constructor);
  return allowed(subject,
                 bank_term(bank, funs_info(&bank->funs, tester)->op, bank->bool_sort, &term, 1));
}

static Term construct(const Subject *subject, Fun constructor, const U32Vec *fields)
{
  Bank *bank = subject->bank;
  bool needs_as = funs_info(&bank->funs, constructor)->needs_as;
  Op op = bank_apply_operator(bank, constructor, NULL, 0, needs_as ? subject->sort : 0);
  return allowed(subject,
                 bank_term(bank, op, subject->sort, fields->items, (uint32_t)fields->count));
}

static Term grow_subject(const Subject *subject)
{
  return refute_grow(subject->refuter, subject->sort, 1);
}

static bool grow_fields(const Subject *subject, Fun constructor, U32Vec *fields)
{
  fields->count = 0;
  for (uint32_t i = 0; i < funs_info(&subject->bank->funs, constructor)->arity; i++) {
    Sort sort = datatype_field_sort(subject->bank, constructor, subject->sort, i);
    Term field = sort ? refute_grow(subject->refuter, sort, 0) : 0;
    if (!field) return false;
    VEC_PUSH(fields, field);
  }
  return true;
}

static Term equal(const Subject *subject, Term a, Term b)
{
  Term sides[2] = {a, b};
  return a && b ? refute_apply(subject->refuter, "=", sides, 2) : 0;
}

/* Every value is made by one of the constructors. */
static bool deny_all(const Subject *subject, U32Vec *fields)
{
  (void)fields;
  Term term = grow_subject(subject);
  bool good = term != 0;
  for (uint32_t i = 0; i < constructor_count(subject) && good; i++)
    good = refute_add(subject->refuter, test(subject, constructor_at(subject, i), term), true);
  return good;
}

/* ... and by one only. */
static bool claim_two(const Subject *subject, U32Vec *fields)
{
  (void)fields;
  Fun one = draw_constructor(subject), other = draw_constructor(subject);
  Term term = grow_subject(subject);
  return one != other && term && refute_add(subject->refuter, test(subject, one, term), false) &&
         refute_add(subject->refuter, test(subject, other, term), false);
}

/* No value is a part of itself: values are finite (codatatypes are not generated). */
static bool close_cycle(const Subject *subject, U32Vec *fields)
{
  Fun constructor = draw_constructor(subject);
  Term term = grow_subject(subject);
  if (!term || !grow_fields(subject, constructor, fields)) return false;
  for (size_t i = 0; i < fields->count; i++) {
    if (bank_sort(subject->bank, fields->items[i]) != subject->sort) continue;
    fields->items[i] = term;
    Term whole = construct(subject, constructor, fields);
    return refute_add(subject->refuter, equal(subject, term, whole), false);
  }
  return false;
}

/* Equal values have equal fields. */
static bool deny_injectivity(const Subject *subject, U32Vec *fields)
{
  Fun constructor = draw_constructor(subject);
  uint32_t arity = funs_info(&subject->bank->funs, constructor)->arity;
  if (arity == 0 || !grow_fields(subject, constructor, fields)) return false;
  uint32_t at = choose(&subject->refuter->generator->choice, arity);
  Term field = fields->items[at], one = construct(subject, constructor, fields);
  if (!grow_fields(subject, constructor, fields)) return false;
  Term other = construct(subject, constructor, fields);
  return refute_add(subject->refuter, equal(subject, one, other), false) &&
         refute_add(subject->refuter, equal(subject, field, fields->items[at]), true);
}

/* A value that C made is C of its fields. */
static bool deny_fields(const Subject *subject, U32Vec *fields)
{
  Bank *bank = subject->bank;
  Fun constructor = draw_constructor(subject);
  Term term = grow_subject(subject);
  fields->count = 0;
  for (uint32_t i = 0; term && i < funs_info(&bank->funs, constructor)->arity; i++) {
    Fun selector = bank_selector(bank, constructor, i);
    Sort sort = datatype_field_sort(bank, constructor, subject->sort, i);
    Op op = funs_info(&bank->funs, selector)->op;
    Term field = sort ? allowed(subject, bank_term(bank, op, sort, &term, 1)) : 0;
    if (!field) return false;
    VEC_PUSH(fields, field);
  }
  return term && refute_add(subject->refuter, test(subject, constructor, term), false) &&
         refute_add(subject->refuter, equal(subject, term, construct(subject, constructor, fields)),
                    true);
}

bool refute_by_datatype(Refuter *refuter)
{
  static bool (*const ways[])(const Subject *, U32Vec *) = {deny_all, claim_two, close_cycle,
                                                            deny_injectivity, deny_fields};
  Generator *generator = refuter->generator;
  Subject subject = {.refuter = refuter, .bank = generator->bank};
  subject.sort = refute_sort(refuter, SORT_DATATYPE);
  if (!subject.sort) return false;
  const SortTable *sorts = &generator->bank->sorts;
  subject.datatype = sorts->ctors.items[sorts_node(sorts, subject.sort)->ctor].datatype;
  U32Vec fields = {0};
  uint32_t way = choose(&generator->choice, (uint32_t)(sizeof ways / sizeof *ways));
  bool good = ways[way](&subject, &fields);
  VEC_FREE(&fields);
  return good;
}
