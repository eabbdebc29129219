/* Moves on sorts. */
#include "language/smt/reduce/move.h"

#include "language/smt/reduce/outline.h"
#include <assert.h>

static void add_sort(Edits *edits, Sort from, Sort to)
{
  if (to && to != from) MOVE_PUSH(edits, EDIT_SORT, from, to);
}

static Sort indexed(Bank *bank, SortClass class, Numeral first, Numeral second)
{
  assert(first > 0);
  Numeral indices[2] = {first, second};
  return sorts_make(&bank->sorts, bank->sorts.class_ctor[class], indices, NULL, 0);
}

static void add_widths(Bank *bank, Sort sort, Edits *edits)
{
  assert(bank_has_sort(bank, sort));
  Numeral width = sorts_index(&bank->sorts, sort, 0);
  if (!numeral_is_plain(width)) return;
  const Numeral widths[] = {1, 2, 4, width / 2, width - 1};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
    if (widths[i] >= 1 && widths[i] < width)
      add_sort(edits, sort, indexed(bank, SORT_BITVEC, widths[i], 0));
}

/* Formats that the standard has names for: some solvers have others only with experimental options. */
static const Numeral standard_formats[][2] = {{5, 11}, {8, 24}, {11, 53}, {15, 113}};
enum { STANDARD_FORMATS = sizeof standard_formats / sizeof *standard_formats };

static bool is_standard_format(Numeral exponent, Numeral significand)
{
  for (size_t i = 0; i < STANDARD_FORMATS; i++)
    if (standard_formats[i][0] == exponent && standard_formats[i][1] == significand) return true;
  return false;
}

/* What has a standard format keeps one. */
static void add_formats(Bank *bank, Sort sort, Edits *edits)
{
  assert(bank_has_sort(bank, sort));
  Numeral exponent = sorts_index(&bank->sorts, sort, 0);
  Numeral significand = sorts_index(&bank->sorts, sort, 1);
  static const Numeral formats[][2] = {{2, 2}, {2, 3}, {3, 3}, {3, 5}, {5, 9}};
  bool standard = is_standard_format(exponent, significand);
  for (size_t i = 0; !standard && i < sizeof formats / sizeof *formats; i++)
    if (formats[i][0] <= exponent && formats[i][1] <= significand)
      add_sort(edits, sort, indexed(bank, SORT_FLOAT, formats[i][0], formats[i][1]));
  for (size_t i = 0; standard && i < STANDARD_FORMATS; i++)
    if (standard_formats[i][0] <= exponent)
      add_sort(edits, sort,
               indexed(bank, SORT_FLOAT, standard_formats[i][0], standard_formats[i][1]));
}

/* Integers come only where there are some: with another theory it would be another defect. */
static void add_smaller(Bank *bank, Sort sort, bool has_integers, Edits *edits)
{
  assert(bank_has_sort(bank, sort));
  switch (sorts_class(&bank->sorts, sort)) {
  case SORT_BITVEC: add_widths(bank, sort, edits); return;
  case SORT_FLOAT: add_formats(bank, sort, edits); return;
  case SORT_REAL:
    if (has_integers) add_sort(edits, sort, bank->int_sort);
    return;
  case SORT_UNINTERPRETED:
  case SORT_DATATYPE:
    add_sort(edits, sort, bank->bool_sort);
    if (has_integers) add_sort(edits, sort, bank->int_sort);
    break;
  default: break;
  }
  for (uint32_t i = sorts_node(&bank->sorts, sort)->arg_count; i-- > 0;)
    add_sort(edits, sort, sorts_arg(&bank->sorts, sort, i));
}

void move_sorts(Work *work, Edits *edits)
{
  Outline outline;
  Bank *bank = work->bank;
  outline_init(&outline, bank, &work->script);
  size_t known = bank->sorts.nodes.count;
  uint8_t *seen = mem_alloc_zero(known, 1);
  bool has_integers = false;
  for (size_t i = 0; i < outline.nodes.count; i++)
    has_integers |= bank_sort(bank, outline.nodes.items[i].term) == bank->int_sort;
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Sort sort = bank_sort(bank, outline.nodes.items[i].term);
    if (sort >= known || seen[sort]) continue;
    seen[sort] = 1;
    add_smaller(bank, sort, has_integers, edits);
  }
  free(seen);
  outline_deinit(&outline);
}

static void add_datatype(const Bank *bank, const Datatype *datatype, Edits *edits)
{
  for (size_t c = 0; datatype->constructors.count > 1 && c < datatype->constructors.count; c++)
    MOVE_PUSH(edits, EDIT_DROP_CONSTRUCTOR, datatype->constructors.items[c], 0);
  for (size_t c = 0; c < datatype->constructors.count; c++) {
    Fun fun = datatype->constructors.items[c];
    for (uint32_t field = 0; field < funs_info(&bank->funs, fun)->arity; field++)
      MOVE_PUSH(edits, EDIT_DROP_FIELD, fun, field);
  }
}

/* Datatypes without parameters: what they are in a sort that occurs. */
static void add_instances(Work *work, Edits *edits)
{
  Outline outline;
  const Bank *bank = work->bank;
  uint8_t *seen = mem_alloc_zero(bank->sorts.nodes.count, 1);
  outline_init(&outline, bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Sort sort = bank_sort(bank, outline.nodes.items[i].term);
    if (seen[sort] || sorts_class(&bank->sorts, sort) != SORT_DATATYPE) continue;
    seen[sort] = 1;
    for (uint32_t p = 0; p < sorts_node(&bank->sorts, sort)->arg_count; p++)
      MOVE_PUSH(edits, EDIT_INSTANTIATE, sort, p);
  }
  outline_deinit(&outline);
  free(seen);
}

void move_datatypes(Work *work, Edits *edits)
{
  const Bank *bank = work->bank;
  add_instances(work, edits);
  for (size_t i = 0; i < work->script.commands.count; i++) {
    const Command *command = &work->script.commands.items[i];
    if (!command_declares_datatypes(command->kind)) continue;
    for (uint32_t d = 0; d < command->count; d++)
      add_datatype(bank, &bank->datatypes.items[script_list(&work->script, command)[d]], edits);
  }
}
