/* Every operator of every theory: known by name, used in a file, and the same after printing. */
#include "testing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "smt/term/traverse.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"
#include "support/round_trip.h"

/* --- names --- */

/* The operators and commands of SMT-LIB 2.7, and the common extensions of its solvers. */
typedef struct {
  const char *title;
  size_t count;
  const char *names;
} Section;

static const Section sections[] = {
    {"Core", 10, "true false not => and or xor = distinct ite"},
    {"binders and annotations", 7, "let forall exists match ! lambda as"},
    {"Ints", 12, "- + * ** div mod abs <= < >= > divisible"},
    {"Reals", 8, "- + * / <= < >= >"},
    {"Reals_Ints", 3, "to_real to_int is_int"},
    {"ArraysEx", 2, "select store"},
    {"bit-vectors, 2.6", 35,
     "concat extract bvnot bvneg bvand bvor bvadd bvmul bvudiv bvurem bvshl bvlshr bvult bvnand "
     "bvnor "
     "bvxor bvxnor bvcomp bvsub bvsdiv bvsrem bvsmod bvashr repeat zero_extend sign_extend "
     "rotate_left "
     "rotate_right bvule bvugt bvuge bvslt bvsle bvsgt bvsge"},
    {"bit-vectors, 2.7", 11,
     "bvnego bvuaddo bvsaddo bvumulo bvsmulo bvusubo bvssubo bvsdivo ubv_to_int sbv_to_int "
     "int_to_bv"},
    {"floating point: operators and predicates", 24,
     "fp.abs fp.neg fp.add fp.sub fp.mul fp.div fp.fma fp.sqrt fp.rem fp.roundToIntegral fp.min "
     "fp.max "
     "fp.leq fp.lt fp.geq fp.gt fp.eq fp.isNormal fp.isSubnormal fp.isZero fp.isInfinite fp.isNaN "
     "fp.isNegative fp.isPositive"},
    {"floating point: values", 6, "fp +oo -oo +zero -zero NaN"},
    {"floating point: conversions", 5, "to_fp to_fp_unsigned fp.to_ubv fp.to_sbv fp.to_real"},
    {"rounding modes", 5, "RNE RNA RTP RTN RTZ"},
    {"rounding modes, long names", 5,
     "roundNearestTiesToEven roundNearestTiesToAway roundTowardPositive roundTowardNegative "
     "roundTowardZero"},
    {"strings and regular expressions", 35,
     "str.++ str.len str.< str.to_re str.in_re re.none re.all re.allchar re.++ re.union re.inter "
     "re.* "
     "str.<= str.at str.substr str.prefixof str.suffixof str.contains str.indexof str.replace "
     "str.replace_all str.replace_re str.replace_re_all re.comp re.diff re.+ re.opt re.range re.^ "
     "re.loop str.is_digit str.to_code str.from_code str.to_int str.from_int"},
    {"character literal", 1, "char"},
    {"higher order", 2, "@ ->"},
    {"datatypes", 5, "declare-datatypes declare-datatype is match par"},
    {"commands", 30,
     "set-logic set-option set-info declare-sort define-sort declare-const declare-fun define-fun "
     "define-const define-fun-rec define-funs-rec assert push pop check-sat check-sat-assuming "
     "get-model get-value get-assignment get-unsat-core get-unsat-assumptions get-proof "
     "get-assertions get-info get-option reset reset-assertions echo exit declare-sort-parameter"},
    {"sequences", 15,
     "seq.empty seq.unit seq.++ seq.len seq.extract seq.update seq.at seq.contains seq.indexof "
     "seq.replace seq.replace_all seq.prefixof seq.suffixof seq.rev seq.nth"},
    {"sets", 20,
     "set.empty set.universe set.union set.inter set.minus set.subset set.member set.singleton "
     "set.insert set.card set.complement set.choose set.is_empty set.is_singleton set.map "
     "set.filter "
     "set.all set.some set.fold set.comprehension"},
    {"relations", 10,
     "rel.join rel.table_join rel.product rel.transpose rel.tclosure rel.join_image rel.iden "
     "rel.group "
     "rel.aggr rel.project"},
    {"bags", 19,
     "bag.empty bag.union_max bag.union_disjoint bag.inter_min bag.difference_subtract "
     "bag.difference_remove bag.subbag bag.count bag.member bag.setof bag bag.card bag.choose "
     "bag.map "
     "bag.filter bag.all bag.some bag.fold bag.partition"},
    {"finite fields", 4, "ff.add ff.mul ff.neg ff.bitsum"},
    {"separation logic", 5, "sep.emp sep.nil sep pto wand"},
    {"transcendentals", 15,
     "exp sin cos tan csc sec cot arcsin arccos arctan arccsc arcsec arccot sqrt real.pi"},
    {"bit-vector and integer extensions", 6, "bv2nat int2bv bvredor bvredand iand int.pow2"},
    {"string extensions", 5, "str.rev str.to_lower str.to_upper str.indexof_re str.update"},
    {"array extensions", 2, "const eqrange"},
    {"updaters and tuples", 5, "update tuple tuple.select tuple.update tuple.project"},
    {"optimisation commands", 3, "assert-soft minimize maximize"},
};

/* Words that the parser knows itself, each in a script that has no meaning without them. */
typedef struct {
  const char *word;
  const char *script;
} Word;

#define LIST                                                                                       \
  "(declare-datatype L (par (T) ((nil) (cons (head T) (tail (L T))))))(declare-const l (L Int))"

static const Word words[] = {
    {"let", "(assert (let ((p true)) p))"},
    {"forall", "(assert (forall ((p Bool)) p))"},
    {"exists", "(assert (exists ((p Bool)) p))"},
    {"match", LIST "(assert (match l ((nil true) (_ false))))"},
    {"!", "(assert (! true :named p))"},
    {"lambda", "(assert (= (lambda ((x Int)) x) (lambda ((x Int)) 0)))"},
    {"as", LIST "(assert (= l (as nil (L Int))))"},
    {"->", "(declare-const f (-> Int Bool))"},
    {"is", LIST "(assert ((_ is cons) l))"},
    {"par", LIST},
    {"char", "(assert (= \"A\" (_ char #x41)))"},
    {"update", LIST "(assert (= l ((_ update head) l 1)))"},
    {"set.comprehension", "(assert (= (set.singleton 1) (set.comprehension ((x Int)) true x)))"},
};

static bool is_command(const char *name)
{
  for (CommandKind kind = 0; kind < CMD_EXTENSION; kind++)
    if (strcmp(command_name(kind), name) == 0) return true;
  return false;
}

static bool is_word(const char *name)
{
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i].word, name) == 0) return true;
  return false;
}

static bool is_known(const Bank *bank, const char *name, size_t length)
{
  Symbol symbol = symbols_find(&bank->symbols, name, length);
  if (symbol && bank_theory_fun(bank, symbol)) return true;
  char text[64];
  assert_true(length < sizeof text);
  memcpy(text, name, length);
  text[length] = 0;
  return is_word(text) || is_command(text);
}

static void test_every_name_is_known(void **state)
{
  (void)state;
  Bank *bank = theory_create_bank();
  StrBuf missing;
  strbuf_init(&missing, 0);
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    const Section *section = &sections[i];
    size_t count = 0;
    for (const char *at = section->names; *at;) {
      size_t length = strcspn(at, " ");
      if (!is_known(bank, at, length))
        strbuf_printf(&missing, " %.*s (%s)", (int)length, at, section->title);
      count++;
      at += length;
      at += strspn(at, " ");
    }
    if (count != section->count)
      fail_msg("%s: %zu names, not %zu", section->title, count, section->count);
  }
  if (missing.length) fail_msg("not known:%s", strbuf_text(&missing));
  strbuf_deinit(&missing);
  bank_destroy(bank);
}

static void test_the_words_of_the_parser(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    Bank *bank = theory_create_bank();
    Script script = {0};
    Error error;
    if (script_read(bank, words[i].script, strlen(words[i].script), &script, &error) != STATUS_OK)
      fail_msg("%s: %s", words[i].word, error.message);
    script_deinit(&script);
    bank_destroy(bank);
  }
}

/* The number of different names that each section of the standard has in its theory. */
static void test_standard_theories_have_nothing_else(void **state)
{
  (void)state;
  static const struct {
    const char *theory;
    size_t names;
  } expected[] = {
      {"Core", 10},
      {"Ints", 12},
      {"Reals", 8},
      {"Reals_Ints", 3},
      {"ArraysEx", 2},
      {"FixedSizeBitVectors", 35 + 11},
      {"FloatingPoint", 24 + 6 + 5 + 5},
      {"Strings", 35 + 1},
      {"HigherOrder", 1},
  };
  Bank *bank = theory_create_bank();
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    size_t names = 0;
    for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
      const FunInfo *info = funs_info(&bank->funs, fun);
      if (!info->theory || !symbols_equal(&bank->symbols, bank->theories.items[info->theory].name,
                                          expected[i].theory))
        continue;
      bool again = false; /* an earlier rank of the same name in this theory */
      for (Fun other = 1; other < fun; other++)
        again |= funs_info(&bank->funs, other)->name == info->name &&
                 funs_info(&bank->funs, other)->theory == info->theory;
      names += !again;
    }
    if (names != expected[i].names)
      fail_msg("%s has %zu names, not %zu", expected[i].theory, names, expected[i].names);
  }
  bank_destroy(bank);
}

/* --- files --- */

typedef void FileVisitor(const char *path, void *context);

/* Calls the visitor for each script of a folder below test/data, in no order. */
static size_t visit_scripts(const char *folder, FileVisitor *visit, void *context)
{
  const char *root = getenv("ASSAY_SOURCE_ROOT");
  if (!root) fail_msg("the environment variable ASSAY_SOURCE_ROOT is not set");
  char path[4096];
  snprintf(path, sizeof path, "%s/test/data/%s", root, folder);
  DIR *directory = opendir(path);
  if (!directory) fail_msg("cannot open '%s'", path);
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    const char *end = strrchr(entry->d_name, '.');
    if (!end || strcmp(end, ".smt2") != 0) continue;
    char file[8192];
    snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
    visit(file, context);
    count++;
  }
  closedir(directory);
  return count;
}

static void read_script(Bank *bank, const char *path, Script *script)
{
  FileText text;
  Error error;
  if (file_read(path, 0, &text, &error) != STATUS_OK) fail_msg("%s", error.message);
  if (script_read(bank, text.bytes, text.length, script, &error) != STATUS_OK)
    fail_msg("%s:%u:%u: %s", path, error.line, error.column, error.message);
  file_text_free(&text);
}

/* Marks the functions that the terms of a script use. */
typedef struct {
  Bank *bank;
  bool *used;
  size_t count;
  bool commands[CMD_COUNT];
} Usage;

static void collect_usage(const char *path, void *context)
{
  Usage *usage = context;
  Script script = {0};
  read_script(usage->bank, path, &script);
  for (size_t i = 0; i < script.commands.count; i++)
    usage->commands[script.commands.items[i].kind] = true;
  U32Vec terms = {0};
  script_collect_terms(usage->bank, &script, &terms);
  Walk walk = {0};
  walk_start(&walk, usage->bank);
  for (size_t i = 0; i < terms.count; i++) walk_add_root(&walk, terms.items[i]);
  for (Term term; (term = walk_next(&walk));) {
    Fun fun = bank_fun(usage->bank, term);
    if (fun && fun < usage->count) usage->used[fun] = true;
  }
  walk_deinit(&walk);
  VEC_FREE(&terms);
  script_deinit(&script);
}

static void test_every_operator_is_used(void **state)
{
  (void)state;
  Usage usage = {.bank = theory_create_bank()};
  Bank *bank = usage.bank;
  usage.count = bank->funs.items.count;
  usage.used = test_calloc(usage.count, sizeof *usage.used);
  assert_true(visit_scripts("operators", collect_usage, &usage) >= 10);
  StrBuf missing;
  strbuf_init(&missing, 0);
  for (Fun fun = 1; fun < usage.count; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (usage.used[fun] || !info->theory) continue;
    Symbol theory = bank->theories.items[info->theory].name;
    strbuf_printf(&missing, "\n%.*s: ", (int)symbols_length(&bank->symbols, theory),
                  symbols_text(&bank->symbols, theory));
    print_symbol(&missing, bank, info->name);
    for (uint32_t i = 0; i <= info->arity; i++) {
      strbuf_add_char(&missing, ' ');
      print_sort(&missing, bank, funs_rank(&bank->funs, fun)[i]);
    }
  }
  if (missing.length) fail_msg("not used in test/data/operators:%s", strbuf_text(&missing));
  strbuf_deinit(&missing);
  test_free(usage.used);
  bank_destroy(bank);
}

static void test_every_command_is_used(void **state)
{
  (void)state;
  Usage usage = {.bank = theory_create_bank()};
  assert_true(visit_scripts("commands", collect_usage, &usage) >= 5);
  for (CommandKind kind = 0; kind < CMD_COUNT; kind++)
    if (!usage.commands[kind]) fail_msg("not used in test/data/commands: %s", command_name(kind));
  bank_destroy(usage.bank);
}

static void round_trip_file(const char *path, void *context)
{
  StrBuf *failures = context;
  Bank *bank = theory_create_bank();
  Script script = {0};
  read_script(bank, path, &script);
  StrBuf why;
  strbuf_init(&why, 0);
  if (!round_trip_all(bank, &script, true, 0, &why))
    strbuf_printf(failures, "\n%s: %s", strrchr(path, '/') + 1, strbuf_text(&why));
  strbuf_deinit(&why);
  script_deinit(&script);
  bank_destroy(bank);
}

static void test_round_trip(const char *folder)
{
  StrBuf failures;
  strbuf_init(&failures, 0);
  visit_scripts(folder, round_trip_file, &failures);
  if (failures.length) fail_msg("%s", strbuf_text(&failures));
  strbuf_deinit(&failures);
}

static void test_operators_survive_printing(void **state)
{
  (void)state;
  test_round_trip("operators");
}

static void test_commands_survive_printing(void **state)
{
  (void)state;
  test_round_trip("commands");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_name_is_known),
      cmocka_unit_test(test_the_words_of_the_parser),
      cmocka_unit_test(test_standard_theories_have_nothing_else),
      cmocka_unit_test(test_every_operator_is_used),
      cmocka_unit_test(test_every_command_is_used),
      cmocka_unit_test(test_operators_survive_printing),
      cmocka_unit_test(test_commands_survive_printing),
  };
  return cmocka_run_group_tests_name("operators", tests, NULL, NULL);
}
