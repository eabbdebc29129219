#include "testing.h"

#include <string.h>

#include "smt/term/signature.h"

/* --- a bank with a few theories made by hand --- */

static Bank *bank;

static Symbol symbol(const char *text)
{
  return symbols_intern(&bank->symbols, text, strlen(text));
}

static void add_ctor(const char *name, uint32_t arity, uint32_t index_count, Expr where)
{
  SortCtorInfo info = {.name = symbol(name), .arity = arity, .index_count = index_count};
  info.class = sorts_class_of_name(&bank->symbols, info.name);
  info.where = where;
  info.theory = 1;
  sorts_ctor(&bank->sorts, &info);
}

static Expr constant(uint32_t value)
{
  return exprs_make(&bank->exprs, EXPR_CONSTANT, value, 0);
}

static Expr parameter(uint32_t slot)
{
  return exprs_make(&bank->exprs, EXPR_PARAMETER, slot, 0);
}

static Expr expr(ExprKind kind, Expr a, Expr b)
{
  return exprs_make(&bank->exprs, kind, a, b);
}

static int set_up(void **state)
{
  (void)state;
  bank = bank_create();
  Expr positive = expr(EXPR_LT, constant(0), parameter(0));
  add_ctor("Bool", 0, 0, 0);
  add_ctor("Int", 0, 0, 0);
  add_ctor("Real", 0, 0, 0);
  add_ctor("String", 0, 0, 0);
  add_ctor("BitVec", 0, 1, positive);
  add_ctor("FloatingPoint", 0, 2, 0);
  add_ctor("FiniteField", 0, 1, 0);
  add_ctor("Array", 2, 0, 0);
  add_ctor("Set", 1, 0, 0);
  add_ctor("Bag", 1, 0, 0);
  add_ctor("Tuple", ARITY_ANY, 0, 0);
  bank->bool_sort = sorts_plain(&bank->sorts, SORT_BOOL);
  bank->int_sort = sorts_plain(&bank->sorts, SORT_INT);
  bank->real_sort = sorts_plain(&bank->sorts, SORT_REAL);
  bank->string_sort = sorts_plain(&bank->sorts, SORT_STRING);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  bank_destroy(bank);
  bank = NULL;
  return 0;
}

/* Sorts in short: b Bool, i Int, r Real, s String, p q parameters, f (_ FiniteField 7), S(x) Set,
 * B(x) Bag, A(xy) Array, T(xyz) Tuple, F(xyz) ->. */
static Sort read_sort(const char **at)
{
  static const char heads[] = "SBATF";
  static const SortClass classes[] = {SORT_SET, SORT_BAG, SORT_ARRAY, SORT_TUPLE, SORT_FUNCTION};
  char c = *(*at)++;
  Numeral seven = 7;
  switch (c) {
  case 'b': return bank->bool_sort;
  case 'i': return bank->int_sort;
  case 'r': return bank->real_sort;
  case 's': return bank->string_sort;
  case 'p':
  case 'q': return sorts_parameter(&bank->sorts, (uint32_t)(c - 'p'), symbol(c == 'p' ? "A" : "B"));
  case 'f': return sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_FIELD], &seven, NULL, 0);
  default: break;
  }
  const char *head = strchr(heads, c);
  assert_true(head && *head && **at == '(');
  ++*at;
  U32Vec args = {0};
  while (**at != ')') VEC_PUSH(&args, read_sort(at));
  ++*at;
  SortCtor ctor = bank->sorts.class_ctor[classes[head - heads]];
  Sort sort = sorts_make(&bank->sorts, ctor, NULL, args.items, (uint32_t)args.count);
  VEC_FREE(&args);
  return sort;
}

static Sort sort_of(const char *text)
{
  return read_sort(&text);
}

static void read_sorts(const char *text, U32Vec *sorts)
{
  while (*text) VEC_PUSH(sorts, read_sort(&text));
}

static Sort bitvec(Numeral width)
{
  return sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_BITVEC], &width, NULL, 0);
}

static Sort floating(Numeral eb, Numeral sb)
{
  Numeral indices[2] = {eb, sb};
  return sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_FLOAT], indices, NULL, 0);
}

static Numeral index_of(Expr e)
{
  return numeral_of_expr(&bank->exprs, e);
}

static Numeral large(const char *digits)
{
  return NUMERAL_SYMBOL_TAG | symbol(digits);
}

/* Adds a function whose rank is in short form, the result last. */
static Fun add_fun(const char *rank, Assoc assoc)
{
  U32Vec sorts = {0};
  read_sorts(rank, &sorts);
  FunInfo info = {.name = symbol("f"), .arity = (uint32_t)sorts.count - 1, .assoc = (uint8_t)assoc};
  info.theory = 1;
  Fun fun = bank_add_theory_fun(bank, &info, sorts.items);
  VEC_FREE(&sorts);
  return fun;
}

static Fun add_indexed(const Sort *rank, uint32_t arity, uint8_t index_count, Assoc assoc,
                       Expr where)
{
  FunInfo info = {.name = symbol("g"), .arity = arity, .index_count = index_count};
  info.theory = 1;
  info.assoc = (uint8_t)assoc;
  info.where = where;
  return bank_add_theory_fun(bank, &info, rank);
}

static Sort apply_sorts(Fun fun, const Numeral *indices, uint32_t index_count, const Sort *args,
                        uint32_t arg_count)
{
  Application app = {indices, index_count, 0, args, arg_count};
  return signature_apply(bank, fun, &app, NULL);
}

/* Applies to arguments in short form. With `flags` not NULL coercion is allowed, and it must be the
 * one told by a character for each argument: '1' or '0'. */
static Sort apply_as(Fun fun, Sort as, const char *args, const char *flags)
{
  U32Vec sorts = {0};
  read_sorts(args, &sorts);
  bool coerced[16];
  assert_true(sorts.count <= 16);
  memset(coerced, true, sizeof coerced);
  Application app = {.as = as, .args = sorts.items, .arg_count = (uint32_t)sorts.count};
  Sort result = signature_apply(bank, fun, &app, flags ? coerced : NULL);
  if (flags && result)
    for (size_t i = 0; i < sorts.count; i++) assert_int_equal(coerced[i], flags[i] == '1');
  VEC_FREE(&sorts);
  return result;
}

static Sort apply(Fun fun, const char *args)
{
  return apply_as(fun, 0, args, NULL);
}

/* --- ranks --- */

static void test_concat(void **state)
{
  (void)state;
  Expr sum = expr(EXPR_ADD, parameter(0), parameter(1));
  Sort rank[] = {bitvec(index_of(parameter(0))), bitvec(index_of(parameter(1))),
                 bitvec(index_of(sum))};
  Fun concat = add_indexed(rank, 2, 0, ASSOC_LEFT, 0);
  Sort args[] = {bitvec(8), bitvec(16), bitvec(1), bitvec(100)};
  assert_int_equal(apply_sorts(concat, NULL, 0, args, 2), bitvec(24));
  assert_int_equal(apply_sorts(concat, NULL, 0, args, 4), bitvec(125));
  assert_int_equal(apply_sorts(concat, NULL, 0, args, 1), 0);
  args[3] = bank->bool_sort;
  assert_int_equal(apply_sorts(concat, NULL, 0, args, 4), 0);
  Sort wide[] = {bitvec(NUMERAL_MAX), bitvec(1), bitvec(1)};
  assert_int_equal(apply_sorts(concat, NULL, 0, wide, 2), 0);
  assert_int_equal(apply_sorts(concat, NULL, 0, wide + 1, 2), bitvec(2));
  Sort huge[] = {bitvec(large("99999999999")), bitvec(1)};
  assert_int_equal(apply_sorts(concat, NULL, 0, huge, 2), 0);
}

static void test_extract(void **state)
{
  (void)state;
  Expr i = parameter(0), j = parameter(1), m = parameter(2);
  Expr width = expr(EXPR_ADD, expr(EXPR_SUB, i, j), constant(1));
  Expr where = expr(EXPR_AND, expr(EXPR_LE, j, i), expr(EXPR_LT, i, m));
  Sort rank[] = {bitvec(index_of(m)), bitvec(index_of(width))};
  Fun extract = add_indexed(rank, 1, 2, ASSOC_NONE, where);
  Sort arg = bitvec(8);
  assert_int_equal(apply_sorts(extract, (Numeral[]){7, 0}, 2, &arg, 1), bitvec(8));
  assert_int_equal(apply_sorts(extract, (Numeral[]){3, 3}, 2, &arg, 1), bitvec(1));
  assert_int_equal(apply_sorts(extract, (Numeral[]){8, 0}, 2, &arg, 1), 0);
  assert_int_equal(apply_sorts(extract, (Numeral[]){2, 3}, 2, &arg, 1), 0);
  assert_int_equal(apply_sorts(extract, (Numeral[]){7}, 1, &arg, 1), 0);
  assert_int_equal(apply_sorts(extract, (Numeral[]){large("99999999999"), 0}, 2, &arg, 1), 0);
  arg = bank->int_sort;
  assert_int_equal(apply_sorts(extract, (Numeral[]){7, 0}, 2, &arg, 1), 0);
}

static void test_repeat(void **state)
{
  (void)state;
  Expr i = parameter(0), m = parameter(1);
  Sort rank[] = {bitvec(index_of(m)), bitvec(index_of(expr(EXPR_MUL, i, m)))};
  Fun repeat = add_indexed(rank, 1, 1, ASSOC_NONE, expr(EXPR_LT, constant(0), i));
  Sort arg = bitvec(8);
  Numeral times = 3;
  assert_int_equal(apply_sorts(repeat, &times, 1, &arg, 1), bitvec(24));
  times = 0;
  assert_int_equal(apply_sorts(repeat, &times, 1, &arg, 1), 0);
  times = (NUMERAL_MAX >> 3) + 1; /* 2^31 */
  assert_int_equal(apply_sorts(repeat, &times, 1, &arg, 1), 0);
  times--;
  assert_int_equal(apply_sorts(repeat, &times, 1, &arg, 1), bitvec(NUMERAL_MAX - 7));
  times = NUMERAL_MAX;
  arg = bitvec(NUMERAL_MAX);
  assert_int_equal(apply_sorts(repeat, &times, 1, &arg, 1), 0);
}

/* The sort's own condition rejects a width of zero. */
static void test_sort_condition(void **state)
{
  (void)state;
  Expr m = parameter(0);
  Sort rank[] = {bitvec(index_of(m)), bitvec(index_of(expr(EXPR_SUB, m, constant(1))))};
  Fun shorter = add_indexed(rank, 1, 0, ASSOC_NONE, 0);
  Sort two = bitvec(2), one = bitvec(1);
  assert_int_equal(apply_sorts(shorter, NULL, 0, &two, 1), bitvec(1));
  assert_int_equal(apply_sorts(shorter, NULL, 0, &one, 1), 0);
}

static void test_fp(void **state)
{
  (void)state;
  Expr eb = parameter(0), sb = parameter(1);
  Sort rank[] = {bitvec(1), bitvec(index_of(eb)), bitvec(index_of(expr(EXPR_SUB, sb, constant(1)))),
                 floating(index_of(eb), index_of(sb))};
  Fun fp = add_indexed(rank, 3, 0, ASSOC_NONE, 0);
  Sort args[] = {bitvec(1), bitvec(8), bitvec(23)};
  assert_int_equal(apply_sorts(fp, NULL, 0, args, 3), floating(8, 24));
  args[0] = bitvec(2);
  assert_int_equal(apply_sorts(fp, NULL, 0, args, 3), 0);
  args[0] = bitvec(1);
  args[2] = bitvec(NUMERAL_MAX);
  assert_int_equal(apply_sorts(fp, NULL, 0, args, 3), 0);
}

/* (+ eb sb) in an argument: known from the indices, or only after a later argument. */
static void test_sum_in_argument(void **state)
{
  (void)state;
  Expr eb = parameter(0), sb = parameter(1);
  Sort both = bitvec(index_of(expr(EXPR_ADD, eb, sb)));
  Sort result = floating(index_of(eb), index_of(sb));
  Fun to_fp = add_indexed((Sort[]){both, result}, 1, 2, ASSOC_NONE, 0);
  Sort arg = bitvec(32);
  assert_int_equal(apply_sorts(to_fp, (Numeral[]){8, 24}, 2, &arg, 1), floating(8, 24));
  assert_int_equal(apply_sorts(to_fp, (Numeral[]){8, 23}, 2, &arg, 1), 0);
  Fun late = add_indexed((Sort[]){both, bitvec(index_of(eb)), result}, 2, 0, ASSOC_NONE, 0);
  Sort args[] = {bitvec(32), bitvec(8)};
  assert_int_equal(apply_sorts(late, NULL, 0, args, 2), floating(8, 24));
  args[1] = bitvec(33);
  assert_int_equal(apply_sorts(late, NULL, 0, args, 2), 0);
  Fun never = add_indexed((Sort[]){both, result}, 1, 0, ASSOC_NONE, 0);
  assert_int_equal(apply_sorts(never, NULL, 0, args, 1), 0);
}

/* Conditions on numerals too large to compute with. */
static void test_large_index(void **state)
{
  (void)state;
  Expr n = parameter(0), m = parameter(1);
  Sort integer[] = {bank->int_sort, bank->bool_sort};
  Fun divisible = add_indexed(integer, 1, 1, ASSOC_NONE, expr(EXPR_LT, constant(0), n));
  Numeral index = large("99999999999");
  assert_int_equal(apply_sorts(divisible, &index, 1, integer, 1), bank->bool_sort);
  index = 0;
  assert_int_equal(apply_sorts(divisible, &index, 1, integer, 1), 0);
  Sort bits[] = {bitvec(index_of(m)), bank->bool_sort};
  Fun bit = add_indexed(bits, 1, 1, ASSOC_NONE, expr(EXPR_LT, n, m));
  Sort arg = bitvec(8);
  index = large("99999999999");
  assert_int_equal(apply_sorts(bit, &index, 1, &arg, 1), 0);
  arg = bitvec(index);
  assert_int_equal(apply_sorts(bit, &index, 1, &arg, 1), 0);
  index = 7;
  assert_int_equal(apply_sorts(bit, &index, 1, &arg, 1), bank->bool_sort);
  /* One parameter at two places: equal by the digits. */
  Sort same[] = {bitvec(index_of(n)), bitvec(index_of(n)), bitvec(index_of(n))};
  Fun bvand = add_indexed(same, 2, 0, ASSOC_LEFT, 0);
  Sort wide = bitvec(large("99999999999")), other = bitvec(large("99999999998"));
  assert_int_equal(apply_sorts(bvand, NULL, 0, (Sort[]){wide, wide, wide}, 3), wide);
  assert_int_equal(apply_sorts(bvand, NULL, 0, (Sort[]){wide, wide, other}, 3), 0);
}

static void test_polymorphic(void **state)
{
  (void)state;
  Fun equal = add_fun("ppb", ASSOC_CHAIN), ite = add_fun("bppp", ASSOC_NONE);
  Fun select = add_fun("A(pq)pq", ASSOC_NONE), store = add_fun("A(pq)pqA(pq)", ASSOC_NONE);
  assert_int_equal(apply(equal, "ss"), bank->bool_sort);
  assert_int_equal(apply(equal, "A(iS(b))A(iS(b))"), bank->bool_sort);
  assert_int_equal(apply(equal, "si"), 0);
  assert_int_equal(apply(equal, "ir"), 0);
  assert_int_equal(apply(equal, "s"), 0);
  assert_int_equal(apply(ite, "bT(is)T(is)"), sort_of("T(is)"));
  assert_int_equal(apply(ite, "bT(is)T(isi)"), 0);
  assert_int_equal(apply(ite, "iss"), 0);
  assert_int_equal(apply(ite, "bsss"), 0);
  assert_int_equal(apply(select, "A(iA(sb))i"), sort_of("A(sb)"));
  assert_int_equal(apply(select, "A(iA(sb))s"), 0);
  assert_int_equal(apply(select, "S(i)i"), 0);
  assert_int_equal(apply(store, "A(is)is"), sort_of("A(is)"));
  assert_int_equal(apply(store, "A(is)ii"), 0);
}

static void test_chainable(void **state)
{
  (void)state;
  enum { MANY = 5000 };
  Fun equal = add_fun("ppb", ASSOC_CHAIN), distinct = add_fun("ppb", ASSOC_PAIRWISE);
  U32Vec args = {0};
  for (int i = 0; i < MANY; i++) VEC_PUSH(&args, sort_of("S(i)"));
  assert_int_equal(apply_sorts(equal, NULL, 0, args.items, MANY), bank->bool_sort);
  assert_int_equal(apply_sorts(distinct, NULL, 0, args.items, MANY), bank->bool_sort);
  args.items[MANY - 1] = sort_of("S(r)");
  assert_int_equal(apply_sorts(equal, NULL, 0, args.items, MANY), 0);
  assert_int_equal(apply_sorts(distinct, NULL, 0, args.items, MANY), 0);
  VEC_FREE(&args);
  /* Indices and the condition count for a chain as well. */
  Expr n = parameter(0);
  Sort rank[] = {bitvec(index_of(n)), bitvec(index_of(n)), bank->bool_sort};
  Fun below = add_indexed(rank, 2, 1, ASSOC_CHAIN, expr(EXPR_LT, constant(4), n));
  Sort bytes[] = {bitvec(8), bitvec(8), bitvec(8)}, bits[] = {bitvec(1), bitvec(1), bitvec(1)};
  assert_int_equal(apply_sorts(below, (Numeral[]){8}, 1, bytes, 3), bank->bool_sort);
  assert_int_equal(apply_sorts(below, (Numeral[]){9}, 1, bytes, 3), 0);
  assert_int_equal(apply_sorts(below, (Numeral[]){1}, 1, bits, 3), 0);
}

static void test_assoc(void **state)
{
  (void)state;
  Fun imply = add_fun("bbbb", ASSOC_NONE), insert = add_fun("pS(p)S(p)", ASSOC_RIGHT);
  Fun unite = add_fun("S(p)S(p)S(p)", ASSOC_LEFT), three = add_fun("iiii", ASSOC_LEFT);
  assert_int_equal(apply(imply, "bbbb"), 0);
  assert_int_equal(apply(insert, "iiiS(i)"), sort_of("S(i)"));
  assert_int_equal(apply(insert, "S(i)iii"), 0);
  assert_int_equal(apply(insert, "isiS(i)"), 0);
  assert_int_equal(apply(unite, "S(i)S(i)S(i)S(i)"), sort_of("S(i)"));
  assert_int_equal(apply(unite, "S(i)S(i)S(s)S(i)"), 0);
  assert_int_equal(apply(three, "iii"), bank->int_sort);
  assert_int_equal(apply(three, "iiii"), 0);
}

static void test_as(void **state)
{
  (void)state;
  Fun empty = add_fun("S(p)", ASSOC_NONE), box = add_fun("pS(p)", ASSOC_NONE);
  Fun pair = add_fun("pT(pq)", ASSOC_NONE), unite = add_fun("S(p)S(p)S(p)", ASSOC_LEFT);
  assert_int_equal(apply(empty, ""), 0);
  assert_int_equal(apply_as(empty, sort_of("S(A(is))"), "", NULL), sort_of("S(A(is))"));
  assert_int_equal(apply_as(empty, sort_of("B(i)"), "", NULL), 0);
  assert_int_equal(apply_as(box, sort_of("S(i)"), "i", NULL), sort_of("S(i)"));
  assert_int_equal(apply_as(box, sort_of("S(i)"), "s", NULL), 0);
  assert_int_equal(apply(pair, "i"), 0);
  assert_int_equal(apply_as(pair, sort_of("T(is)"), "i", NULL), sort_of("T(is)"));
  assert_int_equal(apply_as(unite, sort_of("S(i)"), "S(i)S(i)S(i)", NULL), sort_of("S(i)"));
  assert_int_equal(apply_as(unite, sort_of("S(s)"), "S(i)S(i)S(i)", NULL), 0);
  Fun equal = add_fun("ppb", ASSOC_CHAIN);
  assert_int_equal(apply_as(equal, bank->bool_sort, "iii", NULL), bank->bool_sort);
  assert_int_equal(apply_as(equal, bank->int_sort, "iii", NULL), 0);
}

static void test_coercion(void **state)
{
  (void)state;
  Fun add = add_fun("rrr", ASSOC_LEFT), less = add_fun("rrb", ASSOC_CHAIN);
  Fun equal = add_fun("ppb", ASSOC_CHAIN), ite = add_fun("bppp", ASSOC_NONE);
  Fun store = add_fun("A(pq)pqA(pq)", ASSOC_NONE), insert = add_fun("pS(p)S(p)", ASSOC_RIGHT);
  Fun power = add_fun("rrr", ASSOC_RIGHT), floor = add_fun("ri", ASSOC_LEFT);
  assert_int_equal(apply(add, "ri"), 0);
  assert_int_equal(apply_as(add, 0, "ri", "01"), bank->real_sort);
  assert_int_equal(apply_as(add, 0, "iirii", "11011"), bank->real_sort);
  assert_int_equal(apply_as(power, 0, "iirii", "11011"), bank->real_sort);
  assert_int_equal(apply_as(add, 0, "is", "00"), 0);
  assert_int_equal(apply_as(less, 0, "iri", "101"), bank->bool_sort);
  assert_int_equal(apply_as(floor, 0, "i", "1"), bank->int_sort);
  assert_int_equal(apply_as(equal, 0, "ii", "00"), bank->bool_sort);
  assert_int_equal(apply_as(equal, 0, "ri", "01"), bank->bool_sort);
  assert_int_equal(apply_as(equal, 0, "ir", "10"), bank->bool_sort);
  assert_int_equal(apply_as(equal, 0, "iiri", "1101"), bank->bool_sort);
  assert_int_equal(apply_as(equal, 0, "is", "00"), 0);
  assert_int_equal(apply_as(ite, 0, "bir", "010"), bank->real_sort);
  assert_int_equal(apply_as(ite, 0, "bri", "001"), bank->real_sort);
  assert_int_equal(apply_as(ite, bank->real_sort, "bii", "011"), bank->real_sort);
  assert_int_equal(apply_as(store, 0, "A(ir)ii", "001"), sort_of("A(ir)"));
  assert_int_equal(apply_as(insert, 0, "iS(r)", "10"), sort_of("S(r)"));
  assert_int_equal(apply_as(insert, 0, "iriS(r)", "1010"), sort_of("S(r)"));
  assert_int_equal(apply_as(equal, 0, "S(i)S(r)", "00"), 0);
}

static void test_no_reals(void **state)
{
  (void)state;
  bank->real_sort = 0;
  Fun equal = add_fun("ppb", ASSOC_CHAIN), box = add_fun("pS(p)", ASSOC_NONE);
  assert_int_equal(apply_as(equal, 0, "iii", "000"), bank->bool_sort);
  assert_int_equal(apply_as(box, 0, "i", "0"), sort_of("S(i)"));
}

/* --- rules --- */

typedef struct {
  const char *rule;
  const char *indices; /* digits, one for each index */
  const char *args;
  const char *result; /* NULL: refused */
} RuleCase;

static Sort apply_rule(const RuleCase *c)
{
  SignatureRule rule = signature_rule_of_name(c->rule, strlen(c->rule));
  assert_int_not_equal(rule, RULE_NONE);
  U32Vec args = {0}, indices = {0};
  read_sorts(c->args, &args);
  for (const char *at = c->indices; *at; at++) VEC_PUSH(&indices, (Numeral)(*at - '0'));
  FunInfo info = {.name = symbol(c->rule), .rule = (uint8_t)rule, .theory = 1};
  info.index_count = indices.count != 0;
  Fun fun = bank_add_theory_fun(bank, &info, &bank->bool_sort);
  Application app = {indices.items, (uint32_t)indices.count, 0, args.items, (uint32_t)args.count};
  Sort result = signature_apply(bank, fun, &app, NULL);
  if (result) { /* `as` may only confirm it */
    app.as = result;
    assert_int_equal(signature_apply(bank, fun, &app, NULL), result);
    app.as = sort_of("A(ss)");
    assert_int_equal(signature_apply(bank, fun, &app, NULL), 0);
  }
  VEC_FREE(&args);
  VEC_FREE(&indices);
  return result;
}

static void check_rules(const RuleCase *cases, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const RuleCase *c = &cases[i];
    Sort result = apply_rule(c);
    if (result != (c->result ? sort_of(c->result) : 0))
      fail_msg("(_ %s %s) on %s: want %s, got sort %u", c->rule, c->indices, c->args,
               c->result ? c->result : "nothing", result);
  }
}

#define CHECK_RULES(cases) check_rules(cases, sizeof cases / sizeof *cases)

static void test_rule_names(void **state)
{
  (void)state;
  assert_int_equal(signature_rule_of_name("tuple", 5), RULE_TUPLE);
  assert_int_equal(signature_rule_of_name("tuple.unit", 5), RULE_TUPLE);
  assert_int_equal(signature_rule_of_name("tuple.unit", 10), RULE_TUPLE_UNIT);
  assert_int_equal(signature_rule_of_name("ff.bitsum", 9), RULE_FF_BITSUM);
  assert_int_equal(signature_rule_of_name("", 0), RULE_NONE);
  assert_int_equal(signature_rule_of_name("tupl", 4), RULE_NONE);
  assert_int_equal(signature_rule_of_name("rel.joins", 9), RULE_NONE);
}

static void test_rules_tuple(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"tuple", "", "ib", "T(ib)"},
      {"tuple", "", "T(i)", "T(T(i))"},
      {"tuple", "", "", "T()"},
      {"tuple", "0", "i", NULL},
      {"tuple.unit", "", "", "T()"},
      {"tuple.unit", "", "i", NULL},
      {"tuple.select", "0", "T(ibs)", "i"},
      {"tuple.select", "2", "T(ibs)", "s"},
      {"tuple.select", "3", "T(ibs)", NULL},
      {"tuple.select", "0", "T()", NULL},
      {"tuple.select", "0", "S(i)", NULL},
      {"tuple.select", "", "T(i)", NULL},
      {"tuple.select", "00", "T(i)", NULL},
      {"tuple.select", "0", "T(i)T(i)", NULL},
      {"tuple.update", "1", "T(ibs)b", "T(ibs)"},
      {"tuple.update", "1", "T(ibs)i", NULL},
      {"tuple.update", "3", "T(ibs)i", NULL},
      {"tuple.update", "0", "T(ibs)", NULL},
      {"tuple.project", "200", "T(ibs)", "T(sii)"},
      {"tuple.project", "3", "T(ibs)", NULL},
      {"tuple.project", "", "T(ibs)", "T()"},
      {"tuple.project", "", "T()", "T()"},
      {"tuple.project", "", "T(i)T(i)", NULL},
      {"tuple.project", "0", "i", NULL},
  };
  CHECK_RULES(cases);
}

static void test_rules_relation(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"rel.transpose", "", "S(T(ibs))", "S(T(sbi))"},
      {"rel.transpose", "", "S(T())", "S(T())"},
      {"rel.transpose", "", "S(i)", NULL},
      {"rel.transpose", "", "B(T(ib))", NULL},
      {"rel.tclosure", "", "S(T(ii))", "S(T(ii))"},
      {"rel.tclosure", "", "S(T(ib))", NULL},
      {"rel.tclosure", "", "S(T(i))", NULL},
      {"rel.tclosure", "", "S(T(iii))", NULL},
      {"rel.tclosure", "", "i", NULL},
      {"rel.join", "", "S(T(ib))S(T(bs))", "S(T(is))"},
      {"rel.join", "", "S(T(bs))S(T(ib))", NULL},
      {"rel.join", "", "S(T(ib))S(T(b))", "S(T(i))"},
      {"rel.join", "", "S(T(b))S(T(bs))", "S(T(s))"},
      {"rel.join", "", "S(T(b))S(T(b))", NULL},
      {"rel.join", "", "S(T())S(T(b))", NULL},
      {"rel.join", "", "S(T(ib))S(T())", NULL},
      {"rel.join", "", "S(T(ii))S(T(ii))S(T(ii))", NULL},
      {"rel.join", "", "B(T(ib))B(T(bs))", NULL},
      {"rel.product", "", "S(T(ib))S(T(bs))", "S(T(ibbs))"},
      {"rel.product", "", "S(T())S(T())", "S(T())"},
      {"rel.product", "", "S(T())S(T(i))", "S(T(i))"},
      {"rel.product", "", "S(T(ib))B(T(bs))", NULL},
      {"rel.product", "", "S(T(i))S(T(i))S(T(i))", NULL},
      {"rel.join_image", "", "S(T(ss))i", "S(T(s))"},
      {"rel.join_image", "", "S(T(ii))r", NULL},
      {"rel.join_image", "", "S(T(ib))i", NULL},
      {"rel.join_image", "", "S(T(i))i", NULL},
      {"rel.join_image", "", "S(i)i", NULL},
      {"rel.iden", "", "S(T(b))", "S(T(bb))"},
      {"rel.iden", "", "S(T(ib))", NULL},
      {"rel.iden", "", "S(T())", NULL},
      {"rel.iden", "", "S(i)", NULL},
      {"rel.table_join", "10", "S(T(ib))S(T(bs))", "S(T(ibbs))"},
      {"rel.table_join", "00", "S(T(ib))S(T(bs))", NULL},
  };
  CHECK_RULES(cases);
}

static void test_rules_rows(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"table.product", "", "B(T(ib))B(T(bs))", "B(T(ibbs))"},
      {"table.product", "", "S(T(ib))B(T(bs))", NULL},
      {"table.product", "", "B(T())B(T())", "B(T())"},
      {"table.join", "10", "B(T(ib))B(T(bs))", "B(T(ibbs))"},
      {"table.join", "", "B(T(ib))B(T(bs))", "B(T(ibbs))"},
      {"table.join", "0000", "B(T(ib))B(T(ib))", "B(T(ibib))"},
      {"table.join", "1001", "B(T(ib))B(T(bs))", NULL},
      {"table.join", "00", "B(T(ib))B(T(bs))", NULL},
      {"table.join", "0", "B(T(ib))B(T(ib))", NULL},
      {"table.join", "20", "B(T(ib))B(T(bs))", NULL},
      {"table.join", "12", "B(T(ib))B(T(bs))", NULL},
      {"table.join", "10", "S(T(ib))S(T(bs))", NULL},
      {"rel.project", "11", "S(T(ib))", "S(T(bb))"},
      {"rel.project", "", "S(T(ib))", "S(T())"},
      {"rel.project", "2", "S(T(ib))", NULL},
      {"rel.project", "0", "S(i)", NULL},
      {"table.project", "110", "B(T(ib))", "B(T(bbi))"},
      {"table.project", "2", "B(T(ib))", NULL},
      {"table.project", "0", "S(T(ib))", NULL},
      {"rel.group", "01", "S(T(ib))", "S(S(T(ib)))"},
      {"rel.group", "", "S(T())", "S(S(T()))"},
      {"rel.group", "2", "S(T(ib))", NULL},
      {"rel.group", "", "S(i)", NULL},
      {"table.group", "11", "B(T(ib))", "B(B(T(ib)))"},
      {"table.group", "2", "B(T(ib))", NULL},
      {"rel.aggr", "0", "F(T(ib)ss)sS(T(ib))", "S(s)"},
      {"rel.aggr", "", "F(T()ss)sS(T())", "S(s)"},
      {"rel.aggr", "1", "F(T(ib)F(ss))sS(T(ib))", "S(s)"},
      {"rel.aggr", "2", "F(T(ib)ss)sS(T(ib))", NULL},
      {"rel.aggr", "", "F(T(ib)si)sS(T(ib))", NULL},
      {"rel.aggr", "", "F(iss)sS(T(ib))", NULL},
      {"rel.aggr", "", "F(T(ib)ss)iS(T(ib))", NULL},
      {"rel.aggr", "", "F(iss)sS(i)", NULL},
      {"rel.aggr", "", "F(T(ib)s)sS(T(ib))", NULL},
      {"rel.aggr", "", "F(T(ib)sss)sS(T(ib))", NULL},
      {"rel.aggr", "", "ssS(T(ib))", NULL},
      {"table.aggr", "10", "F(T(ib)ss)sB(T(ib))", "B(s)"},
      {"table.aggr", "0", "F(T(ib)ss)sS(T(ib))", NULL},
  };
  CHECK_RULES(cases);
}

static void test_rules_counting(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"at-most", "2", "bbb", "b"},   {"at-most", "2", "", "b"},       {"at-most", "2", "bi", NULL},
      {"at-most", "21", "bb", NULL},  {"at-most", "", "bb", NULL},     {"at-least", "0", "b", "b"},
      {"pble", "312", "bb", "b"},     {"pble", "31", "bb", NULL},      {"pble", "", "", NULL},
      {"pbge", "312", "bb", "b"},     {"pbge", "3123", "bb", NULL},    {"pbeq", "3", "", "b"},
      {"pbeq", "312", "bi", NULL},    {"fmf.card", "1", "", NULL},     {"fmf.card", "12", "", NULL},
      {"ff.bitsum", "", "ff", "f"},   {"ff.bitsum", "", "fffff", "f"}, {"ff.bitsum", "", "f", NULL},
      {"ff.bitsum", "", "ffi", NULL}, {"ff.bitsum", "", "ii", NULL},   {"mkbv", "", "", NULL},
      {"mkbv", "", "bi", NULL},       {"mkbv", "1", "b", NULL},
  };
  CHECK_RULES(cases);
  assert_int_equal(apply_rule(&(RuleCase){"mkbv", "", "bbb", NULL}), bitvec(3));
}

#define NO_INDEX UINT32_MAX

static Sort rule_with_indices(SignatureRule rule, Numeral a, Numeral b, const char *args)
{
  U32Vec sorts = {0};
  read_sorts(args, &sorts);
  Numeral indices[2] = {a, b};
  Application app = {indices, b == NO_INDEX ? 1 : 2, 0, sorts.items, (uint32_t)sorts.count};
  Sort result = signature_apply_rule(bank, rule, &app);
  VEC_FREE(&sorts);
  return result;
}

static void test_rules_large_indices(void **state)
{
  (void)state;
  Numeral number = large("99999999999"), name = large("U"), minus = large("-5"), dash = large("-");
  Sort b = bank->bool_sort;
  assert_int_equal(rule_with_indices(RULE_TUPLE_SELECT, number, NO_INDEX, "T(ib)"), 0);
  assert_int_equal(rule_with_indices(RULE_REL_GROUP, 0, number, "S(T(ib))"), 0);
  assert_int_equal(rule_with_indices(RULE_TABLE_JOIN, 0, number, "B(T(ib))B(T(ib))"), 0);
  assert_int_equal(rule_with_indices(RULE_AT_MOST, number, NO_INDEX, "b"), b);
  assert_int_equal(rule_with_indices(RULE_AT_MOST, name, NO_INDEX, "b"), 0);
  assert_int_equal(rule_with_indices(RULE_AT_MOST, minus, NO_INDEX, "b"), 0);
  assert_int_equal(rule_with_indices(RULE_PBEQ, minus, number, "b"), b);
  assert_int_equal(rule_with_indices(RULE_PBEQ, 1, dash, "b"), 0);
  assert_int_equal(rule_with_indices(RULE_PBEQ, 1, name, "b"), 0);
  assert_int_equal(rule_with_indices(RULE_FMF_CARD, name, 3, ""), b);
  assert_int_equal(rule_with_indices(RULE_FMF_CARD, name, number, ""), b);
  assert_int_equal(rule_with_indices(RULE_FMF_CARD, name, 0, ""), 0);
  assert_int_equal(rule_with_indices(RULE_FMF_CARD, name, name, ""), 0);
}

/* Far more columns than any fixed buffer, and sorts that make the pool move while it is read. */
static void test_rules_wide(void **state)
{
  (void)state;
  enum { COLUMNS = 10000 };
  U32Vec columns = {0};
  for (int i = 0; i < COLUMNS; i++) VEC_PUSH(&columns, i % 2 ? bank->int_sort : bank->bool_sort);
  Application app = {.args = columns.items, .arg_count = COLUMNS};
  Sort row = signature_apply_rule(bank, RULE_TUPLE, &app);
  Sort relation = sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_SET], NULL, &row, 1);
  Sort pair[2] = {relation, relation};
  app = (Application){.args = pair, .arg_count = 2};
  Sort result = signature_apply_rule(bank, RULE_REL_PRODUCT, &app);
  row = sorts_arg(&bank->sorts, result, 0);
  assert_int_equal(sorts_node(&bank->sorts, row)->arg_count, 2 * COLUMNS);
  assert_int_equal(sorts_arg(&bank->sorts, row, 2 * COLUMNS - 1), bank->int_sort);
  app.arg_count = 1;
  result = signature_apply_rule(bank, RULE_REL_TRANSPOSE, &app);
  assert_int_equal(sorts_arg(&bank->sorts, sorts_arg(&bank->sorts, result, 0), 0), bank->int_sort);
  VEC_FREE(&columns);
}

static void test_rules_coercion_flags(void **state)
{
  (void)state;
  FunInfo info = {.name = symbol("tuple"), .rule = RULE_TUPLE, .theory = 1};
  Fun tuple = bank_add_theory_fun(bank, &info, &bank->bool_sort);
  assert_int_equal(apply_as(tuple, 0, "iri", "000"), sort_of("T(iri)"));
}

/* --- expressions --- */

static int64_t solve(Expr e, int64_t wanted, int64_t first, uint32_t slot, SolveResult expected)
{
  SignatureBinding binding;
  signature_clear(&binding);
  binding.numerals.value[0] = first;
  assert_int_equal(exprs_solve(&bank->exprs, e, wanted, &binding.numerals), expected);
  return binding.numerals.value[slot];
}

static void test_solve(void **state)
{
  (void)state;
  Expr m = parameter(0), n = parameter(1), two = constant(2);
  Expr sum = expr(EXPR_ADD, m, n), difference = expr(EXPR_SUB, m, n),
       product = expr(EXPR_MUL, m, n);
  assert_int_equal(solve(m, 5, -1, 0, SOLVE_YES), 5);
  assert_int_equal(solve(m, 5, 5, 0, SOLVE_YES), 5);
  solve(m, 5, 6, 0, SOLVE_NO);
  solve(m, 5, large("99999999999"), 0, SOLVE_NO);
  solve(m, -1, -1, 0, SOLVE_NO);
  solve(m, (int64_t)NUMERAL_MAX + 1, -1, 0, SOLVE_NO);
  assert_int_equal(solve(sum, 10, 4, 1, SOLVE_YES), 6);
  assert_int_equal(solve(sum, 10, 10, 1, SOLVE_YES), 0);
  solve(sum, 10, 11, 1, SOLVE_NO);
  solve(sum, 10, -1, 1, SOLVE_LATER);
  assert_int_equal(solve(difference, 3, 10, 1, SOLVE_YES), 7);
  solve(difference, 11, 10, 1, SOLVE_NO);
  assert_int_equal(solve(expr(EXPR_SUB, m, two), 5, -1, 0, SOLVE_YES), 7);
  assert_int_equal(solve(expr(EXPR_SUB, two, m), 1, -1, 0, SOLVE_YES), 1);
  assert_int_equal(solve(product, 12, 4, 1, SOLVE_YES), 3);
  solve(product, 13, 4, 1, SOLVE_NO);
  solve(product, 12, 0, 1, SOLVE_NO);
  assert_int_equal(solve(product, 0, 0, 1, SOLVE_LATER), -1);
  assert_int_equal(solve(expr(EXPR_MUL, expr(EXPR_SUB, constant(1), two), m), -7, -1, 0, SOLVE_YES),
                   7);
  solve(expr(EXPR_MUL, m, m), 9, -1, 0, SOLVE_LATER);
  Expr nested = expr(EXPR_ADD, expr(EXPR_MUL, two, expr(EXPR_SUB, n, m)), constant(1));
  assert_int_equal(solve(nested, 21, 5, 1, SOLVE_YES), 15);
  solve(nested, 20, 5, 1, SOLVE_NO);
  /* 2^62 is still computed; what the steps make of it must not wrap. */
  Expr square = expr(EXPR_MUL, constant(NUMERAL_MAX), constant(NUMERAL_MAX));
  Expr low = expr(EXPR_SUB, constant(0), expr(EXPR_ADD, square, square));
  solve(expr(EXPR_ADD, expr(EXPR_ADD, low, n), square), 1, -1, 1, SOLVE_NO);
  solve(expr(EXPR_ADD, low, n), INT64_MAX, -1, 1, SOLVE_NO);
  solve(expr(EXPR_SUB, n, square), INT64_MAX, -1, 1, SOLVE_NO);
}

static void test_conditions(void **state)
{
  (void)state;
  Expr m = parameter(0), n = parameter(1);
  Expr less = expr(EXPR_LT, m, constant(5)), other = expr(EXPR_EQ, n, constant(1));
  SignatureBinding binding;
  signature_clear(&binding);
  const ExprTable *table = &bank->exprs;
  NumeralBinding *numerals = &binding.numerals;
  assert_int_equal(exprs_holds(table, less, numerals), -1);
  numerals->value[0] = 4;
  Expr both = expr(EXPR_AND, less, other), either = expr(EXPR_OR, other, less);
  Expr never = expr(EXPR_NOT, less, 0);
  assert_int_equal(exprs_holds(table, less, numerals), 1);
  assert_int_equal(exprs_holds(table, never, numerals), 0);
  assert_int_equal(exprs_holds(table, both, numerals), -1);
  assert_int_equal(exprs_holds(table, either, numerals), 1);
  numerals->value[0] = 5;
  assert_int_equal(exprs_holds(table, both, numerals), 0);
  assert_int_equal(exprs_holds(table, either, numerals), -1);
  numerals->value[0] = large("99999999999");
  assert_int_equal(exprs_holds(table, less, numerals), 0);
  numerals->value[1] = numerals->value[0];
  assert_int_equal(exprs_holds(table, expr(EXPR_LE, n, m), numerals), -1);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
  const struct CMUnitTest tests[] = {
      CASE(test_concat),
      CASE(test_extract),
      CASE(test_repeat),
      CASE(test_sort_condition),
      CASE(test_fp),
      CASE(test_sum_in_argument),
      CASE(test_large_index),
      CASE(test_polymorphic),
      CASE(test_chainable),
      CASE(test_assoc),
      CASE(test_as),
      CASE(test_coercion),
      CASE(test_no_reals),
      CASE(test_rule_names),
      CASE(test_rules_tuple),
      CASE(test_rules_relation),
      CASE(test_rules_rows),
      CASE(test_rules_counting),
      CASE(test_rules_large_indices),
      CASE(test_rules_wide),
      CASE(test_rules_coercion_flags),
      CASE(test_solve),
      CASE(test_conditions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
