#include "solve/closedbox/emit_term.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "solve/closedbox/runtime.h"

/* How an application is written: "%a", "%b", "%c", "%d" are the arguments, "%A" and "%B" pointers to the words of the first
 * two, "%s" and "%t" these as signed numbers, "%w" the width of the result, "%v" and "%y" those of the first two
 * arguments, "%m" the mask of the result, "%i" and "%j" the indices, "%r" room for a result of several words and "%n" their
 * number. Folded to the left where there are more arguments. */
typedef struct {
  const char *name;
  const char *
      sorts; /* of the arguments, see letter_of; V: v or w, where one of these or the result is w */
  const char *text;
} Template;

static const Template templates[] = {
    {"bvadd", "vv", "(%a + %b) & %m"},
    {"bvsub", "vv", "(%a - %b) & %m"},
    {"bvmul", "vv", "(%a * %b) & %m"},
    {"bvand", "vv", "%a & %b"},
    {"bvor", "vv", "%a | %b"},
    {"bvxor", "vv", "%a ^ %b"},
    {"bvnand", "vv", "~(%a & %b) & %m"},
    {"bvnor", "vv", "~(%a | %b) & %m"},
    {"bvxnor", "vv", "~(%a ^ %b) & %m"},
    {"bvnot", "v", "~%a & %m"},
    {"bvneg", "v", "(0 - %a) & %m"},
    {"bvudiv", "vv", "v_udiv(%a, %b, %w)"},
    {"bvurem", "vv", "v_urem(%a, %b)"},
    {"bvsdiv", "vv", "v_sdiv(%a, %b, %w)"},
    {"bvsrem", "vv", "v_srem(%a, %b, %w)"},
    {"bvsmod", "vv", "v_smod(%a, %b, %w)"},
    {"bvshl", "vv", "v_shl(%a, %b, %w)"},
    {"bvlshr", "vv", "v_lshr(%a, %b, %w)"},
    {"bvashr", "vv", "v_ashr(%a, %b, %w)"},
    {"concat", "vv", "(%a << %y) | %b"},
    {"extract", "v", "(%a >> %j) & %m"},
    {"extract", "w", "w_extract(%a, %i, %j)"},
    {"zero_extend", "v", "%a"},
    {"sign_extend", "v", "(u64)%s & %m"},
    {"rotate_left", "v", "((%a << (%i % %v)) | (%a >> ((%v - %i % %v) % 64))) & %m"},
    {"rotate_right", "v", "((%a >> (%i % %v)) | (%a << ((%v - %i % %v) % 64))) & %m"},
    {"bvcomp", "vv", "%a == %b"},
    {"bvult", "vv", "%a < %b"},
    {"bvule", "vv", "%a <= %b"},
    {"bvugt", "vv", "%a > %b"},
    {"bvuge", "vv", "%a >= %b"},
    {"bvslt", "vv", "%s < %t"},
    {"bvsle", "vv", "%s <= %t"},
    {"bvsgt", "vv", "%s > %t"},
    {"bvsge", "vv", "%s >= %t"},
    {"ubv_to_int", "v", "(i64)%a < 0 ? (f_fail(), 0) : %a"},
    {"bv2nat", "v", "(i64)%a < 0 ? (f_fail(), 0) : %a"},
    {"int_to_bv", "i", "%a & %m"},
    {"int2bv", "i", "%a & %m"},
    {"nat2bv", "i", "%a & %m"},
    {"+", "ii", "(u64)i_add(%a, %b)"},
    {"-", "ii", "(u64)i_sub(%a, %b)"},
    {"*", "ii", "(u64)i_mul(%a, %b)"},
    {"-", "i", "(u64)i_sub(0, %a)"},
    {"div", "ii", "(u64)i_div(%a, %b)"},
    {"mod", "ii", "(u64)i_mod(%a, %b)"},
    {"abs", "i", "(i64)%a < 0 ? (u64)i_sub(0, %a) : %a"},
    {"<", "ii", "(i64)%a < (i64)%b"},
    {"<=", "ii", "(i64)%a <= (i64)%b"},
    {">", "ii", "(i64)%a > (i64)%b"},
    {">=", "ii", "(i64)%a >= (i64)%b"},
    {"+", "rr", "%a + %b"},
    {"-", "rr", "%a - %b"},
    {"*", "rr", "%a * %b"},
    {"-", "r", "-%a"},
    {"/", "rr", "r_div(%a, %b)"},
    {"<", "rr", "%a < %b"},
    {"<=", "rr", "%a <= %b"},
    {">", "rr", "%a > %b"},
    {">=", "rr", "%a >= %b"},
    {"to_real", "i", "(double)(i64)%a"},
    {"fp.add", "mff", "%b + %c"},
    {"fp.sub", "mff", "%b - %c"},
    {"fp.mul", "mff", "%b * %c"},
    {"fp.div", "mff", "%b / %c"},
    {"fp.sqrt", "mf", "f_sqrt(%b)"},
    {"fp.neg", "f", "-%a"},
    {"fp.abs", "f", "f_negative(%a) ? -%a : %a"},
    {"fp.lt", "ff", "%a < %b"},
    {"fp.leq", "ff", "%a <= %b"},
    {"fp.gt", "ff", "%a > %b"},
    {"fp.geq", "ff", "%a >= %b"},
    {"fp.eq", "ff", "%a == %b"},
    {"fp.isNaN", "f", "%a != %a"},
    {"fp.isInfinite", "f", "%a == %a && %a - %a != 0"},
    {"to_fp", "mf", "%b"},
    {"to_fp", "mr", "%b"},
    {"select", "av", "((const u8 *)%a)[%b]"},
    {"str.len", "s", "%a[0]"},
    {"fp.isZero", "f", "%a == 0"},
    {"fp.isNegative", "f", "f_negative(%a)"},
    {"fp.isPositive", "f", "f_negative(-%a)"},
    {"fp.isNormal", "f", "f_class(%a, %v) == 2"},
    {"fp.isSubnormal", "f", "f_class(%a, %v) == 1"},
    {"fp.min", "ff", "f_min(%a, %b)"},
    {"fp.max", "ff", "-f_min(-%a, -%b)"},
    {"fp.rem", "ff", "f_rem(%a, %b)"},
    {"fp.roundToIntegral", "mf", "f_round(%b)"},
    {"fp.fma", "mfff", "f_fma(%b, %c, %d)"},
    {"fp.to_real", "f", "f_finite(%a)"},
    {"to_fp", "mv", "(double)%t"},
    {"to_fp_unsigned", "mv", "f_unsigned(%b)"},
    {"to_fp", "v", "f_bits(%a, %v)"},
    {"to_int", "r", "(u64)r_floor(%a)"},
    {"is_int", "r", "f_round(%a) == %a"},
    {"divisible", "i", "i_mod(%a, %i) == 0"},
    {"store", "avv", "a_store(%r, %a, %b, %c, %n)"},
    {"str.++", "ss", "s_concat(%r, %a, %b)"},
    {"str.at", "si", "s_substr(%r, %a, %b, 1)"},
    {"str.substr", "sii", "s_substr(%r, %a, %b, %c)"},
    {"str.replace", "sss", "s_replace(%r, %a, %b, %c)"},
    {"str.from_code", "i", "s_from_code(%r, %a)"},
    {"str.from_int", "i", "s_from_int(%r, %a)"},
    {"str.prefixof", "ss", "d_prefix(%a, %b) == 0"},
    {"str.suffixof", "ss", "d_suffix(%a, %b) == 0"},
    {"str.contains", "ss", "d_contains(%a, %b) == 0"},
    {"str.indexof", "ssi", "(u64)s_index(%a, %b, %c)"},
    {"str.to_code", "s", "(u64)s_code(%a)"},
    {"str.to_int", "s", "(u64)s_to_int(%a)"},
    {"str.is_digit", "s", "s_code(%a) >= 48 && s_code(%a) <= 57"},
    {"str.<", "ss", "s_order(%a, %b) < 0"},
    {"str.<=", "ss", "s_order(%a, %b) <= 0"},
    {"bvadd", "VV", "w_add(%r, %A, %B, %w)"},
    {"bvsub", "VV", "w_sub(%r, %A, %B, %w)"},
    {"bvmul", "VV", "w_mul(%r, %A, %B, %w)"},
    {"bvand", "VV", "w_logic(%r, %A, %B, %w, 0)"},
    {"bvor", "VV", "w_logic(%r, %A, %B, %w, 1)"},
    {"bvxor", "VV", "w_logic(%r, %A, %B, %w, 2)"},
    {"bvnot", "V", "w_not(%r, %A, %w)"},
    {"bvneg", "V", "w_neg(%r, %A, %w)"},
    {"bvudiv", "VV", "w_divide(%r, %A, %B, %w, 0)"},
    {"bvurem", "VV", "w_divide(%r, %A, %B, %w, 1)"},
    {"bvshl", "VV", "w_shift(%r, %A, %B, %w, 0)"},
    {"bvlshr", "VV", "w_shift(%r, %A, %B, %w, 1)"},
    {"bvashr", "VV", "w_shift(%r, %A, %B, %w, 2)"},
    {"concat", "VV", "w_concat(%r, %A, %v, %B, %y)"},
    {"extract", "V", "w_slice(%r, %A, %i, %j)"},
    {"zero_extend", "V", "w_extend(%r, %A, %v, %w, 0)"},
    {"sign_extend", "V", "w_extend(%r, %A, %v, %w, 1)"},
    {"rotate_left", "V", "w_rotate(%r, %A, %v, %i)"},
    {"rotate_right", "V", "w_rotate(%r, %A, %v, %v - %i % %v)"},
    {"bvult", "VV", "w_less(%A, %B, %v, 0)"},
    {"bvule", "VV", "!w_less(%B, %A, %v, 0)"},
    {"bvugt", "VV", "w_less(%B, %A, %v, 0)"},
    {"bvuge", "VV", "!w_less(%A, %B, %v, 0)"},
    {"bvslt", "VV", "w_less(%A, %B, %v, 1)"},
    {"bvsle", "VV", "!w_less(%B, %A, %v, 1)"},
    {"bvsgt", "VV", "w_less(%B, %A, %v, 1)"},
    {"bvsge", "VV", "!w_less(%A, %B, %v, 1)"},
};

/* --- choosing --- */

int emit_rounding(const Bank *bank, Term term)
{
  static const struct {
    const char *name;
    int number;
  } modes[] = {{"RNE", ROUNDING_NEAREST},
               {"RTZ", ROUNDING_ZERO},
               {"RTP", ROUNDING_UP},
               {"RTN", ROUNDING_DOWN},
               /* Differs at ties only; the exact evaluator has the last word. */
               {"RNA", ROUNDING_NEAREST}};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    if (box_problem_applies(bank, term, modes[i].name)) return modes[i].number;
  return -1;
}

static char letter_of(const Bank *bank, Sort sort)
{
  if (sorts_class(&bank->sorts, sort) == SORT_ROUNDING) return 'm';
  switch (layout_of_sort(bank, sort).kind) {
  case LAYOUT_BOOL: return 'b';
  case LAYOUT_BITS: return 'v';
  case LAYOUT_WIDE: return 'w';
  case LAYOUT_INT: return 'i';
  case LAYOUT_REAL: return 'r';
  case LAYOUT_FLOAT:
  case LAYOUT_DOUBLE: return 'f';
  case LAYOUT_STRING: return 's';
  case LAYOUT_BYTES: return 'a';
  case LAYOUT_NONE: break;
  }
  return '?';
}

/* Vectors that are passed as words: one of them has more than one. */
static bool fits_wide(const Bank *bank, const Template *row, Term term)
{
  const TermNode *node = bank_node(bank, term);
  const Term *args = bank_args(bank, term);
  char result = letter_of(bank, node->sort);
  bool wide = result == 'w';
  for (uint32_t i = 0; i < node->count; i++) {
    char letter = letter_of(bank, bank_sort(bank, args[i]));
    if (letter != 'v' && letter != 'w') return false;
    wide |= letter == 'w';
  }
  /* Where the result is one word there is no room of several. */
  return wide && (result != 'v' || !strstr(row->text, "%r")) &&
         (node->count == strlen(row->sorts) || strcmp(row->name, "concat") != 0);
}

static bool fits(const Bank *bank, const Template *row, Term term)
{
  const TermNode *node = bank_node(bank, term);
  const Term *args = bank_args(bank, term);
  uint32_t count = (uint32_t)strlen(row->sorts);
  if (!box_problem_applies(bank, term, row->name) || node->count < count) return false;
  if (node->count > count && count != 2) return false;
  if (row->sorts[0] == 'V') return fits_wide(bank, row, term);
  for (uint32_t k = 0; k < node->count; k++)
    if (letter_of(bank, bank_sort(bank, args[k])) != row->sorts[k < count ? k : count - 1])
      return false;
  return letter_of(bank, node->sort) != 'w';
}

static const Template *template_of(const Bank *bank, Term term)
{
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
    if (fits(bank, &templates[i], term)) return &templates[i];
  return NULL;
}

bool emit_has_template(const Bank *bank, Term term)
{
  return template_of(bank, term) != NULL;
}

/* --- writing --- */

const char *emit_c_type(Layout layout)
{
  switch (layout.kind) {
  case LAYOUT_REAL:
  case LAYOUT_DOUBLE: return "double";
  case LAYOUT_FLOAT: return "float";
  case LAYOUT_WIDE:
  case LAYOUT_STRING:
  case LAYOUT_BYTES: return "const u64 *";
  default: return "u64";
  }
}

static uint32_t width_of(const Bank *bank, Term term)
{
  return layout_of_sort(bank, bank_sort(bank, term)).width;
}

void emit_put_signed(StrBuf *out, const Bank *bank, Term term)
{
  assert(width_of(bank, term) >= 1 && width_of(bank, term) <= 64);
  uint32_t shift = 64 - width_of(bank, term);
  strbuf_printf(out, "((i64)(t%u << %u) >> %u)", term, shift, shift);
}

/* The words of a vector, also where it is one. */
static void emit_put_pointer(StrBuf *out, const Bank *bank, Term term)
{
  strbuf_printf(out, "%st%u", layout_of_sort(bank, bank_sort(bank, term)).words > 1 ? "" : "&",
                term);
}

/* One application of a template on two or three terms; `left` is the text of the first. */
static void put_template(StrBuf *out, const Bank *bank, Term term, const char *text,
                         const char *left, const Term *args)
{
  assert(text);
  const OperatorInfo *info = bank_operator(bank, bank_node(bank, term)->op);
  for (const char *p = text; *p; p++) {
    if (*p != '%' || p[1] == ' ' || !p[1]) {
      strbuf_add_char(out, *p);
      continue;
    }
    switch (*++p) {
    case 'a': strbuf_add_text(out, left); break;
    case 'b': strbuf_printf(out, "t%u", args[1]); break;
    case 'c': strbuf_printf(out, "t%u", args[2]); break;
    case 'd': strbuf_printf(out, "t%u", args[3]); break;
    case 'A': emit_put_pointer(out, bank, args[0]); break;
    case 'B': emit_put_pointer(out, bank, args[1]); break;
    case 'r': strbuf_printf(out, "b%u", term); break;
    case 'n':
      strbuf_printf(out, "%u", layout_of_sort(bank, bank_node(bank, term)->sort).words);
      break;
    case 's': emit_put_signed(out, bank, args[0]); break;
    case 't': emit_put_signed(out, bank, args[1]); break;
    case 'w': strbuf_printf(out, "%u", width_of(bank, term)); break;
    case 'v': strbuf_printf(out, "%u", width_of(bank, args[0])); break;
    case 'y': strbuf_printf(out, "%u", width_of(bank, args[1])); break;
    case 'm': strbuf_printf(out, "0x%" PRIx64 "ull", layout_mask(width_of(bank, term))); break;
    case 'i': strbuf_printf(out, "%u", bank->index_pool.items[info->first]); break;
    case 'j': strbuf_printf(out, "%u", bank->index_pool.items[info->first + 1]); break;
    default: strbuf_add_char(out, *p); break;
    }
  }
}

void emit_put_application(StrBuf *out, const Bank *bank, Term term)
{
  const Template *row = template_of(bank, term);
  const TermNode node = *bank_node(bank, term);
  Term args[4] = {0};
  for (uint32_t i = 0; i < node.count && i < 4; i++) args[i] = bank_args(bank, term)[i];
  char left[24];
  snprintf(left, sizeof left, "t%u", args[0]);
  Layout layout = layout_of_sort(bank, node.sort);
  int rounding = row->sorts[0] == 'm' ? emit_rounding(bank, args[0]) : ROUNDING_NEAREST;
  assert(rounding >= 0);
  if (rounding != ROUNDING_NEAREST) strbuf_printf(out, "  f_rounding(%d);\n", rounding);
  bool chain = layout.kind == LAYOUT_BOOL && node.count > 2;
  if (emit_is_pointer(layout)) strbuf_printf(out, "  u64 b%u[%u];\n", term, layout.words);
  strbuf_printf(out, "  %s t%u = ", emit_c_type(layout), term);
  put_template(out, bank, term, row->text, left, args);
  strbuf_add_text(out, ";\n");
  uint32_t known = (uint32_t)strlen(row->sorts);
  for (uint32_t i = known; i < node.count; i++) {
    if (chain) {
      args[0] = args[1];
      snprintf(left, sizeof left, "t%u", args[0]);
    } else {
      args[0] = term;
      snprintf(left, sizeof left, "t%u", term);
    }
    args[1] = bank_args(bank, term)[i];
    strbuf_printf(out, "  t%u = ", term);
    if (chain) strbuf_printf(out, "t%u & (", term);
    put_template(out, bank, term, row->text, left, args);
    strbuf_add_text(out, chain ? ");\n" : ";\n");
  }
  if (rounding != ROUNDING_NEAREST) strbuf_printf(out, "  f_rounding(%d);\n", ROUNDING_NEAREST);
}
