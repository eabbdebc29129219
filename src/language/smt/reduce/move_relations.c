/* Moves on relations: equalities that say what a constant is, relations that an equality can stand for, and negations that
 * meet quantifiers. */
#include "language/smt/reduce/move.h"

#include <assert.h>

#include "language/smt/reduce/outline.h"
#include "language/smt/reduce/plain.h"
#include "smt/term/build.h"
#include "smt/term/traverse.h"

static bool is_theory(const Bank *bank, Term term, const char *name)
{
  assert(bank_has_term(bank, term));
  Fun fun = bank_fun(bank, term);
  return fun && funs_info(&bank->funs, fun)->origin == FUN_THEORY &&
         symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, name);
}

/* --- elimination --- */

static bool is_declared_constant(const Bank *bank, Term term)
{
  Fun fun = bank_fun(bank, term);
  return fun && bank_node(bank, term)->count == 0 &&
         funs_info(&bank->funs, fun)->origin == FUN_DECLARED;
}

/* Can any declared constant stand in any term? That is, does each declaration come before all that has terms? */
static bool declares_first(const Script *script)
{
  bool terms = false;
  for (size_t i = 0; i < script->commands.count; i++) switch (script->commands.items[i].kind) {
    case CMD_DECLARE_CONST:
    case CMD_DECLARE_FUN:
      if (terms) return false;
      break;
    case CMD_SET_LOGIC:
    case CMD_SET_INFO:
    case CMD_SET_OPTION:
    case CMD_DECLARE_SORT:
    case CMD_DECLARE_DATATYPE:
    case CMD_DECLARE_DATATYPES: break;
    default: terms = true; break;
    }
  return true;
}

static bool occurs(const Bank *bank, Term what, Term in)
{
  Walk walk = {0};
  bool found = false;
  walk_start(&walk, bank);
  walk_add_root(&walk, in);
  for (Term term; !found && (term = walk_next(&walk));) found = term == what;
  walk_deinit(&walk);
  return found;
}

/* (= x t) is true, and t stands where x stood. */
void move_eliminate(Work *work, Edits *edits)
{
  Outline outline;
  const Bank *bank = work->bank;
  if (!declares_first(&work->script)) return;
  outline_init(&outline, bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Term term = outline.nodes.items[i].term;
    if (!is_theory(bank, term, "=") || bank_node(bank, term)->count != 2 || bank_open(bank, term))
      continue;
    for (uint32_t side = 0; side < 2; side++) {
      Term constant = bank_args(bank, term)[side], other = bank_args(bank, term)[1 - side];
      if (is_declared_constant(bank, constant) && !occurs(bank, constant, other))
        MOVE_PUSH(edits, EDIT_ELIMINATE, constant, term);
    }
  }
  outline_deinit(&outline);
}

/* --- relations --- */

static Term without_negation(const Bank *bank, Term term)
{
  return is_theory(bank, term, "not") ? bank_args(bank, term)[0] : 0;
}

/* The other quantifier over the same variables, over `body`. */
static Term other_quantifier(Bank *bank, Term term, Term body)
{
  const TermNode node = *bank_node(bank, term);
  Term result = 0;
  U32Vec args = {0};
  assert(node.count && node.op != OP_VARIABLE);
  VEC_APPEND(&args, bank_args(bank, term), node.count);
  args.items[bank_bound_count(bank, term)] = body;
  Op other = node.op == OP_FORALL ? OP_EXISTS : OP_FORALL;
  result = bank_term(bank, other, node.sort, args.items, node.count);
  VEC_FREE(&args);
  return result;
}

/* (not (forall x (not p))) is (exists x p); with one of the negations it is what the other two become. */
static void add_quantifier(Bank *bank, Term term, Edits *edits)
{
  Term inner = without_negation(bank, term), quantifier = inner ? inner : term;
  Op op = bank_node(bank, quantifier)->op;
  if (op != OP_FORALL && op != OP_EXISTS) return;
  Term body = bank_args(bank, quantifier)[bank_bound_count(bank, quantifier)];
  Term bare = without_negation(bank, body);
  if (!inner && !bare) return;
  MOVE_PUSH(edits, EDIT_TERM, term, other_quantifier(bank, quantifier, bare ? bare : body));
}

/* A relation between two things of one sort becomes their equality. */
static void add_relation(Bank *bank, Term term, Edits *edits)
{
  if (bank_sort(bank, term) != bank->bool_sort || bank_node(bank, term)->count != 2) return;
  Fun fun = bank_fun(bank, term);
  if (!fun || funs_info(&bank->funs, fun)->origin != FUN_THEORY || is_theory(bank, term, "="))
    return;
  Term args[] = {bank_args(bank, term)[0], bank_args(bank, term)[1]};
  if (bank_sort(bank, args[0]) != bank_sort(bank, args[1])) return;
  Term equality = build(bank, "=", bank->bool_sort, args, 2);
  if (equality) MOVE_PUSH(edits, EDIT_TERM, term, equality);
}

void move_relations(Work *work, Edits *edits)
{
  Outline outline;
  outline_init(&outline, work->bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    add_quantifier(work->bank, outline.nodes.items[i].term, edits);
    add_relation(work->bank, outline.nodes.items[i].term, edits);
  }
  outline_deinit(&outline);
}
