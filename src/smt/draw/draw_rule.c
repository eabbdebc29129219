#include "smt/draw/draw_rule.h"

#include "smt/draw/draw_sort.h"
#include "smt/term/signature.h"

/* What the sorts of one trial are made of. Few different ones: rules want columns that agree. */
typedef struct {
  Bank *bank;
  Random *random;
  Sort element; /* of columns, and what a sort parameter stands for */
  Sort tuple;
} Trial;

static Sort draw_tuple(Trial *trial)
{
  uint32_t width = (uint32_t)random_below(trial->random, 10);
  width = width == 0 ? 0 : 1 + width % 3;
  if (random_chance(trial->random, 1, 3)) return draw_tuple_sort(trial->bank, trial->random, width);
  Sort columns[3] = {trial->element, trial->element, trial->element};
  SortTable *sorts = &trial->bank->sorts;
  return sorts_make(sorts, sorts->class_ctor[SORT_TUPLE], NULL, columns, width);
}

/* A sort of the declared rank, with tuples in the place of Tuple. Ranks nest two deep. */
static Sort draw_argument(Trial *trial, Sort pattern)
{
  SortTable *sorts = &trial->bank->sorts;
  SortNode node = *sorts_node(sorts, pattern);
  if (node.class == SORT_PARAMETER) return trial->element;
  if (node.class == SORT_TUPLE && node.arg_count == 0) return trial->tuple;
  if (node.class == SORT_FIELD) {
    Numeral prime = draw_prime(trial->bank, trial->random);
    return sorts_make(sorts, node.ctor, &prime, NULL, 0);
  }
  Sort args[DRAW_ARGS];
  if (node.arg_count == 0 || node.index_count || node.arg_count > DRAW_ARGS) return pattern;
  for (uint32_t i = 0; i < node.arg_count; i++)
    args[i] = draw_argument(trial, sorts_arg(sorts, pattern, i));
  return sorts_make(sorts, node.ctor, NULL, args, node.arg_count);
}

/* Rules that take any number of arguments of the first declared sort. */
static bool takes_any_number(SignatureRule rule)
{
  switch (rule) {
  case RULE_TUPLE:
  case RULE_AT_MOST:
  case RULE_AT_LEAST:
  case RULE_PBLE:
  case RULE_PBGE:
  case RULE_PBEQ:
  case RULE_MKBV:
  case RULE_FF_BITSUM: return true;
  default: return false;
  }
}

/* A bound or coefficient, a negative one now and then. */
static Numeral draw_coefficient(Bank *bank, Random *random)
{
  static const char *const negative[] = {"-1", "-2", "-7"};
  if (random_chance(random, 1, 6)) {
    const char *text = negative[random_below(random, sizeof negative / sizeof *negative)];
    return NUMERAL_SYMBOL_TAG | symbols_intern(&bank->symbols, text, 2);
  }
  return (Numeral)random_below(random, 6);
}

static void draw_indices(Bank *bank, Random *random, SignatureRule rule, DrawnRank *rank)
{
  bool weighted = rule == RULE_PBLE || rule == RULE_PBGE || rule == RULE_PBEQ;
  bool single = rule == RULE_AT_MOST || rule == RULE_AT_LEAST || rule == RULE_TUPLE_SELECT ||
                rule == RULE_TUPLE_UPDATE;
  rank->index_count = weighted ? rank->arg_count + 1
                      : single ? 1
                               : 1 + (uint32_t)random_below(random, 4);
  for (uint32_t i = 0; i < rank->index_count; i++)
    rank->indices[i] = weighted ? draw_coefficient(bank, random) : (Numeral)random_below(random, 4);
}

void draw_rule(Bank *bank, Random *random, DrawnRank *rank)
{
  FunInfo info = *funs_info(&bank->funs, rank->fun);
  SignatureRule rule = (SignatureRule)info.rule;
  Trial trial = {bank, random, draw_sort(bank, random, 1), 0};
  trial.tuple = draw_tuple(&trial);
  rank->arg_count = info.arity;
  if (takes_any_number(rule)) rank->arg_count = (uint32_t)random_below(random, 6);
  for (uint32_t i = 0; i < rank->arg_count; i++) {
    bool declared = i < info.arity;
    Sort pattern = declared ? funs_rank(&bank->funs, rank->fun)[i] : 0;
    if (rule == RULE_TUPLE)
      rank->args[i] = draw_sort(bank, random, 1);
    else if (takes_any_number(rule) && i > 0)
      rank->args[i] = rank->args[0];
    else
      rank->args[i] = draw_argument(&trial, declared ? pattern : bank->bool_sort);
    if (random_chance(random, 1, 2)) trial.tuple = draw_tuple(&trial);
  }
  rank->index_count = 0;
  if (info.index_count) draw_indices(bank, random, rule, rank);
}
