/* Evaluating terms again and again with changing inputs: operations a second, and the ratio to z3's
 * model evaluation (through its C interface, if libz3-dev is there) on the same terms in this run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/strbuf.h"
#include "smt/eval/machine.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

#ifdef HAVE_Z3
#include <z3.h>
#endif

enum { VARIABLES = 8, OPERATIONS = 1000, ROUNDS = 5000, PEER_ROUNDS = 20 };

typedef struct {
  const char *name;
  const char *sort;
  const char *const *operators; /* applied to two arguments */
  size_t operator_count;
  const char *format; /* of a value, from 64 bits */
  uint32_t width;
} Kind;

static const char *const bit_operators[] = {"bvadd", "bvsub", "bvmul",  "bvand",  "bvor",
                                            "bvxor", "bvshl", "bvlshr", "bvudiv", "bvurem"};
/* Minimum and maximum bring the numbers back from infinity and NaN. */
static const char *const float_operators[] = {"fp.add RNE", "fp.sub RTP", "fp.mul RNE",
                                              "fp.div RTZ", "fp.add RTN", "fp.mul RNA",
                                              "fp.min",     "fp.max"};

static const Kind kinds[] = {
    {"64-bit bit-vectors", "(_ BitVec 64)", bit_operators, 10, "#x%016llx", 64},
    {"binary64 floating point", "Float64", float_operators, 8, "#x%016llx", 64},
};

/* One term of OPERATIONS operations: each takes the one before it, and one of eight before that or a
 * variable. */
static void write_script(const Kind *kind, Random *random, StrBuf *out)
{
  for (int i = 0; i < VARIABLES; i++) strbuf_printf(out, "(declare-const x%d %s)\n", i, kind->sort);
  strbuf_add_text(out, "(assert (let ((t0 x1)) ");
  for (int i = 1; i <= OPERATIONS; i++) {
    const char *operator= kind->operators[random_below(random, kind->operator_count)];
    int back = 1 + (int)random_below(random, 8);
    strbuf_printf(out, "(let ((t%d (%s t%d ", i, operator, i - 1);
    if (back < i && random_chance(random, 1, 2))
      strbuf_printf(out, "t%d))) ", i - 1 - back);
    else
      strbuf_printf(out, "x%d))) ", (int)random_below(random, VARIABLES));
  }
  strbuf_printf(out, "(= t%d x0)", OPERATIONS);
  for (int i = 0; i < OPERATIONS + 2; i++) strbuf_add_char(out, ')');
  strbuf_add_char(out, '\n');
}

/* Floating-point values without the extremes, on which most operations would be trivial. */
static uint64_t draw_value(const Kind *kind, Random *random)
{
  if (strcmp(kind->sort, "Float64") != 0) return random_u64(random);
  double value = (random_unit(random) - 0.5) * 1000;
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* Ours */

static double our_seconds(const Kind *kind, const StrBuf *text, Random random, uint64_t *sum)
{
  Bank *bank = theory_create_bank();
  Script script = {0};
  Error error;
  if (script_read(bank, text->bytes, text->length, &script, &error) != STATUS_OK) {
    fprintf(stderr, "bench_eval: %s\n", error.message);
    exit(4);
  }
  Term root = script.commands.items[VARIABLES].a;
  Machine *machine = machine_create(bank, NULL, NULL, true);
  Program *program = program_create(machine, &root, 1);
  ValueKind value_kind = strcmp(kind->sort, "Float64") == 0 ? VALUE_FLOAT : VALUE_BITVEC;
  uint64_t start = clock_process_cpu_ns();
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < VARIABLES; i++)
      machine_set(machine, script.commands.items[i].a,
                  value_small_bits(value_kind, kind->width, draw_value(kind, &random)));
    program_run(program);
    Value value = program_value(program, 0);
    if (value_is_unknown(value)) {
      fprintf(stderr, "bench_eval: %s\n", reason_text((Reason)value.tag));
      exit(4);
    }
    *sum += value.word;
  }
  double seconds = (double)(clock_process_cpu_ns() - start) / 1e9 / ROUNDS;
  program_destroy(program);
  machine_destroy(machine);
  script_deinit(&script);
  bank_destroy(bank);
  return seconds;
}

/* z3 */

#ifdef HAVE_Z3
static Z3_ast z3_value(Z3_context context, Z3_sort sort, const Kind *kind, uint64_t bits)
{
  Z3_sort words = Z3_mk_bv_sort(context, kind->width);
  Z3_ast value = Z3_mk_unsigned_int64(context, bits, words);
  if (strcmp(kind->sort, "Float64") == 0) value = Z3_mk_fpa_to_fp_bv(context, value, sort);
  return Z3_simplify(context, value);
}

static double peer_seconds(const Kind *kind, StrBuf *text, Random random)
{
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context(config);
  Z3_ast_vector assertions =
      Z3_parse_smtlib2_string(context, strbuf_text(text), 0, NULL, NULL, 0, NULL, NULL);
  Z3_ast_vector_inc_ref(context, assertions);
  Z3_ast root = Z3_ast_vector_get(context, assertions, 0);
  Z3_sort sort = strcmp(kind->sort, "Float64") == 0 ? Z3_mk_fpa_sort_double(context)
                                                    : Z3_mk_bv_sort(context, kind->width);
  double seconds = 0;
  for (int round = 0; round < PEER_ROUNDS; round++) {
    Z3_model model = Z3_mk_model(context);
    Z3_model_inc_ref(context, model);
    for (int i = 0; i < VARIABLES; i++) {
      char name[16];
      snprintf(name, sizeof name, "x%d", i);
      Z3_symbol symbol = Z3_mk_string_symbol(context, name);
      Z3_func_decl constant = Z3_mk_func_decl(context, symbol, 0, NULL, sort);
      Z3_add_const_interp(context, model, constant,
                          z3_value(context, sort, kind, draw_value(kind, &random)));
    }
    Z3_ast value;
    uint64_t start = clock_process_cpu_ns();
    if (!Z3_model_eval(context, model, root, true, &value)) exit(4);
    seconds += (double)(clock_process_cpu_ns() - start) / 1e9;
    Z3_model_dec_ref(context, model);
  }
  Z3_ast_vector_dec_ref(context, assertions);
  Z3_del_context(context);
  Z3_del_config(config);
  return seconds / PEER_ROUNDS;
}
#endif

int main(void)
{
  printf("%-26s %18s %14s\n", "terms", "operations/s", "vs z3");
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    Random random = random_stream(1, i, 0);
    StrBuf text;
    strbuf_init(&text, 0);
    write_script(&kinds[i], &random, &text);
    uint64_t sum = 0;
    double ours = our_seconds(&kinds[i], &text, random, &sum);
    printf("%-26s %18.0f", kinds[i].name, OPERATIONS / ours);
#ifdef HAVE_Z3
    printf(" %12.1f x\n", peer_seconds(&kinds[i], &text, random) / ours);
#else
    printf(" %14s\n", "(no libz3-dev)");
#endif
    strbuf_deinit(&text);
  }
  return 0;
}
