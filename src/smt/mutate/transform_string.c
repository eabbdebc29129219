/* Transforms of all strings of a script: reversal, and exchange of characters.
 *
 * Both apply a bijection h of the strings to everything. Where each operator commutes with h (after the
 * change that the transform makes to it), a model of the script becomes one of the result by applying h to
 * all strings in it, and the other way round: satisfiability is the same. Quantifiers range over the
 * same strings; functions that the script declares, arrays and datatypes just carry strings around. */
#include "smt/draw/draw_literal.h"

#include "smt/mutate/transform_internal.h"
#include "smt/term/build.h"
#include "smt/text/literal.h"
#include "smt/text/roots.h"
#include <assert.h>

/* --- what commutes ------------------------------------------------------------------------ */

/* Strings are somewhere in the sort. */
static bool holds_strings(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  U32Vec stack = {0};
  bool found = false;
  VEC_PUSH(&stack, sort);
  while (stack.count && !found) {
    Sort next = stack.items[--stack.count];
    SortClass class = sorts_class(&bank->sorts, next);
    found = class == SORT_STRING || class == SORT_REGLAN || class == SORT_OTHER;
    for (uint32_t i = 0; i < sorts_node(&bank->sorts, next)->arg_count; i++)
      VEC_PUSH(&stack, sorts_arg(&bank->sorts, next, i));
  }
  VEC_FREE(&stack);
  return found;
}

static bool is_free_of_strings(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  bool found = holds_strings(bank, bank_sort(bank, term));
  for (uint32_t i = 0; i < bank_node(bank, term)->count && !found; i++)
    found = holds_strings(bank, bank_sort(bank, bank_args(bank, term)[i]));
  return !found;
}

static bool has_literal_ends(const Bank *bank, Term range)
{
  const Term *args = bank_args(bank, range);
  return bank_node(bank, args[0])->op == OP_STRING && bank_node(bank, args[1])->op == OP_STRING;
}

static const char *const on_languages[] = {"re.none",  "re.all",  "re.allchar", "re.++", "re.union",
                                           "re.inter", "re.diff", "re.comp",    "re.*",  "re.+",
                                           "re.opt",   "re.^",    "re.loop",    NULL};
static const char *const carriers[] = {"=", "distinct", "ite", "select", "store", "const", NULL};

static bool commutes(const Bank *bank, Term term, const char *const *names)
{
  assert(bank_has_term(bank, term));
  if (!transform_theory_fun(bank, term) || transform_is_one_of(bank, term, carriers)) return true;
  if (transform_is(bank, term, "re.range")) return has_literal_ends(bank, term);
  return transform_is_one_of(bank, term, on_languages) || transform_is_one_of(bank, term, names) ||
         is_free_of_strings(bank, term);
}

static bool all_commute(const Transformation *t, const char *const *names)
{
  bool good = true;
  Walk walk = {0};
  roots_walk(&walk, t->bank, t->script);
  for (Term term; good && (term = walk_next(&walk));) good = commutes(t->bank, term, names);
  walk_deinit(&walk);
  return good;
}

/* --- reversal ----------------------------------------------------------------------------- */

/* Tests and codes of single characters are not about an order. */
static const char *const reversible[] = {
    "str.++",    "str.len",      "str.prefixof", "str.suffixof",  "str.contains", "str.to_re",
    "str.in_re", "str.is_digit", "str.to_code",  "str.from_code", "str.rev",      "char",
    NULL};

static void turn_round(Term *items, uint32_t count)
{
  for (uint32_t i = 0; i < count / 2; i++) {
    Term kept = items[i];
    items[i] = items[count - 1 - i];
    items[count - 1 - i] = kept;
  }
}

static Term reverse_string(Bank *bank, Term literal)
{
  assert(bank_has_term(bank, literal));
  U32Vec codes = {0};
  transform_read_string(bank, literal, &codes);
  turn_round(codes.items, (uint32_t)codes.count);
  Term reversed = transform_write_string(bank, &codes);
  VEC_FREE(&codes);
  return reversed;
}

static Term reverse(void *context, Term old, Term *args)
{
  const Transformation *t = context;
  const TermNode *node = bank_node(t->bank, old);
  if (node->op == OP_STRING) return reverse_string(t->bank, old);
  if (transform_is(t->bank, old, "str.++") || transform_is(t->bank, old, "re.++"))
    turn_round(args, node->count);
  if (transform_is(t->bank, old, "str.prefixof")) return build(t->bank, "str.suffixof", 0, args, 2);
  if (transform_is(t->bank, old, "str.suffixof")) return build(t->bank, "str.prefixof", 0, args, 2);
  return 0;
}

bool transform_reverse(Transformation *t)
{
  static const char *const names[] = {"str.prefixof", "str.suffixof", NULL};
  if (transform_hides(t, names)) return false;
  t->kept = all_commute(t, reversible);
  return transform_all(t, reverse, t);
}

/* --- exchange of characters --------------------------------------------------------------- */

static const char *const translatable[] = {"str.++",
                                           "str.len",
                                           "str.at",
                                           "str.substr",
                                           "str.prefixof",
                                           "str.suffixof",
                                           "str.contains",
                                           "str.indexof",
                                           "str.replace",
                                           "str.replace_all",
                                           "str.replace_re",
                                           "str.replace_re_all",
                                           "str.to_re",
                                           "str.in_re",
                                           "str.rev",
                                           "str.update",
                                           "str.indexof_re",
                                           "char",
                                           NULL};

enum { MOVED_MAX = 34 };

/* A permutation that moves few characters. */
typedef struct {
  Bank *bank;
  uint32_t from[MOVED_MAX], to[MOVED_MAX], count;
} Alphabet;

static uint32_t translate_code(const Alphabet *alphabet, uint32_t code)
{
  for (uint32_t i = 0; i < alphabet->count; i++)
    if (alphabet->from[i] == code) return alphabet->to[i];
  return code;
}

static void add_code(Alphabet *alphabet, uint32_t code)
{
  for (uint32_t i = 0; i < alphabet->count; i++)
    if (alphabet->from[i] == code) return;
  if (alphabet->count < MOVED_MAX) alphabet->from[alphabet->count++] = code;
}

static void see_codes(Transformation *t, Alphabet *alphabet)
{
  U32Vec codes = {0};
  Walk walk = {0};
  walk_start(&walk, t->bank);
  for (size_t i = 0; i < t->mutator->scene.asserts.count; i++)
    walk_add_root(&walk,
                  t->mutator->scene.script.commands.items[t->mutator->scene.asserts.items[i]].a);
  for (Term term; (term = walk_next(&walk));) {
    if (bank_node(t->bank, term)->op != OP_STRING) continue;
    transform_read_string(t->bank, term, &codes);
    for (size_t i = 0; i < codes.count && alphabet->count < MOVED_MAX - 2; i++)
      add_code(alphabet, codes.items[i]);
  }
  walk_deinit(&walk);
  VEC_FREE(&codes);
}

/* The characters of the script and two others, shuffled so that each moves (a cycle). */
static void choose_alphabet(Transformation *t, Alphabet *alphabet)
{
  see_codes(t, alphabet);
  for (int i = 0; i < 2; i++) add_code(alphabet, 'a' + choose(t->choice, 26));
  uint32_t order[MOVED_MAX], count = alphabet->count;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t k = choose(t->choice, i + 1);
    order[i] = order[k];
    order[k] = i;
  }
  for (uint32_t i = 0; i < count; i++)
    alphabet->to[order[i]] = alphabet->from[order[(i + 1) % count]];
}

static Term translate_string(const Alphabet *alphabet, Term literal)
{
  U32Vec codes = {0};
  transform_read_string(alphabet->bank, literal, &codes);
  for (size_t i = 0; i < codes.count; i++)
    codes.items[i] = translate_code(alphabet, codes.items[i]);
  Term translated = transform_write_string(alphabet->bank, &codes);
  VEC_FREE(&codes);
  return translated;
}

static Term range_of(Bank *bank, uint32_t low, uint32_t high)
{
  Term ends[2];
  ends[0] = bank_literal(bank, OP_STRING, bank->string_sort, literal_char(&bank->symbols, low));
  ends[1] = bank_literal(bank, OP_STRING, bank->string_sort, literal_char(&bank->symbols, high));
  return build(bank, "re.range", 0, ends, 2);
}

/* The least moved character from `low` on; LITERAL_CHAR_MAX + 1 if there is none. */
static uint32_t next_moved(const Alphabet *alphabet, uint32_t low)
{
  uint32_t next = LITERAL_CHAR_MAX + 1;
  for (uint32_t i = 0; i < alphabet->count; i++)
    if (alphabet->from[i] >= low && alphabet->from[i] < next) next = alphabet->from[i];
  return next;
}

/* The image of a range: what is left of it between the characters that move, and their images. */
static Term translate_range(const Alphabet *alphabet, Term range)
{
  Bank *bank = alphabet->bank;
  U32Vec low = {0}, high = {0}, parts = {0};
  Term image = range;
  transform_read_string(bank, bank_args(bank, range)[0], &low);
  transform_read_string(bank, bank_args(bank, range)[1], &high);
  if (low.count == 1 && high.count == 1 && next_moved(alphabet, low.items[0]) <= high.items[0]) {
    for (uint32_t at = low.items[0]; at <= high.items[0];) {
      uint32_t moved = next_moved(alphabet, at);
      uint32_t end = moved <= high.items[0] ? moved : high.items[0] + 1;
      if (at < end) VEC_PUSH(&parts, range_of(bank, at, end - 1));
      if (end == moved) {
        uint32_t code = translate_code(alphabet, moved);
        VEC_PUSH(&parts, range_of(bank, code, code));
      }
      at = end + 1;
    }
    image = parts.count == 1 ? parts.items[0]
                             : build(bank, "re.union", 0, parts.items, (uint32_t)parts.count);
  }
  VEC_FREE(&low);
  VEC_FREE(&high);
  VEC_FREE(&parts);
  return image;
}

static Term translate(void *context, Term old, Term *args)
{
  const Alphabet *alphabet = context;
  Bank *bank = alphabet->bank;
  (void)args;
  if (bank_node(bank, old)->op == OP_STRING) return translate_string(alphabet, old);
  if (transform_is(bank, old, "re.range"))
    return has_literal_ends(bank, old) ? translate_range(alphabet, old) : 0;
  if (!transform_is(bank, old, "char")) return 0;
  const OperatorInfo *info = bank_operator(bank, bank_node(bank, old)->op);
  uint32_t code = bank->index_pool.items[info->first];
  if (translate_code(alphabet, code) == code) return 0;
  return bank_literal(bank, OP_STRING, bank->string_sort,
                      literal_char(&bank->symbols, translate_code(alphabet, code)));
}

bool transform_translate(Transformation *t)
{
  static const char *const names[] = {"re.range", "re.union", NULL};
  Alphabet alphabet = {.bank = t->bank};
  if (!t->bank->string_sort || transform_hides(t, names)) return false;
  choose_alphabet(t, &alphabet);
  t->kept = all_commute(t, translatable);
  return transform_all(t, translate, &alphabet);
}
