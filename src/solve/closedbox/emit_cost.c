/* Distances of Bool terms. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "solve/closedbox/emit_term.h"

/* The distance of a comparison of vectors or strings of several words; false if it is none. */
static bool put_words_cost(StrBuf *out, const Bank *bank, Term term, bool truth)
{
  static const struct {
    const char *name;
    bool swapped, strict, is_signed; /* as a < or <= */
  } rows[] = {{"bvult", false, true, false}, {"bvule", false, false, false},
              {"bvugt", true, true, false},  {"bvuge", true, false, false},
              {"bvslt", false, true, true},  {"bvsle", false, false, true},
              {"bvsgt", true, true, true},   {"bvsge", true, false, true}};
  static const char *const texts[][2] = {
      {"str.prefixof", "d_prefix"}, {"str.suffixof", "d_suffix"}, {"str.contains", "d_contains"}};
  const Term *args = bank_args(bank, term);
  for (size_t i = 0; truth && i < sizeof texts / sizeof *texts; i++)
    if (box_problem_applies(bank, term, texts[i][0])) {
      strbuf_printf(out, "1 + %s(t%u, t%u))", texts[i][1], args[0], args[1]);
      return true;
    }
  Layout layout = layout_of_sort(bank, bank_sort(bank, args[0]));
  for (size_t i = 0; layout.kind == LAYOUT_WIDE && i < sizeof rows / sizeof *rows; i++)
    if (box_problem_applies(bank, term, rows[i].name)) {
      bool swapped = rows[i].swapped == truth;
      strbuf_printf(out, "1 + %d + d_wide(t%u, t%u, %u))", rows[i].strict == truth,
                    args[swapped ? 1 : 0], args[swapped ? 0 : 1], layout.words);
      return true;
    }
  return false;
}

/* The distance of an atom from being true or false, as an expression. */
static void put_atom_cost(StrBuf *out, const Bank *bank, Term term, bool truth)
{
  static const struct {
    const char *name, *on_true, *on_false; /* helper; its arguments are swapped for '-' */
  } rows[] = {
      {"bvult", "d_lt", "-d_le"},    {"bvule", "d_le", "-d_lt"},    {"bvugt", "-d_lt", "d_le"},
      {"bvuge", "-d_le", "d_lt"},    {"bvslt", "d_slt", "-d_sle"},  {"bvsle", "d_sle", "-d_slt"},
      {"bvsgt", "-d_slt", "d_sle"},  {"bvsge", "-d_sle", "d_slt"},  {"<", "d_slt", "-d_sle"},
      {"<=", "d_sle", "-d_slt"},     {">", "-d_slt", "d_sle"},      {">=", "-d_sle", "d_slt"},
      {"fp.lt", "d_flt", "-d_fle"},  {"fp.leq", "d_fle", "-d_flt"}, {"fp.gt", "-d_flt", "d_fle"},
      {"fp.geq", "-d_fle", "d_flt"}, {"fp.eq", "d_feq", NULL}};
  const TermNode node = *bank_node(bank, term);
  const Term *args = bank_args(bank, term);
  const char *zero = truth ? "" : "!";
  strbuf_printf(out, "(%st%u ? 0 : ", zero, term);
  bool equal = box_problem_applies(bank, term, "=") && node.count == 2 && truth;
  Layout layout = node.count ? layout_of_sort(bank, bank_sort(bank, args[0])) : (Layout){0};
  if (equal && layout.kind == LAYOUT_STRING) {
    strbuf_printf(out, "1 + d_text(t%u, t%u))", args[0], args[1]);
    return;
  }
  if (equal && emit_is_pointer(layout)) {
    strbuf_printf(out, "1 + d_words(mode, t%u, t%u, %u))", args[0], args[1], layout.words);
    return;
  }
  if (equal && layout.kind != LAYOUT_NONE && layout.kind != LAYOUT_BOOL) {
    bool real =
        layout.kind == LAYOUT_REAL || layout.kind == LAYOUT_FLOAT || layout.kind == LAYOUT_DOUBLE;
    strbuf_printf(out, real ? "1 + d_feq(t%u, t%u))" : "1 + d_eq(mode, t%u, t%u))", args[0],
                  args[1]);
    return;
  }
  if (node.count == 2 && put_words_cost(out, bank, term, truth)) return;
  for (size_t i = 0; node.count == 2 && i < sizeof rows / sizeof *rows; i++) {
    const char *helper = truth ? rows[i].on_true : rows[i].on_false;
    if (!helper || !box_problem_applies(bank, term, rows[i].name)) continue;
    bool swapped = helper[0] == '-', signed_bits = strncmp(rows[i].name, "bvs", 3) == 0;
    bool real = layout.kind == LAYOUT_REAL;
    char name[16];
    snprintf(name, sizeof name, "%s", helper + swapped);
    if (real) name[2] = 'f'; /* d_slt -> d_flt */
    strbuf_printf(out, "1 + %s(", name);
    for (int k = 0; k < 2; k++) {
      Term arg = args[swapped ? 1 - k : k];
      if (k) strbuf_add_text(out, ", ");
      if (signed_bits)
        emit_put_signed(out, bank, arg);
      else
        strbuf_printf(out, "t%u", arg);
    }
    strbuf_add_text(out, "))");
    return;
  }
  strbuf_add_text(out, "2560)");
}

/* y%u and n%u: how far the term is from being true, and false. */
void emit_put_cost(StrBuf *out, const Bank *bank, Term term)
{
  assert(bank_sort(bank, term) == bank->bool_sort);
  const TermNode node = *bank_node(bank, term);
  const Term *args = bank_args(bank, term);
  bool and = box_problem_applies(bank, term, "and"), or = box_problem_applies(bank, term, "or");
  bool implies = box_problem_applies(bank, term, "=>");
  if (box_problem_applies(bank, term, "not")) {
    strbuf_printf(out, "  u64 y%u = n%u, n%u = y%u;\n", term, args[0], term, args[0]);
  } else if (and || or || implies) {
    strbuf_printf(out, "  u64 y%u = %s, n%u = %s;\n", term, and? "0" : "~0ull", term,
                  and? "~0ull" : "0");
    for (uint32_t i = 0; i < node.count; i++) {
      bool negated = implies && i + 1 < node.count;
      const char *yes = negated ? "n" : "y", *no = negated ? "y" : "n";
      if (and)
        strbuf_printf(out, "  y%u += %s%u; if (%s%u < n%u) n%u = %s%u;\n", term, yes, args[i], no,
                      args[i], term, term, no, args[i]);
      else
        strbuf_printf(out, "  n%u += %s%u; if (%s%u < y%u) y%u = %s%u;\n", term, no, args[i], yes,
                      args[i], term, term, yes, args[i]);
    }
  } else {
    strbuf_printf(out, "  u64 y%u = ", term);
    put_atom_cost(out, bank, term, true);
    strbuf_printf(out, ", n%u = ", term);
    put_atom_cost(out, bank, term, false);
    strbuf_add_text(out, ";\n");
  }
}
