/* Ranks that depend on the number of arguments or indices, or on the components of tuples.
 *
 * Each rule is a row of one table: how many indices and arguments it takes, and a function that
 * computes the result sort. Relations are sets of tuples and tables are bags of tuples; rules that
 * exist for both say which by their `rows`. */
#include <assert.h>
#include <string.h>

#include "smt/term/signature.h"

#define ANY UINT32_MAX

typedef Sort RuleFun(Bank *bank, const Application *app, SortClass rows);

/* --- building and taking apart --- */

static Sort make(Bank *bank, SortClass class, const Numeral *indices, const Sort *args,
                 uint32_t count)
{
  SortCtor ctor = bank->sorts.class_ctor[class];
  return ctor ? sorts_make(&bank->sorts, ctor, indices, args, count) : 0;
}

/* Frees the columns. */
static Sort make_tuple(Bank *bank, U32Vec *columns)
{
  Sort tuple = make(bank, SORT_TUPLE, NULL, columns->items, (uint32_t)columns->count);
  VEC_FREE(columns);
  return tuple;
}

/* The set or bag of some element sort, which may be 0. */
static Sort make_rows(Bank *bank, SortClass rows, Sort element)
{
  return element ? make(bank, rows, NULL, &element, 1) : 0;
}

static bool is_tuple(const Bank *bank, Sort sort)
{
  return sorts_class(&bank->sorts, sort) == SORT_TUPLE;
}

static uint32_t width(const Bank *bank, Sort tuple)
{
  return sorts_node(&bank->sorts, tuple)->arg_count;
}

static Sort column(const Bank *bank, Sort tuple, uint32_t i)
{
  return sorts_arg(&bank->sorts, tuple, i);
}

/* The tuple sort of the rows of a relation or table, or 0 if the sort is something else. */
static Sort row_of(const Bank *bank, Sort sort, SortClass rows)
{
  assert(bank_has_sort(bank, sort));
  if (sorts_class(&bank->sorts, sort) != rows) return 0;
  Sort row = sorts_arg(&bank->sorts, sort, 0);
  return is_tuple(bank, row) ? row : 0;
}

/* Appends columns from .. to - 1. */
static void add_columns(const Bank *bank, U32Vec *columns, Sort tuple, uint32_t from, uint32_t to)
{
  for (uint32_t i = from; i < to; i++) VEC_PUSH(columns, column(bank, tuple, i));
}

/* Numerals too large to be plain are tagged and so above every width. */
static bool indices_below(const Application *app, uint32_t limit)
{
  for (uint32_t i = 0; i < app->index_count; i++)
    if (app->indices[i] >= limit) return false;
  return true;
}

static bool all_args_are(const Application *app, Sort sort)
{
  for (uint32_t i = 0; i < app->arg_count; i++)
    if (app->args[i] != sort) return false;
  return true;
}

/* --- tuples --- */

static Sort tuple_of_args(Bank *bank, const Application *app, SortClass rows)
{
  (void)rows;
  return make(bank, SORT_TUPLE, NULL, app->args, app->arg_count);
}

static Sort tuple_select(Bank *bank, const Application *app, SortClass rows)
{
  (void)rows;
  Sort tuple = app->args[0];
  if (!is_tuple(bank, tuple) || !indices_below(app, width(bank, tuple))) return 0;
  return column(bank, tuple, app->indices[0]);
}

static Sort tuple_update(Bank *bank, const Application *app, SortClass rows)
{
  Sort selected = tuple_select(bank, app, rows);
  return selected && selected == app->args[1] ? app->args[0] : 0;
}

/* The tuple of the indexed columns, which may repeat. */
static Sort project_columns(Bank *bank, const Application *app, Sort tuple)
{
  assert(bank_has_sort(bank, tuple));
  if (!indices_below(app, width(bank, tuple))) return 0;
  U32Vec columns = {0};
  for (uint32_t i = 0; i < app->index_count; i++)
    VEC_PUSH(&columns, column(bank, tuple, app->indices[i]));
  return make_tuple(bank, &columns);
}

static Sort tuple_project(Bank *bank, const Application *app, SortClass rows)
{
  (void)rows;
  return is_tuple(bank, app->args[0]) ? project_columns(bank, app, app->args[0]) : 0;
}

/* --- relations only --- */

static Sort transpose(Bank *bank, const Application *app, SortClass rows)
{
  Sort row = row_of(bank, app->args[0], rows);
  if (!row) return 0;
  U32Vec columns = {0};
  for (uint32_t i = width(bank, row); i-- > 0;) VEC_PUSH(&columns, column(bank, row, i));
  return make_rows(bank, rows, make_tuple(bank, &columns));
}

/* Is this the row of a binary relation over one sort? */
static bool is_square(const Bank *bank, Sort row)
{
  return row && width(bank, row) == 2 && column(bank, row, 0) == column(bank, row, 1);
}

static Sort closure(Bank *bank, const Application *app, SortClass rows)
{
  return is_square(bank, row_of(bank, app->args[0], rows)) ? app->args[0] : 0;
}

/* The last column of the first relation meets the first of the second, and both vanish. */
static Sort join(Bank *bank, const Application *app, SortClass rows)
{
  Sort left = row_of(bank, app->args[0], rows), right = row_of(bank, app->args[1], rows);
  if (!left || !right) return 0;
  uint32_t m = width(bank, left), n = width(bank, right);
  if (m == 0 || n == 0 || (m == 1 && n == 1)) return 0;
  if (column(bank, left, m - 1) != column(bank, right, 0)) return 0;
  U32Vec columns = {0};
  add_columns(bank, &columns, left, 0, m - 1);
  add_columns(bank, &columns, right, 1, n);
  return make_rows(bank, rows, make_tuple(bank, &columns));
}

static Sort join_image(Bank *bank, const Application *app, SortClass rows)
{
  Sort row = row_of(bank, app->args[0], rows);
  if (!is_square(bank, row) || app->args[1] != bank->int_sort) return 0;
  Sort element = column(bank, row, 0);
  return make_rows(bank, rows, make(bank, SORT_TUPLE, NULL, &element, 1));
}

static Sort identity(Bank *bank, const Application *app, SortClass rows)
{
  Sort row = row_of(bank, app->args[0], rows);
  if (!row || width(bank, row) != 1) return 0;
  Sort pair[2] = {column(bank, row, 0), column(bank, row, 0)};
  return make_rows(bank, rows, make(bank, SORT_TUPLE, NULL, pair, 2));
}

/* --- relations and tables --- */

static Sort product(Bank *bank, const Application *app, SortClass rows)
{
  Sort left = row_of(bank, app->args[0], rows), right = row_of(bank, app->args[1], rows);
  if (!left || !right) return 0;
  U32Vec columns = {0};
  add_columns(bank, &columns, left, 0, width(bank, left));
  add_columns(bank, &columns, right, 0, width(bank, right));
  return make_rows(bank, rows, make_tuple(bank, &columns));
}

/* The indices are pairs of columns that must agree; no column vanishes. */
static Sort join_by_columns(Bank *bank, const Application *app, SortClass rows)
{
  Sort left = row_of(bank, app->args[0], rows), right = row_of(bank, app->args[1], rows);
  if (!left || !right || app->index_count % 2) return 0;
  for (uint32_t i = 0; i < app->index_count; i += 2) {
    Numeral a = app->indices[i], b = app->indices[i + 1];
    if (a >= width(bank, left) || b >= width(bank, right)) return 0;
    if (column(bank, left, a) != column(bank, right, b)) return 0;
  }
  return product(bank, app, rows);
}

static Sort project(Bank *bank, const Application *app, SortClass rows)
{
  Sort row = row_of(bank, app->args[0], rows);
  return row ? make_rows(bank, rows, project_columns(bank, app, row)) : 0;
}

static Sort group(Bank *bank, const Application *app, SortClass rows)
{
  Sort row = row_of(bank, app->args[0], rows);
  if (!row || !indices_below(app, width(bank, row))) return 0;
  return make_rows(bank, rows, app->args[0]);
}

/* Is `sort` the sort of functions from `row` and `value` to `value`, curried or not? */
static bool is_fold_step(const Bank *bank, Sort sort, Sort row, Sort value)
{
  assert(bank_has_sort(bank, sort) && bank_has_sort(bank, row) && bank_has_sort(bank, value));
  const SortTable *sorts = &bank->sorts;
  if (sorts_class(sorts, sort) != SORT_FUNCTION) return false;
  uint32_t count = sorts_node(sorts, sort)->arg_count;
  if (count < 2 || sorts_arg(sorts, sort, 0) != row) return false;
  uint32_t at = 1;
  if (count == 2) {
    sort = sorts_arg(sorts, sort, 1);
    if (sorts_class(sorts, sort) != SORT_FUNCTION) return false;
    count = sorts_node(sorts, sort)->arg_count;
    at = 0;
  }
  return count == at + 2 && sorts_arg(sorts, sort, at) == value &&
         sorts_arg(sorts, sort, at + 1) == value;
}

/* Step function, initial value, rows. */
static Sort aggregate(Bank *bank, const Application *app, SortClass rows)
{
  Sort row = row_of(bank, app->args[2], rows);
  if (!row || !indices_below(app, width(bank, row))) return 0;
  if (!is_fold_step(bank, app->args[0], row, app->args[1])) return 0;
  return make_rows(bank, rows, app->args[1]);
}

/* --- any number of arguments of one sort --- */

static bool is_number(const Bank *bank, Numeral n, bool negative_allowed)
{
  if (numeral_is_plain(n)) return true;
  if (numeral_is_expr(n)) return false;
  const char *text = symbols_text(&bank->symbols, numeral_symbol(n));
  size_t length = symbols_length(&bank->symbols, numeral_symbol(n));
  size_t at = negative_allowed && length > 1 && text[0] == '-';
  if (at == length) return false;
  for (; at < length; at++)
    if (text[at] < '0' || text[at] > '9') return false;
  return true;
}

static Sort count_true(Bank *bank, const Application *app, SortClass rows)
{
  (void)rows;
  if (!is_number(bank, app->indices[0], false)) return 0;
  return all_args_are(app, bank->bool_sort) ? bank->bool_sort : 0;
}

/* The bound, then a coefficient for each argument; z3 takes negative ones too. */
static Sort pseudo_boolean(Bank *bank, const Application *app, SortClass rows)
{
  (void)rows;
  if (app->index_count - 1 != app->arg_count) return 0;
  for (uint32_t i = 0; i < app->index_count; i++)
    if (!is_number(bank, app->indices[i], true)) return 0;
  return all_args_are(app, bank->bool_sort) ? bank->bool_sort : 0;
}

static Sort cardinality(Bank *bank, const Application *app, SortClass rows)
{
  (void)rows;
  if (!numeral_is_symbol(app->indices[0])) return 0;
  return app->indices[1] && is_number(bank, app->indices[1], false) ? bank->bool_sort : 0;
}

static Sort bits_to_vector(Bank *bank, const Application *app, SortClass rows)
{
  (void)rows;
  Numeral bits = app->arg_count;
  if (!numeral_is_plain(bits) || !all_args_are(app, bank->bool_sort)) return 0;
  return make(bank, SORT_BITVEC, &bits, NULL, 0);
}

static Sort field_sum(Bank *bank, const Application *app, SortClass rows)
{
  (void)rows;
  Sort field = app->args[0];
  bool good = sorts_class(&bank->sorts, field) == SORT_FIELD && all_args_are(app, field);
  return good ? field : 0;
}

/* --- the table --- */

typedef struct {
  uint32_t min, max;
} Range;

typedef struct {
  RuleFun *apply;
  Range indices, args;
  SortClass rows;
} Rule;

static const Rule rules[RULE_COUNT] = {
    [RULE_TUPLE] = {tuple_of_args, {0, 0}, {0, ANY}, SORT_OTHER},
    [RULE_TUPLE_UNIT] = {tuple_of_args, {0, 0}, {0, 0}, SORT_OTHER},
    [RULE_TUPLE_SELECT] = {tuple_select, {1, 1}, {1, 1}, SORT_OTHER},
    [RULE_TUPLE_UPDATE] = {tuple_update, {1, 1}, {2, 2}, SORT_OTHER},
    [RULE_TUPLE_PROJECT] = {tuple_project, {0, ANY}, {1, 1}, SORT_OTHER},
    [RULE_REL_TRANSPOSE] = {transpose, {0, 0}, {1, 1}, SORT_SET},
    [RULE_REL_TCLOSURE] = {closure, {0, 0}, {1, 1}, SORT_SET},
    [RULE_REL_JOIN] = {join, {0, 0}, {2, 2}, SORT_SET},
    [RULE_REL_PRODUCT] = {product, {0, 0}, {2, 2}, SORT_SET},
    [RULE_REL_JOIN_IMAGE] = {join_image, {0, 0}, {2, 2}, SORT_SET},
    [RULE_REL_IDEN] = {identity, {0, 0}, {1, 1}, SORT_SET},
    [RULE_REL_GROUP] = {group, {0, ANY}, {1, 1}, SORT_SET},
    [RULE_REL_PROJECT] = {project, {0, ANY}, {1, 1}, SORT_SET},
    [RULE_REL_TABLE_JOIN] = {join_by_columns, {0, ANY}, {2, 2}, SORT_SET},
    [RULE_REL_AGGR] = {aggregate, {0, ANY}, {3, 3}, SORT_SET},
    [RULE_TABLE_PRODUCT] = {product, {0, 0}, {2, 2}, SORT_BAG},
    [RULE_TABLE_JOIN] = {join_by_columns, {0, ANY}, {2, 2}, SORT_BAG},
    [RULE_TABLE_PROJECT] = {project, {0, ANY}, {1, 1}, SORT_BAG},
    [RULE_TABLE_GROUP] = {group, {0, ANY}, {1, 1}, SORT_BAG},
    [RULE_TABLE_AGGR] = {aggregate, {0, ANY}, {3, 3}, SORT_BAG},
    [RULE_AT_MOST] = {count_true, {1, 1}, {0, ANY}, SORT_OTHER},
    [RULE_AT_LEAST] = {count_true, {1, 1}, {0, ANY}, SORT_OTHER},
    [RULE_PBLE] = {pseudo_boolean, {1, ANY}, {0, ANY}, SORT_OTHER},
    [RULE_PBGE] = {pseudo_boolean, {1, ANY}, {0, ANY}, SORT_OTHER},
    [RULE_PBEQ] = {pseudo_boolean, {1, ANY}, {0, ANY}, SORT_OTHER},
    [RULE_FMF_CARD] = {cardinality, {2, 2}, {0, 0}, SORT_OTHER},
    [RULE_MKBV] = {bits_to_vector, {0, 0}, {1, ANY}, SORT_OTHER},
    [RULE_FF_BITSUM] = {field_sum, {0, 0}, {2, ANY}, SORT_OTHER},
};

#define RULE_TEXT(name, text) text,
static const char *const rule_names[RULE_COUNT] = {SIGNATURE_RULE_LIST(RULE_TEXT)};
#undef RULE_TEXT

SignatureRule signature_rule_of_name(const char *name, size_t length)
{
  for (int rule = RULE_NONE + 1; rule < RULE_COUNT; rule++)
    if (strlen(rule_names[rule]) == length && memcmp(rule_names[rule], name, length) == 0)
      return (SignatureRule)rule;
  return RULE_NONE;
}

static bool in_range(uint32_t n, Range range)
{
  return n >= range.min && n <= range.max;
}

Sort signature_apply_rule(Bank *bank, SignatureRule rule, const Application *app)
{
  assert(rule > RULE_NONE && rule < RULE_COUNT);
  const Rule *row = &rules[rule];
  if (!in_range(app->index_count, row->indices) || !in_range(app->arg_count, row->args)) return 0;
  Sort result = row->apply(bank, app, row->rows);
  return app->as && app->as != result ? 0 : result;
}
