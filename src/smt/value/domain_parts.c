#include "smt/value/domain_parts.h"

#include <assert.h>

#include "smt/value/datatype.h"

bool domain_is_within(const DomainChain *chain, Sort sort)
{
  for (; chain; chain = chain->outer)
    if (chain->sort == sort) return true;
  return false;
}

bool domain_is_char(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  SortCtor ctor = sorts_node(&bank->sorts, sort)->ctor;
  return symbols_equal(&bank->symbols, bank->sorts.ctors.items[ctor].name, "Unicode");
}

bool domain_has_plain_width(const SortTable *sorts, Sort sort)
{
  SortClass class = sorts_class(sorts, sort);
  if (class != SORT_BITVEC && class != SORT_FLOAT) return true;
  for (uint32_t i = 0; i < sorts_node(sorts, sort)->index_count; i++)
    if (!numeral_is_plain(sorts_index(sorts, sort, i))) return false;
  return true;
}

static const Datatype *datatype_of(const Bank *bank, Sort sort)
{
  assert(sorts_class(&bank->sorts, sort) == SORT_DATATYPE);
  SortCtor ctor = sorts_node(&bank->sorts, sort)->ctor;
  return &bank->datatypes.items[bank->sorts.ctors.items[ctor].datatype];
}

bool domain_is_codatatype(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  return datatype_of(bank, sort)->codatatype;
}

uint32_t domain_constructor_count(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  return (uint32_t)datatype_of(bank, sort)->constructors.count;
}

Fun domain_constructor(const Bank *bank, Sort sort, uint32_t i)
{
  assert(bank_has_sort(bank, sort));
  assert(i < datatype_of(bank, sort)->constructors.count);
  return datatype_of(bank, sort)->constructors.items[i];
}

uint32_t domain_part_count(const Bank *bank, Sort sort, Fun fun)
{
  assert(bank_has_sort(bank, sort) && bank_has_fun(bank, fun));
  return fun ? funs_info(&bank->funs, fun)->arity : sorts_node(&bank->sorts, sort)->arg_count;
}

Sort domain_part_sort(Bank *bank, Sort sort, Fun fun, uint32_t i)
{
  assert(bank_has_sort(bank, sort) && bank_has_fun(bank, fun));
  assert(i < domain_part_count(bank, sort, fun));
  return fun ? datatype_field_sort(bank, fun, sort, i) : sorts_arg(&bank->sorts, sort, i);
}
