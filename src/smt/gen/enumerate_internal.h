/* Private to the enumeration: how many terms there are of each kind. */
#ifndef SMT_GEN_ENUMERATE_INTERNAL_H
#define SMT_GEN_ENUMERATE_INTERNAL_H

#include "smt/gen/enumerate.h"

/* How many constants of each sort occur: pairs of a slot and a number, sorted, interned. Tally 0 is that
 * of terms without constants. */
typedef uint32_t Tally;

enum { TALLY_NONE = -1, SLOT_NONE = -1 };

typedef struct {
  uint32_t first, count; /* in pairs */
} TallySpan;

typedef struct {
  Tally tally;
  uint64_t count; /* UINT64_MAX: so many or more */
} TallyCount;

/* Terms that grow from a goal, or sequences of arguments of a production from some place on. */
typedef struct {
  uint32_t what;         /* Goal, perhaps with NO_LITERALS, or production */
  uint32_t place;        /* 0: of a goal; else the place of the first argument, plus 1 */
  uint32_t scope, size;  /* variables that are bound around it, and nodes */
  uint32_t first, count; /* in entries */
} Cell;

/* A bound variable and those around it; scope 0 is empty. */
typedef struct {
  uint32_t around, depth;
  Term variable;
} EnumerateScope;

typedef struct {
  bool made;
  int slot;               /* of constants; SLOT_NONE: there are none */
  U32Vec leaves;          /* Term: literals and constants of theories */
  uint32_t literal_count; /* the first of these */
  U32Vec productions;     /* each once */
} Sprouting;

/* A goal whose terms are not literals. Productions can be for the same operator, with arguments in other
 * positions: (* literal any) and (* any literal). Terms of both are counted for the first of them only. */
#define NO_LITERALS UINT32_C(0x40000000)

struct Enumeration {
  Generator *generator;
  Grammar *grammar;
  Bank *bank;
  Goal root;
  uint32_t max_size;
  VEC(Sprouting) goals; /* by Goal */
  U32Vec restricted;    /* by production: its arguments that are no literals, as bits */
  VEC(EnumerateScope) scopes;
  VEC(TallySpan) tallies;
  U32Vec pairs;
  Index tally_index;
  VEC(Cell) cells; /* items[0] is unused */
  VEC(TallyCount) entries;
  Index cell_index;
  U32Vec place_of;   /* by Tally, while a cell is made: its entry there, plus 1 */
  U32Vec slot_sorts; /* by slot */
  U32Vec slot_goals; /* a goal with its constants */
  uint64_t words[ENUMERATION_SIZE_MAX + 1][ENUMERATION_SIZE_MAX + 1]; /* see enumeration_namings */
  bool overflow;                                                      /* too many entries */
};

static inline uint64_t saturating_add(uint64_t a, uint64_t b)
{
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}
static inline uint64_t saturating_multiply(uint64_t a, uint64_t b)
{
  return a && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

/* The entries of a cell, which is made when first asked for. They move when others are made. */
uint32_t enumeration_cell(Enumeration *enumeration, uint32_t what, uint32_t place, uint32_t scope,
                          uint32_t size);
/* How many terms of a cell that has been made have the tally. */
uint64_t enumeration_find(const Enumeration *enumeration, uint32_t cell, Tally tally);
/* What an argument of a production grows from: a goal, perhaps with NO_LITERALS. */
uint32_t enumeration_argument(const Enumeration *enumeration, uint32_t production, uint32_t place);
/* The scope inside a production. */
uint32_t enumeration_scope(Enumeration *enumeration, uint32_t scope, uint32_t production);

/* a - b; TALLY_NONE if that has not occurred. */
int64_t enumeration_minus(const Enumeration *enumeration, Tally a, Tally b);
/* In how many ways the constants of a tally can be named: the product of the numbers of words that begin
 * with 0 and in which each letter is at most one more than all before it. words[n][m] is the number of
 * ways to go on by n letters after m different ones. */
uint64_t enumeration_namings(const Enumeration *enumeration, Tally tally);

#endif
