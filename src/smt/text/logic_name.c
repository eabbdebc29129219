#include <assert.h>
#include <string.h>

#include "smt/text/logic.h"

/* A piece of a name. */
typedef struct {
  const char *text;
  uint32_t parts;
  Arithmetic arithmetic;
} Piece;

/* In the order in which names are printed, but FS comes last of all. */
static const Piece pieces[] = {
    {"AX", LOGIC_ARRAYS | LOGIC_FREE_SORTS, ARITH_NONE},
    {"A", LOGIC_ARRAYS, ARITH_NONE},
    {"UF", LOGIC_UF, ARITH_NONE},
    {"C", LOGIC_CARDINALITY, ARITH_NONE},
    {"BV", LOGIC_BITVECTORS, ARITH_NONE},
    {"FP", LOGIC_FLOATS, ARITH_NONE},
    {"DT", LOGIC_DATATYPES, ARITH_NONE},
    {"S", LOGIC_STRINGS, ARITH_NONE},
    {"SEQ", LOGIC_SEQUENCES, ARITH_NONE},
    {"FF", LOGIC_FIELDS, ARITH_NONE},
    {"FS", LOGIC_SETS, ARITH_NONE},
    {"IDL", LOGIC_INTS, ARITH_DIFFERENCE},
    {"RDL", LOGIC_REALS, ARITH_DIFFERENCE},
    {"IRDL", LOGIC_INTS | LOGIC_REALS, ARITH_DIFFERENCE},
    {"LIA", LOGIC_INTS, ARITH_LINEAR},
    {"LRA", LOGIC_REALS, ARITH_LINEAR},
    {"LIRA", LOGIC_INTS | LOGIC_REALS, ARITH_LINEAR},
    {"NIA", LOGIC_INTS, ARITH_NONLINEAR},
    {"NRA", LOGIC_REALS, ARITH_NONLINEAR},
    {"NIRA", LOGIC_INTS | LOGIC_REALS, ARITH_NONLINEAR},
};

/* Names that are not put together from pieces, with the QF_ that they have or not. */
typedef struct {
  const char *text;
  Logic logic;
} WholeName;

enum { QUANTIFIED = LOGIC_QUANTIFIERS };

static const WholeName whole_names[] = {
    {"ALL", {QUANTIFIED, ARITH_NONE, ARITH_NONE, true}},
    {"QF_ALL", {0, ARITH_NONE, ARITH_NONE, true}},
    {"ALL_SUPPORTED", {QUANTIFIED, ARITH_NONE, ARITH_NONE, true}},
    {"QF_ALL_SUPPORTED", {0, ARITH_NONE, ARITH_NONE, true}},
    {"HORN", {QUANTIFIED, ARITH_NONE, ARITH_NONE, true}}, /* Horn clauses over whatever theories */
    {"CSP", {QUANTIFIED, ARITH_NONE, ARITH_NONE, true}},
    {"SAT", {QUANTIFIED, ARITH_NONE, ARITH_NONE, false}}, /* quantified Boolean formulas */
    {"QF_SAT", {0, ARITH_NONE, ARITH_NONE, false}},
    {"QF_FD", {LOGIC_BITVECTORS | LOGIC_DATATYPES | LOGIC_INTS, ARITH_LINEAR, ARITH_NONE, false}},
    {"SMTFD", {LOGIC_UF | LOGIC_ARRAYS | LOGIC_BITVECTORS, ARITH_NONE, ARITH_NONE, false}},
    {"QF_BVRE", {LOGIC_BITVECTORS | LOGIC_STRINGS, ARITH_NONE, ARITH_NONE, false}},
};

static bool skip(const char **at, const char *end, const char *text)
{
  assert(*at <= end);
  size_t length = strlen(text);
  if ((size_t)(end - *at) < length || memcmp(*at, text, length) != 0) return false;
  *at += length;
  return true;
}

static bool parse_whole(const char *at, const char *end, Logic *logic)
{
  for (size_t i = 0; i < sizeof whole_names / sizeof *whole_names; i++) {
    const char *rest = at;
    if (!skip(&rest, end, whole_names[i].text) || rest != end) continue;
    logic->parts |= whole_names[i].logic.parts;
    logic->arithmetic = whole_names[i].logic.arithmetic;
    logic->all = whole_names[i].logic.all;
    return true;
  }
  return false;
}

/* The longest piece that the text begins with: SEQ rather than S. */
static const Piece *find_piece(const char *at, const char *end)
{
  assert(at < end);
  const Piece *longest = NULL;
  const char *longest_end = at;
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    const char *rest = at;
    if (!skip(&rest, end, pieces[i].text) || rest <= longest_end) continue;
    longest = &pieces[i];
    longest_end = rest;
  }
  return longest;
}

/* One piece; no part may come twice and there is one arithmetic at most. */
static bool parse_piece(const char **at, const char *end, Logic *logic)
{
  const Piece *piece = find_piece(*at, end);
  if (!piece || (logic->parts & piece->parts)) return false;
  *at += strlen(piece->text);
  logic->parts |= piece->parts;
  if (piece->arithmetic == ARITH_NONE) return true;
  if (logic->arithmetic != ARITH_NONE) return false;
  logic->arithmetic = piece->arithmetic;
  if (piece->arithmetic >= ARITH_LINEAR && skip(at, end, "T"))
    logic->parts |= LOGIC_TRANSCENDENTALS;
  return true;
}

bool logic_parse(const char *name, size_t length, Logic *logic)
{
  assert(name || length == 0);
  *logic = (Logic){0};
  const char *at = name, *end = name + length;
  if (skip(&at, end, "HO_")) logic->parts |= LOGIC_HIGHER_ORDER;
  if (parse_whole(at, end, logic)) return true;
  if (!skip(&at, end, "QF_")) logic->parts |= LOGIC_QUANTIFIERS;
  if (skip(&at, end, "SEP_")) logic->parts |= LOGIC_SEPARATION;
  if (at == end) return false;
  while (at != end)
    if (!parse_piece(&at, end, logic)) return false;
  return true;
}

static const char *arithmetic_name(const Logic *logic)
{
  bool ints = logic->parts & (LOGIC_INTS | LOGIC_INT_VALUES);
  bool reals = logic->parts & (LOGIC_REALS | LOGIC_REAL_VALUES | LOGIC_TRANSCENDENTALS);
  if (!ints && !reals) return "";
  Arithmetic class = logic->arithmetic;
  if (class == ARITH_OFFSET && (logic->parts & LOGIC_UF) && !reals) class = ARITH_DIFFERENCE;
  switch (class) {
  case ARITH_DIFFERENCE: return ints && reals ? "IRDL" : ints ? "IDL" : "RDL";
  case ARITH_NONLINEAR: return ints && reals ? "NIRA" : ints ? "NIA" : "NRA";
  default: return ints && reals ? "LIRA" : ints ? "LIA" : "LRA";
  }
}

/* Free sorts have a name of their own only where nothing but arrays is beside them. */
static uint32_t named_parts(const Logic *logic)
{
  const uint32_t beside =
      LOGIC_ARRAYS | LOGIC_FREE_SORTS | LOGIC_QUANTIFIERS | LOGIC_HIGHER_ORDER | LOGIC_SEPARATION;
  uint32_t parts = logic->parts;
  if ((parts & LOGIC_ARRAYS) && !(parts & ~beside)) return parts | LOGIC_FREE_SORTS;
  if (parts & LOGIC_FREE_SORTS) parts = (parts & ~(uint32_t)LOGIC_FREE_SORTS) | LOGIC_UF;
  return parts;
}

static void add_pieces(StrBuf *out, uint32_t parts)
{
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    const Piece *piece = &pieces[i];
    if (piece->arithmetic != ARITH_NONE || (parts & piece->parts) != piece->parts) continue;
    strbuf_add_text(out, piece->text);
    parts &= ~piece->parts;
  }
}

void logic_name(const Logic *logic, StrBuf *out)
{
  if (logic->parts & LOGIC_HIGHER_ORDER) strbuf_add_text(out, "HO_");
  if (!(logic->parts & LOGIC_QUANTIFIERS)) strbuf_add_text(out, "QF_");
  if (logic->all) {
    strbuf_add_text(out, "ALL");
    return;
  }
  if (logic->parts & LOGIC_SEPARATION) strbuf_add_text(out, "SEP_");
  size_t start = out->length;
  Logic named = *logic;
  named.parts = named_parts(logic);
  add_pieces(out, named.parts & ~(uint32_t)LOGIC_SETS);
  strbuf_add_text(out, arithmetic_name(&named));
  if (logic->parts & LOGIC_TRANSCENDENTALS) strbuf_add_char(out, 'T');
  if (logic->parts & LOGIC_SETS) strbuf_add_text(out, "FS");
  if (out->length == start) strbuf_add_text(out, "UF");
}

bool logic_numerals_are_real(const Logic *logic)
{
  return !logic->all && (logic->parts & LOGIC_REALS) && !(logic->parts & LOGIC_INTS);
}
