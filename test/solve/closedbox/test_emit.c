/* Compiled constraints compute what the exact evaluator computes: a sweep that finds nothing is a proof only then. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "smt/eval/machine.h"
#include "smt/term/build.h"
#include "smt/text/theory.h"
#include "solve/closedbox/emit.h"
#include "solve/closedbox/native.h"
#include "solve/closedbox/runtime.h"
#include "solve/closedbox/verify.h"
#include "support/scripts.h"

enum { SAMPLES = 60 };

typedef struct {
  Bank *bank;
  BoxProblem problem;
  Boxes boxes;
  EmitPlan plan;
  StrBuf source;
  Native *native;
  void (*values)(const uint64_t *in, uint64_t *out);
} Compiled;

/* The terms are the left sides of the script's assertions, which are equations. */
static void compile(Compiled *compiled, const char *text)
{
  *compiled = (Compiled){.bank = theory_create_bank()};
  Bank *bank = compiled->bank;
  Script script = read_script(bank, text);
  compiled->problem = (BoxProblem){.bank = bank, .boxes = &compiled->boxes};
  for (size_t i = 0; i < script.commands.count; i++)
    if (script.commands.items[i].kind == CMD_ASSERT) {
      Term term = bank_args(bank, script.commands.items[i].a)[0];
      if (!emit_is_runnable(&compiled->problem, term)) fail_msg("not runnable: %s", text);
      VEC_PUSH(&compiled->plan.values, term);
    }
  script_deinit(&script);
  emit_plan_variables(&compiled->plan, &compiled->problem);
  strbuf_init(&compiled->source, 0);
  emit_source(&compiled->source, &compiled->plan, &compiled->problem);
  Error error;
  if (native_compile(strbuf_text(&compiled->source), &compiled->native, &error) != STATUS_OK)
    fail_msg("%s in %s", error.message, strbuf_text(&compiled->source));
  void (*bind)(void *const *boxes, void *caller, void *const *helpers);
  void *symbol = native_symbol(compiled->native, "fuzz_bind");
  memcpy(&bind, &symbol, sizeof symbol);
  bind(NULL, NULL, runtime_addresses);
  symbol = native_symbol(compiled->native, "fuzz_values");
  memcpy(&compiled->values, &symbol, sizeof symbol);
}

static void release(Compiled *compiled)
{
  native_destroy(compiled->native);
  strbuf_deinit(&compiled->source);
  emit_plan_deinit(&compiled->plan);
  bank_destroy(compiled->bank);
}

static uint64_t random_word(Random *random)
{
  static const uint64_t special[] = {0, 1, 2, 7, UINT64_MAX, UINT64_C(1) << 63, INT64_MAX, 64, 127};
  switch (random_below(random, 3)) {
  case 0: return special[random_below(random, sizeof special / sizeof *special)];
  case 1: return random_u64(random) >> random_below(random, 64);
  default: return random_u64(random);
  }
}

static void randomize(const EmitVariable *variable, Random *random, uint64_t *words)
{
  static const char letters[] = "ab019(";
  char *bytes = (char *)(words + 1);
  Layout layout = variable->layout;
  memset(words, 0, layout.words * sizeof *words);
  switch (layout.kind) {
  case LAYOUT_BOOL: words[0] = random_below(random, 2); break;
  case LAYOUT_INT: words[0] = (uint64_t)((int64_t)random_below(random, 2001) - 1000); break;
  case LAYOUT_STRING:
    words[0] = random_below(random, 7);
    for (uint64_t i = 0; i < words[0]; i++)
      bytes[i] = letters[random_below(random, sizeof letters - 1)];
    break;
  case LAYOUT_FLOAT:
    words[0] = random_word(random) & layout_mask(32);
    if ((words[0] & 0x7fffffff) > 0x7f800000) words[0] = 0x7fc00000;
    break;
  case LAYOUT_DOUBLE:
    words[0] = random_word(random) << random_below(random, 12);
    if (words[0] << 1 > UINT64_C(0x7ff) << 53) words[0] = UINT64_C(0x7ff8) << 48;
    break;
  default:
    for (uint32_t i = 0; i < layout.words; i++) words[i] = random_word(random);
    if (layout.width % 64 && layout.kind != LAYOUT_BYTES)
      words[layout.words - 1] &= layout_mask(layout.width % 64);
  }
}

static Model model_of(const Compiled *compiled, const uint64_t *in)
{
  Model model = {0};
  for (uint32_t i = 0; i < compiled->plan.variables.count; i++) {
    const EmitVariable *one = &compiled->plan.variables.items[i];
    Term value = call_word_term(compiled->bank, one->sort, one->layout, in + one->first);
    assert_int_not_equal(value, 0);
    VEC_PUSH(&model.definitions, ((Definition){.fun = one->fun, .definition = value}));
    uint32_t at = i;
    VEC_PUSH(&model.by_fun, i);
    for (; at > 0 && model.definitions.items[model.by_fun.items[at - 1]].fun > one->fun; at--) {
      model.by_fun.items[at] = model.by_fun.items[at - 1];
      model.by_fun.items[at - 1] = i;
    }
  }
  return model;
}

/* Does the evaluator say that each term has the words that C computed? */
static void compare(const Compiled *compiled, const uint64_t *in, const uint64_t *out,
                    const char *text)
{
  Bank *bank = compiled->bank;
  Model model = model_of(compiled, in);
  Machine *machine = machine_create(bank, &model, NULL, false);
  for (size_t i = 0; i < compiled->plan.values.count; i++) {
    Term term = compiled->plan.values.items[i];
    Layout layout = layout_of_sort(bank, bank_sort(bank, term));
    Term sides[2] = {term, call_word_term(bank, bank_sort(bank, term), layout, out)};
    assert_int_not_equal(sides[1], 0);
    Term equal = build(bank, "=", 0, sides, 2);
    Program *program = program_create(machine, &equal, 1);
    program_run(program);
    Value value = program_value(program, 0);
    if (!value_is_unknown(value) && value.word != 1)
      fail_msg("term %zu of %s: in %llx, out %llx", i, text, (unsigned long long)in[0],
               (unsigned long long)out[0]);
    program_destroy(program);
    out += layout.words;
  }
  machine_destroy(machine);
  model_deinit(&model);
}

static void check(const char *text)
{
  Compiled compiled;
  compile(&compiled, text);
  uint64_t *in = mem_alloc_zero(compiled.plan.words + 1, sizeof *in);
  uint64_t *out = mem_alloc_zero(compiled.plan.value_words + 1, sizeof *out);
  for (uint64_t i = 0; i < SAMPLES; i++) {
    Random random = random_stream(1, 0, i);
    for (size_t k = 0; k < compiled.plan.variables.count; k++) {
      const EmitVariable *variable = &compiled.plan.variables.items[k];
      randomize(variable, &random, in + variable->first);
    }
    compiled.values(in, out);
    compare(&compiled, in, out, text);
  }
  free(in);
  free(out);
  release(&compiled);
}

static const char *const binary[] = {"bvadd",  "bvsub",  "bvmul", "bvand",  "bvor",  "bvxor",
                                     "bvudiv", "bvurem", "bvshl", "bvlshr", "bvashr"};
static const char *const narrow[] = {"bvsdiv", "bvsrem", "bvsmod", "bvnand", "bvnor", "bvxnor"};
static const char *const relations[] = {"bvult", "bvule", "bvugt", "bvuge", "bvslt",
                                        "bvsle", "bvsgt", "bvsge", "=",     "distinct"};

#define EACH(list, i) (size_t i = 0; i < sizeof(list) / sizeof *(list); i++)

static void check_width(uint32_t width)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text,
                "(declare-const a (_ BitVec %u))(declare-const b (_ BitVec %u))"
                "(declare-const c (_ BitVec %u))",
                width, width, width);
  for
    EACH(binary, i)
    {
      strbuf_printf(&text, "(assert (= (%s a b) c))", binary[i]);
    }
  for
    EACH(narrow, i)
    {
      if (width <= 64) strbuf_printf(&text, "(assert (= (%s a b) c))", narrow[i]);
    }
  for
    EACH(relations, i)
    {
      strbuf_printf(&text, "(assert (= (%s a b) true))", relations[i]);
    }
  strbuf_printf(&text,
                "(assert (= (bvadd a b c) c))(assert (= (bvmul a b c) c))(assert (= (bvnot a) c))"
                "(assert (= (bvneg a) c))(assert (= (ite (= a b) a c) c))"
                "(assert (= ((_ rotate_left 3) a) c))(assert (= ((_ rotate_right %u) a) c))"
                "(assert (= ((_ rotate_left %u) a) c))"
                "(assert (= ((_ zero_extend 5) a) ((_ zero_extend 5) c)))"
                "(assert (= ((_ sign_extend 70) a) ((_ sign_extend 70) c)))"
                "(assert (= ((_ extract %u %u) a) ((_ extract %u %u) c)))"
                "(assert (= ((_ extract %u 0) a) ((_ extract %u 0) c)))"
                "(assert (= (concat a b) (concat a b)))"
                "(assert (= (concat ((_ extract 0 0) a) c) (concat ((_ extract 0 0) a) c)))",
                width + 1, width, width - 1, width / 2, width - 1, width / 2, width / 2, width / 2);
  check(strbuf_text(&text));
  strbuf_deinit(&text);
}

static void test_vectors(void **state)
{
  (void)state;
  static const uint32_t widths[] = {1, 2, 5, 8, 13, 31, 32, 33, 57, 63, 64, 65, 96, 127, 128, 200};
  for
    EACH(widths, i)
    {
      check_width(widths[i]);
    }
}

static void test_integers(void **state)
{
  (void)state;
  check(
      "(declare-const x Int)(declare-const y Int)(declare-const p Bool)(declare-const q Bool)"
      "(assert (= (+ x y 5) 0))(assert (= (- x y) 0))(assert (= (- x) 0))(assert (= (* x y) 0))"
      "(assert (= (div x (ite (= y 0) 1 y)) 0))(assert (= (mod x (ite (= y 0) 7 y)) 0))"
      "(assert (= (abs x) 0))(assert (= (< x y) p))(assert (= (<= x y) p))(assert (= (> x y 3) p))"
      "(assert (= (>= x y) p))(assert (= (and p q (= x y)) p))(assert (= (or p q) p))"
      "(assert (= (xor p q) p))(assert (= (=> p q p) p))(assert (= (distinct x y 4) p))"
      "(assert (= ((_ divisible 3) x) p))(assert (= (not p) p))"
      "(assert (= ((_ int2bv 9) x) #b000000000))(assert (= (bv2nat ((_ int2bv 9) y)) 0))");
}

static void test_strings(void **state)
{
  (void)state;
  check("(declare-const s String)(declare-const t String)(declare-const u String)"
        "(declare-const i Int)"
        "(assert (= (str.++ s t u) s))(assert (= (str.len s) 1))(assert (= (str.at s (mod i 9)) s))"
        "(assert (= (str.substr s (mod i 5) (- (mod i 7) 1)) s))(assert (= (str.replace s t u) s))"
        "(assert (= (str.prefixof s t) true))(assert (= (str.suffixof s t) true))"
        "(assert (= (str.contains s t) true))(assert (= (str.indexof s t (- (mod i 8) 1)) 1))"
        "(assert (= (str.to_code s) 1))(assert (= (str.from_code (+ 33 (mod i 90))) s))"
        "(assert (= (str.to_int s) 1))(assert (= (str.from_int i) s))"
        "(assert (= (str.is_digit s) true))(assert (= (str.< s t) true))"
        "(assert (= (str.<= s t) true))(assert (= (= s t) true))(assert (= (distinct s t u) true))"
        "(assert (= (ite (= s \"ab\") s t) s))");
}

static void test_floats(void **state)
{
  (void)state;
  static const char *const sorts[] = {"Float32", "Float64"}, *const formats[] = {"8 24", "11 53"};
  for
    EACH(sorts, i)
    {
      char text[3000];
      snprintf(
          text, sizeof text,
          "(declare-const x %s)(declare-const y %s)(declare-const v (_ BitVec 32))"
          "(assert (= (fp.add RNE x y) x))(assert (= (fp.sub RNE x y) x))"
          "(assert (= (fp.mul RNE x y) x))(assert (= (fp.div RNE x y) x))"
          "(assert (= (fp.sqrt RNE x) x))(assert (= (fp.neg x) x))(assert (= (fp.abs x) x))"
          "(assert (= (fp.lt x y) true))(assert (= (fp.leq x y) true))"
          "(assert (= (fp.eq x y) true))(assert (= (= x y) true))(assert (= (fp.isZero x) true))"
          "(assert (= (fp.isNaN x) true))(assert (= (fp.isInfinite x) true))"
          "(assert (= (fp.isNegative x) true))(assert (= (fp.isPositive x) true))"
          "(assert (= (fp.isNormal x) true))(assert (= (fp.isSubnormal x) true))"
          "(assert (= (fp.min x y) x))(assert (= (fp.max x y) x))(assert (= (fp.rem x y) x))"
          "(assert (= (fp.roundToIntegral RNE x) x))(assert (= (fp.add RTZ x y) x))"
          "(assert (= (fp.sub RTP x y) x))(assert (= (fp.mul RTN x y) x))"
          "(assert (= (fp.div RTZ x y) x))(assert (= (fp.sqrt RTP x) x))"
          "(assert (= (fp.roundToIntegral RTN x) x))(assert (= ((_ to_fp %s) RTZ v) x))"
          "(assert (= ((_ to_fp %s) RNE v) x))(assert (= ((_ to_fp_unsigned %s) RNE v) x))",
          sorts[i], sorts[i], formats[i], formats[i], formats[i]);
      check(text);
    }
}

static void test_arrays(void **state)
{
  (void)state;
  check("(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))(declare-const i (_ BitVec 4))"
        "(declare-const v (_ BitVec 8))(assert (= (select a i) v))(assert (= (store a i v) a))"
        "(assert (= (select (store a i v) #x3) v))(assert (= (= a (store a i v)) true))");
}

/* What C does not compute exactly stays with the SMT engine. */
static void test_not_runnable(void **state)
{
  (void)state;
  Bank *bank = theory_create_bank();
  Boxes boxes = {0};
  BoxProblem problem = {.bank = bank, .boxes = &boxes};
  Script script =
      read_script(bank, "(declare-const x Float32)(declare-fun g (Int) Int)(declare-const s String)"
                        "(declare-const r RoundingMode)"
                        "(assert (= (fp.add r x x) x))(assert (= (g 1) 2))"
                        "(assert (str.in_re s (re.* (str.to_re \"a\"))))"
                        "(assert (forall ((y Int)) (> y 0)))");
  for (size_t i = 0; i < script.commands.count; i++)
    if (script.commands.items[i].kind == CMD_ASSERT)
      assert_false(emit_is_runnable(&problem, script.commands.items[i].a));
  script_deinit(&script);
  bank_destroy(bank);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_vectors), cmocka_unit_test(test_integers),
      cmocka_unit_test(test_strings), cmocka_unit_test(test_floats),
      cmocka_unit_test(test_arrays),  cmocka_unit_test(test_not_runnable),
  };
  return cmocka_run_group_tests_name("solve_closedbox_emit", tests, NULL, NULL);
}
