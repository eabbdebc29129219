#include "smt/value/operator.h"

#include <assert.h>
#include <string.h>

static const KernelEntry *const tables[] = {
    core_kernels,
    int_kernels,
    real_kernels,
    transcendental_kernels,
    bitvec_arithmetic_kernels,
    bitvec_compare_kernels,
    bitvec_shape_kernels,
    float_kernels,
    string_kernels,
    string_find_kernels,
    string_number_kernels,
    regex_kernels,
    sequence_kernels,
    sequence_find_kernels,
    array_kernels,
    set_kernels,
    bag_kernels,
    relation_kernels,
    tuple_kernels,
    field_kernels,
    unevaluated_kernels,
};

static char class_letter(SortClass class)
{
  assert(class < SORT_CLASS_COUNT);
  static const char letters[SORT_CLASS_COUNT] = {
      [SORT_OTHER] = 'c',     [SORT_BOOL] = 'b',  [SORT_INT] = 'i',      [SORT_REAL] = 'r',
      [SORT_BITVEC] = 'v',    [SORT_FLOAT] = 'f', [SORT_ROUNDING] = 'm', [SORT_STRING] = 's',
      [SORT_REGLAN] = 'e',    [SORT_ARRAY] = 'a', [SORT_SEQ] = 'q',      [SORT_SET] = 't',
      [SORT_BAG] = 'g',       [SORT_FIELD] = 'd', [SORT_TUPLE] = 'u',    [SORT_FUNCTION] = 'h',
      [SORT_PARAMETER] = '*',
  };
  return letters[class];
}

static bool fits(const Bank *bank, Fun fun, const KernelEntry *entry)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  const Sort *rank = funs_rank(&bank->funs, fun);
  if (strlen(entry->args) != info->arity) return false;
  for (uint32_t i = 0; i < info->arity; i++)
    if (entry->args[i] != class_letter(sorts_class(&bank->sorts, rank[i]))) return false;
  return true;
}

const KernelEntry *value_operator_entry(const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (info->origin != FUN_THEORY) return NULL;
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
    for (const KernelEntry *entry = tables[i]; entry->name; entry++)
      if (symbols_equal(&bank->symbols, info->name, entry->name) && fits(bank, fun, entry))
        return entry;
  return NULL;
}
