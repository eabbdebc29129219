/* Moves on patterns. A term that becomes another one does so in body and patterns of a quantifier, since both share it; here
 * one of the two changes and the other one stays. */
#include "language/smt/reduce/move.h"

#include <assert.h>

#include "language/smt/reduce/outline.h"
#include "language/smt/reduce/plain.h"
#include "language/smt/reduce/rebuild.h"

/* Of the patterns of an annotation at most so many terms are offered. */
enum { PARTS_MAX = 24 };

typedef struct {
  Bank *bank;
  const Outline *outline;
  Rebuild rebuild;
  TermMarks marks;
  U32Vec parts, chain, args;
  Edits *edits;
} PatternMove;

static bool is_annotation(const Bank *bank, Term term)
{
  return bank_operator(bank, bank_node(bank, term)->op)->kind == OPERATOR_ANNOTATION;
}

static bool is_application(const Bank *bank, Term term)
{
  return bank_fun(bank, term) && bank_node(bank, term)->count > 0;
}

/* The annotation with another argument `i`. */
static Term with_argument(PatternMove *move, Term annotation, uint32_t i, Term argument)
{
  const TermNode node = *bank_node(move->bank, annotation);
  assert(i < node.count);
  move->args.count = 0;
  VEC_APPEND(&move->args, bank_args(move->bank, annotation), node.count);
  move->args.items[i] = argument;
  return bank_term(move->bank, node.op, node.sort, move->args.items, node.count);
}

/* What stands below the function of a pattern becomes the pattern. */
static void add_shorter(PatternMove *move, Term annotation, uint32_t i)
{
  Term pattern = bank_args(move->bank, annotation)[i];
  if (!is_application(move->bank, pattern)) return;
  for (uint32_t a = 0; a < bank_node(move->bank, pattern)->count; a++) {
    Term below = bank_args(move->bank, pattern)[a];
    if (is_application(move->bank, below))
      MOVE_PUSH(move->edits, EDIT_TERM, annotation, with_argument(move, annotation, i, below));
  }
}

/* The applications and constants in the patterns, each once. */
static void collect_parts(PatternMove *move, Term annotation)
{
  const Bank *bank = move->bank;
  move->parts.count = 0;
  marks_clear(&move->marks, bank->terms.count);
  for (uint32_t i = 1; i < bank_node(bank, annotation)->count; i++) {
    Term pattern = bank_args(bank, annotation)[i];
    if (bank_fun(bank, pattern) && marks_add(&move->marks, pattern))
      VEC_PUSH(&move->parts, pattern);
  }
  for (size_t at = 0; at < move->parts.count; at++) {
    Term part = move->parts.items[at];
    for (uint32_t i = 0; i < bank_node(bank, part)->count && move->parts.count < PARTS_MAX; i++) {
      Term arg = bank_args(bank, part)[i];
      if (bank_fun(bank, arg) && marks_add(&move->marks, arg)) VEC_PUSH(&move->parts, arg);
    }
  }
}

static Term rebuilt(PatternMove *move, Term term, Term from, Term to)
{
  rebuild_start(&move->rebuild);
  rebuild_replace(&move->rebuild, from, to);
  Term made = rebuild_term(&move->rebuild, term);
  return move->rebuild.impossible ? term : made;
}

/* In the body only: annotations around it keep their patterns. */
static Term replace_in_body(PatternMove *move, Term annotation, Term from, Term to)
{
  Term made = annotation;
  move->chain.count = 0;
  for (; is_annotation(move->bank, made); made = bank_args(move->bank, made)[0])
    VEC_PUSH(&move->chain, made);
  made = rebuilt(move, made, from, to);
  for (size_t i = move->chain.count; i-- > 0;)
    made = with_argument(move, move->chain.items[i], 0, made);
  return made;
}

static Term replace_in_patterns(PatternMove *move, Term annotation, Term from, Term to)
{
  Term made = annotation;
  for (uint32_t i = 1; i < bank_node(move->bank, annotation)->count; i++) {
    Term pattern = bank_args(move->bank, annotation)[i];
    if (pattern != from) made = with_argument(move, made, i, rebuilt(move, pattern, from, to));
  }
  return made;
}

static void add_both(PatternMove *move, Term annotation, Term from, Term to)
{
  if (!to || to == from) return;
  Term body = replace_in_body(move, annotation, from, to);
  Term patterns = replace_in_patterns(move, annotation, from, to);
  if (body != annotation) MOVE_PUSH(move->edits, EDIT_TERM, annotation, body);
  if (patterns != annotation) MOVE_PUSH(move->edits, EDIT_TERM, annotation, patterns);
}

/* A term that a pattern has becomes a value, a constant, or a term below it. */
static void add_part(PatternMove *move, Term annotation, Term part)
{
  Bank *bank = move->bank;
  Sort sort = bank_sort(bank, part);
  Term value = plain_value(bank, sort), constant = outline_constant(move->outline, sort);
  add_both(move, annotation, part, value);
  if (!value) add_both(move, annotation, part, constant);
  for (uint32_t i = 0; i < bank_node(bank, part)->count; i++) {
    Term arg = bank_args(bank, part)[i];
    if (bank_sort(bank, arg) == sort) add_both(move, annotation, part, arg);
  }
}

void move_patterns(Work *work, Edits *edits)
{
  Outline outline;
  outline_init(&outline, work->bank, &work->script);
  PatternMove move = {.bank = work->bank, .outline = &outline, .edits = edits};
  rebuild_init(&move.rebuild, work->bank);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Term term = outline.nodes.items[i].term;
    uint32_t count = bank_node(work->bank, term)->count;
    if (count < 2 || !is_annotation(work->bank, term)) continue;
    for (uint32_t a = 1; a < count && count > 2; a++) MOVE_PUSH(edits, EDIT_DROP_ARGUMENT, term, a);
    for (uint32_t a = 1; a < count; a++) add_shorter(&move, term, a);
    collect_parts(&move, term);
    for (size_t p = 0; p < move.parts.count; p++) add_part(&move, term, move.parts.items[p]);
  }
  rebuild_deinit(&move.rebuild);
  marks_deinit(&move.marks);
  VEC_FREE(&move.parts);
  VEC_FREE(&move.chain);
  VEC_FREE(&move.args);
  outline_deinit(&outline);
}
