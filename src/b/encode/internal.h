/* What the files of the encoder share. SMT-LIB terms are texts in an arena. */
#ifndef B_ENCODE_INTERNAL_H
#define B_ENCODE_INTERNAL_H

#include "b/encode/encode.h"
#include "base/arena.h"

/* A value: a text, or a pair of values, whose parts need not be taken out of a term. */
typedef struct BCode BCode;
struct BCode {
  const char *text; /* NULL: a pair */
  const BCode *first, *second;
};

/* What a name of B is here. */
typedef struct {
  Symbol name;
  const BCode *code;
} BBinding;

typedef struct {
  const char *name, *sort;
} BBound;

typedef struct {
  BType type;
  const char *sort;
} BSortName;

typedef struct {
  const char *key;
  const BCode *code;
} BFresh;

typedef struct {
  BBank *bank;
  const BModule *module;
  BEncodeOptions options;
  BEncodeResult result;
  BTerm goal;
  Arena arena;
  size_t bytes; /* of texts */
  VEC(BBinding) scope;
  VEC(BBound) bound; /* SMT-LIB's variables around the place that is written */
  VEC(BSortName) sorts;
  VEC(BFresh) known; /* constants that stand for terms */
  StrBuf declarations, axioms;
  uint32_t next;
  bool failed;
  Error *error;
} Encoder;

/* text.c: texts, names and binders. */
const char *encode_print(Encoder *encoder, const char *format, ...)
    __attribute__((format(printf, 2, 3), returns_nonnull));
/* It has no translation, or would be too large. The first reason is kept; texts that follow mean nothing. */
const char *encode_refuse(Encoder *encoder, const char *format, ...)
    __attribute__((format(printf, 2, 3), returns_nonnull));
const BCode *encode_refuse_term(Encoder *encoder, BTerm term);
const BCode *encode_atom(Encoder *encoder, const char *text);
const BCode *encode_pair(Encoder *encoder, const BCode *first, const BCode *second);
const char *encode_text(Encoder *encoder, const BCode *code);
const BCode *encode_first(Encoder *encoder, const BCode *code);
const BCode *encode_second(Encoder *encoder, const BCode *code);
/* The text of a symbol, which ends with a NUL here. */
const char *encode_symbol(Encoder *encoder, Symbol symbol);
const char *encode_number(Encoder *encoder, int64_t number);
/* Connectives of texts that may be "true" and "false". */
const char *encode_and(Encoder *encoder, const char *a, const char *b);
const char *encode_or(Encoder *encoder, const char *a, const char *b);
const char *encode_implies(Encoder *encoder, const char *a, const char *b);
const char *encode_not(Encoder *encoder, const char *a);
const char *encode_same(Encoder *encoder, const BCode *a, const BCode *b);
/* A new variable of a type, a pair of them for pairs unless these are elements of cvc5's sets; encode_quantify binds all since the mark. */
const BCode *encode_variable(Encoder *encoder, BType type);
const char *encode_quantify(Encoder *encoder, size_t mark, bool forall, const char *body);
/* Gives names of B values; encode_forget takes all since the mark away. */
void encode_bind(Encoder *encoder, BTerm variable, const BCode *code);
void encode_bind_tuple(Encoder *encoder, BTerm binder, uint32_t count, const BCode *tuple);
/* Variables of SMT-LIB for those of a binder, which encode_quantify closes. */
void encode_bind_variables(Encoder *encoder, BTerm binder, uint32_t count);
void encode_forget(Encoder *encoder, size_t mark);
const BCode *encode_find(const Encoder *encoder, Symbol name);

/* sort.c */
const char *encode_sort(Encoder *encoder, BType type);
/* Has the type finitely many values, and these few? Adds them. */
typedef VEC(const BCode *) BCodes;
bool encode_all_values(Encoder *encoder, BType type, BCodes *out);
bool encode_is_finite_type(const Encoder *encoder, BType type);
/* Does a value of the type have a set in it, or is it one, that may be infinite? */
bool encode_may_be_infinite(const Encoder *encoder, BType type);

/* fresh.c: a constant that stands for a term; of bound variables in it, a function. True: it is new, and its axiom
 * has to be given. */
bool encode_fresh(Encoder *encoder, BTerm term, const BCode *also, const char *sort,
                  const BCode **code);
void encode_axiom(Encoder *encoder, const char *body);

/* predicate.c, value.c, member.c */
const char *encode_predicate(Encoder *encoder, BTerm term);
const BCode *encode_value(Encoder *encoder, BTerm term);
const BCode *encode_set(Encoder *encoder, BTerm term);
const char *encode_member(Encoder *encoder, const BCode *element, BTerm set);
/* Is the element in a set that is a term of SMT-LIB? */
const char *encode_select(Encoder *encoder, const BCode *set, const BCode *element);
/* The value of a relation at a point; of `term`, which names it. */
const BCode *encode_apply(Encoder *encoder, BTerm relation, const BCode *at, BTerm term);
const BCode *encode_size(Encoder *encoder, BTerm sequence);

/* Is the element one for which the predicate of the binder holds, a comprehension or a lambda? */
const char *encode_in_comprehension(Encoder *encoder, const BCode *element, BTerm binder);
/* member_*.c: parts of encode_member, for operators of their kind. */
bool encode_in_functions(Encoder *encoder, const BCode *element, BTerm set, const char **text);
const char *encode_in_power(Encoder *encoder, const BCode *element, BTerm set);
const char *encode_in_sequences(Encoder *encoder, const BCode *element, BTerm set);
const char *encode_in_sequence(Encoder *encoder, const BCode *element, BTerm set);
const char *encode_in_extension(Encoder *encoder, const BCode *element, BTerm set);
const char *encode_in_relation(Encoder *encoder, const BCode *element, BTerm set);
const char *encode_in_domain(Encoder *encoder, const BCode *element, BTerm relation, bool range);
/* Is a new variable, which stays bound, in a set that is a term? */
const char *encode_each_of(Encoder *encoder, const BCode *set, BType type, const BCode **element);
/* A relation that is a term: no two pairs have equal firsts (seconds, if `inverse`) and different others. */
const char *encode_is_functional(Encoder *encoder, const BCode *relation, BType pair, bool inverse);
typedef struct {
  const BCode *relation;
  BType other;
  bool inverse;
} BReached;
/* Does the relation lead from the element anywhere, or from anywhere to it? */
const char *encode_is_reached(Encoder *encoder, const BCode *element, const void *reached);

/* range.c: all or some elements of a set. */
typedef const char *BBody(Encoder *encoder, const BCode *element, const void *data);
const char *encode_every(Encoder *encoder, BTerm set, bool forall, BBody *body, const void *data);
const char *encode_subset(Encoder *encoder, BTerm part, BTerm whole);

/* finite.c */
/* Terms among which all elements of a set are; false: there is no such list, or it is long. */
bool encode_candidates(Encoder *encoder, BTerm set, BCodes *out);
/* The same for the variables of a binder, as tuples, by what the predicate says of them. */
bool encode_tuples(Encoder *encoder, BTerm binder, BTerm predicate, BCodes *out);
/* Is a set finite whatever the values of identifiers are? */
bool encode_surely_finite(const Encoder *encoder, BTerm set);
/* Is it finite? As a formula, of a set of B or of a term with elements of a type. */
const char *encode_finite(Encoder *encoder, BTerm set);
const char *encode_finite_code(Encoder *encoder, const BCode *set, BType type);

static inline BTerm encode_arg(const Encoder *encoder, BTerm term, uint32_t i)
{
  return b_arg(encoder->bank, term, i);
}

/* Of the elements of a set, and of the parts of a pair. */
static inline BType encode_member_type(const Encoder *encoder, BTerm set)
{
  return b_type_member(&encoder->bank->types, b_type(encoder->bank, set));
}
static inline BType encode_first_type(const Encoder *encoder, BType pair)
{
  return b_type_node(&encoder->bank->types, pair)->first;
}
static inline BType encode_second_type(const Encoder *encoder, BType pair)
{
  return b_type_node(&encoder->bank->types, pair)->second;
}

static inline bool encode_is_sets(const Encoder *encoder)
{
  return encoder->options.encoding == B_ENCODING_SETS;
}

#endif
