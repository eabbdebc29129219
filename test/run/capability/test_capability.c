/* Capabilities of solvers: the questions, the answers of real and fake solvers, and keeping them. */
#include "testing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "run/capability/capability.h"
#include "run/capability/capability_cache.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

typedef struct {
  Bank *bank;
  CapabilityList *list;
  Profiles *profiles;
  Supervisor *sup;
  char folder[40];
} World;

static void world_open(World *world, const char *const *patterns, size_t count)
{
  Error error;
  world->bank = theory_create_bank();
  world->list = capability_list_create(world->bank, patterns, count);
  world->profiles = profiles_create();
  assert_int_equal(supervisor_create(&world->sup, &error), STATUS_OK);
  strcpy(world->folder, "/tmp/assay-capability-XXXXXX");
  assert_non_null(mkdtemp(world->folder));
}

static void for_each_file(const char *folder, void (*act)(const char *path))
{
  DIR *listing = opendir(folder);
  if (!listing) return;
  for (const struct dirent *entry; (entry = readdir(listing));) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.') act(path);
  }
  closedir(listing);
}

static void remove_file(const char *path)
{
  if (unlink(path) != 0) rmdir(path);
}

static void world_close(World *world)
{
  for_each_file(world->folder, remove_file);
  rmdir(world->folder);
  supervisor_destroy(world->sup);
  profiles_destroy(world->profiles);
  capability_list_destroy(world->list);
  bank_destroy(world->bank);
}

#define PATTERNS(...)                                                                              \
  (const char *const[]){__VA_ARGS__},                                                              \
      sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)

/* False if the solver is not installed. */
static bool ask(World *world, const char *expression, const CapabilityOptions *options,
                Capabilities *found)
{
  Solver solver;
  Error error;
  if (solver_find(world->profiles, expression, &solver, &error) != STATUS_OK) return false;
  CapabilityOptions plain = {.jobs = 2};
  Status status = capabilities_find(world->sup, &solver, world->list, options ? options : &plain,
                                    found, &error);
  if (status != STATUS_OK) fail_msg("%s: %s", expression, error.message);
  solver_deinit(&solver);
  return true;
}

static void expect(const Capabilities *found, const char *key, CapabilityStatus status)
{
  uint32_t at = capability_find(found->list, key);
  if (at == CAPABILITY_NONE) fail_msg("no key '%s'", key);
  const CapabilityResult *result = &found->results[at];
  if (result->status != status)
    fail_msg("%s: %s, not %s: %s", key, capability_status_name(result->status),
             capability_status_name(status), result->message ? result->message : "");
  assert_true(!result->script == (status < CAPABILITY_FAILS));
}

/* --- the questions --- */

/* The plain question about a function. */
static uint32_t question_about(const CapabilityList *list, Fun fun)
{
  for (uint32_t i = 0; i < list->items.count; i++)
    if (list->items.items[i].fun == fun && list->items.items[i].form == FORM_PLAIN) return i;
  return CAPABILITY_NONE;
}

static void test_every_function_is_asked_about(void **state)
{
  (void)state;
  Bank *bank = theory_create_bank();
  size_t funs = bank->funs.items.count;
  CapabilityList *list = capability_list_create(bank, NULL, 0);
  for (Fun fun = 1; fun < funs; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (info->origin != FUN_THEORY) continue;
    if (question_about(list, fun) == CAPABILITY_NONE)
      fail_msg("no question about %.*s", (int)symbols_length(&bank->symbols, info->name),
               symbols_text(&bank->symbols, info->name));
  }
  for (uint32_t i = 0; i < list->items.count; i++) {
    char key[300];
    snprintf(key, sizeof key, "%s/%s", list->items.items[i].group, list->items.items[i].name);
    assert_int_equal(capability_find(list, key), i); /* so that keys are different */
    assert_true(list->items.items[i].count > 0);
  }
  capability_list_destroy(list);
  bank_destroy(bank);
}

/* Our own parser has to accept each script, or no solver can be blamed. */
static void test_scripts_are_right(void **state)
{
  (void)state;
  Bank *bank = theory_create_bank();
  CapabilityList *list = capability_list_create(bank, NULL, 0);
  for (uint32_t i = 0; i < list->items.count; i++) {
    const Capability *item = &list->items.items[i];
    for (uint32_t k = 0; k < item->count; k++) {
      const char *text = list->probes.items[item->first + k].script;
      char script[4096];
      size_t length = 0;
      for (const char *hit; (hit = strstr(text, "{logic}")); text = hit + 7)
        length += (size_t)snprintf(script + length, sizeof script - length, "%.*sHO_ALL",
                                   (int)(hit - text), text);
      length += (size_t)snprintf(script + length, sizeof script - length, "%s", text);
      assert_true(length + FILE_PADDING < sizeof script);
      memset(script + length, 0, sizeof script - length);
      Script read = {0};
      Error error;
      if (script_read(bank, script, length, &read, &error) != STATUS_OK)
        fail_msg("%s/%s: %s\n%s", item->group, item->name, error.message, script);
      script_deinit(&read);
    }
  }
  capability_list_destroy(list);
  bank_destroy(bank);
}

static void test_lists_are_reproducible(void **state)
{
  (void)state;
  Bank *one = theory_create_bank(), *two = theory_create_bank();
  CapabilityList *all = capability_list_create(one, NULL, 0);
  CapabilityList *same = capability_list_create(two, NULL, 0);
  CapabilityList *part = capability_list_create(two, PATTERNS("bv*", "Ints"));
  assert_true(all->digest == same->digest);
  assert_true(all->digest != part->digest);
  assert_true(part->items.count < all->items.count);
  assert_int_not_equal(capability_find(part, "Ints/+"), CAPABILITY_NONE);
  assert_int_not_equal(capability_find(part, "bvadd"), CAPABILITY_NONE);
  assert_int_equal(capability_find(part, "str.++"), CAPABILITY_NONE);
  assert_int_equal(capability_find(all, "-"), CAPABILITY_NONE); /* Ints and Reals have it */
  capability_list_destroy(all);
  capability_list_destroy(same);
  capability_list_destroy(part);
  bank_destroy(one);
  bank_destroy(two);
}

/* --- real solvers --- */

static void test_z3(void **state)
{
  (void)state;
  World world;
  Capabilities found;
  world_open(&world, PATTERNS("bvadd", "bvnego", "str.<", "push", "#b101", "Float16", "lambda",
                              "set.union", "declare-sort-parameter"));
  bool installed = ask(&world, "z3", NULL, &found);
  if (installed) {
    expect(&found, "bvadd", CAPABILITY_WORKS);
    expect(&found, "bvadd of 3 arguments", CAPABILITY_WORKS);
    expect(&found, "Strings/str.<", CAPABILITY_WORKS);
    expect(&found, "push", CAPABILITY_WORKS);
    expect(&found, "#b101", CAPABILITY_WORKS);
    expect(&found, "Float16", CAPABILITY_WORKS);
    expect(&found, "declare-sort-parameter", CAPABILITY_UNSUPPORTED);
    expect(&found, "set.union", CAPABILITY_UNSUPPORTED);
    capabilities_deinit(&found);
  }
  world_close(&world);
  if (!installed) skip();
}

static void test_cvc5(void **state)
{
  (void)state;
  World world;
  Capabilities found;
  world_open(&world, PATTERNS("fp.abs", "Float16", "(_ FloatingPoint 3 5)", "set.union", "const",
                              "minimize", "seq.rev", "bag.map"));
  bool installed = ask(&world, "cvc5", NULL, &found);
  if (installed) {
    expect(&found, "fp.abs", CAPABILITY_WORKS);
    expect(&found, "Float16", CAPABILITY_WORKS); /* its profile asks for it */
    expect(&found, "(_ FloatingPoint 3 5)", CAPABILITY_WORKS);
    expect(&found, "set.union of 3 arguments", CAPABILITY_WORKS);
    expect(&found, "minimize", CAPABILITY_UNSUPPORTED);
    expect(&found, "const", CAPABILITY_VALUES);
    capabilities_deinit(&found);
  }
  world_close(&world);
  if (!installed) skip();
}

/* Debian's CVC4 is built without floating point, boolector is for bit-vectors and arrays. */
static void test_cvc4_and_boolector(void **state)
{
  (void)state;
  World world;
  Capabilities found[2];
  world_open(&world, PATTERNS("sorts", "fp.lt", "bvadd", "select", "Ints", "and", "="));
  bool cvc4 = ask(&world, "cvc4", NULL, &found[0]);
  bool boolector = ask(&world, "boolector", NULL, &found[1]);
  if (cvc4) {
    expect(&found[0], "Float32", CAPABILITY_UNSUPPORTED);
    expect(&found[0], "fp.lt", CAPABILITY_UNSUPPORTED);
    expect(&found[0], "select", CAPABILITY_WORKS);
    expect(&found[0], "Ints/+", CAPABILITY_WORKS);
  }
  if (boolector) {
    expect(&found[1], "bvadd", CAPABILITY_WORKS);
    expect(&found[1], "select", CAPABILITY_WORKS);
    expect(&found[1], "and", CAPABILITY_WORKS);
    expect(&found[1], "= of 3 arguments", CAPABILITY_WORKS);
    expect(&found[1], "Ints/+", CAPABILITY_UNSUPPORTED);
    expect(&found[1], "fp.lt", CAPABILITY_UNSUPPORTED);
  }
  if (cvc4 && boolector) {
    LeftOuts left_out = {0};
    capabilities_left_out(found, 2, &left_out);
    uint64_t ints = 0, floats = 0, bits = 0;
    for (size_t i = 0; i < left_out.count; i++) {
      if (left_out.items[i].item == capability_find(world.list, "Ints/+"))
        ints = left_out.items[i].solvers;
      if (left_out.items[i].item == capability_find(world.list, "fp.lt"))
        floats = left_out.items[i].solvers;
      if (left_out.items[i].item == capability_find(world.list, "bvadd")) bits = 1;
    }
    assert_int_equal(ints, 2);
    assert_int_equal(floats, 3);
    assert_int_equal(bits, 0);
    VEC_FREE(&left_out);
  }
  if (cvc4) capabilities_deinit(&found[0]);
  if (boolector) capabilities_deinit(&found[1]);
  world_close(&world);
  if (!cvc4 || !boolector) skip();
}

/* --- fake solvers --- */

/* Writes a solver that looks for words in its script, the last argument; its path. */
static void write_solver(const World *world, const char *cases, char path[100])
{
  snprintf(path, 100, "%s/solver", world->folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(
      file,
      "#!/bin/sh\nfor file; do :; done\nscript=$(cat \"$file\")\ncase \"$script\" in\n%s*) echo "
      "sat;;\nesac\n",
      cases);
  fclose(file);
  assert_int_equal(chmod(path, 0700), 0);
}

static void test_fakes(void **state)
{
  (void)state;
  World world;
  Capabilities found;
  char path[100];
  world_open(&world, PATTERNS("bvadd", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvnot", "bvneg"));
  write_solver(&world,
               "*bvmul*) echo '(error \"no bvmul\")';;\n"
               "*bvudiv*) kill -SEGV $$;;\n"
               "*bvurem*) while :; do :; done;;\n"
               "*bvsdiv*) echo unsat;;\n"
               "*'BitVec 8'*bvnot*) echo '(error \"no bvnot of that width\")';;\n"
               "*bvneg*) ;;\n",
               path);
  assert_true(ask(&world, path, NULL, &found));
  expect(&found, "bvadd", CAPABILITY_WORKS);
  expect(&found, "bvmul", CAPABILITY_UNSUPPORTED);
  expect(&found, "bvudiv", CAPABILITY_FAILS);
  expect(&found, "bvurem", CAPABILITY_UNDECIDED);
  expect(&found, "bvsdiv", CAPABILITY_WRONG);
  expect(&found, "bvnot", CAPABILITY_PARTLY);
  expect(&found, "bvneg", CAPABILITY_FAILS);
  uint32_t mul = capability_find(world.list, "bvmul");
  assert_string_equal(found.results[mul].message, "no bvmul");
  capabilities_deinit(&found);
  world_close(&world);
}

/* Bit-vectors, arrays, quantifiers and floating-point numbers in the formats of the hardware; nothing else, and in its own
 * words. Names of logics are made of QF_, A, UF, BV and FP. */
static const char bits_only[] =
    "*Int*|*Real*|*String*|*'->'*) echo '[error] undefined symbol' >&2; exit 1;;\n"
    "*'FloatingPoint 8 24'*|*'FloatingPoint 11 53'*|*'FloatingPoint 5 11'*) echo sat;;\n"
    "*'FloatingPoint '*) echo '[error] unsupported floating-point format' >&2; exit 1;;\n"
    "*'set-logic QF_UF)'*BitVec*) echo \"[error] undefined symbol 'BitVec'\" >&2; exit 1;;\n"
    "*LIA*|*LRA*|*DT*|*FS*|*SEP*|*FF*|*HO*) echo '[error] unsupported logic' >&2; exit 1;;\n";

static void test_bit_vector_solver(void **state)
{
  (void)state;
  World world;
  Capabilities found;
  char path[100], expression[120];
  world_open(&world,
             PATTERNS("sorts", "binders", "Core", "fp", "fp.add", "fp.lt", "bvadd", "select"));
  write_solver(&world, bits_only, path);
  snprintf(expression, sizeof expression, "bitwuzla@%s", path);
  assert_true(ask(&world, expression, NULL, &found));
  static const char *const works[] = {
      "=",
      "= of 3 arguments",
      "distinct of 3 arguments",
      "ite",
      "fp",
      "fp.add",
      "fp.lt",
      "fp.lt of 3 arguments",
      "forall",
      "forall BitVec",
      "exists",
      "exists of two",
      "bvadd",
      "bvadd of 3 arguments",
      "forall exists",
      "(! t :pattern (p))",
      "select",
      "Float32",
      "Array of BitVec",
      "function of BitVec",
  };
  for (size_t i = 0; i < sizeof works / sizeof *works; i++)
    expect(&found, works[i], CAPABILITY_WORKS);
  expect(&found, "(_ FloatingPoint 3 5)", CAPABILITY_UNSUPPORTED);
  expect(&found, "forall Int", CAPABILITY_UNSUPPORTED);
  capabilities_deinit(&found);
  world_close(&world);
}

/* A solver that does not know the logic ALL: what it said in its own logic is what is told. */
static void test_message_of_the_first_logic(void **state)
{
  (void)state;
  World world;
  Capabilities found;
  char path[100];
  world_open(&world, PATTERNS("bvadd", "bvnego"));
  write_solver(&world,
               "*'logic ALL'*) echo '(error \"unknown logic\")';;\n"
               "*bvnego*) echo '(error \"no bvnego\")';;\n",
               path);
  assert_true(ask(&world, path, NULL, &found));
  expect(&found, "bvadd", CAPABILITY_WORKS);
  expect(&found, "bvnego", CAPABILITY_UNSUPPORTED);
  assert_string_equal(found.results[capability_find(world.list, "bvnego")].message, "no bvnego");
  capabilities_deinit(&found);
  world_close(&world);
}

/* Functions that are fine alone, but not together: a failure is not lost. */
static void test_failures_of_batches(void **state)
{
  (void)state;
  World world;
  Capabilities found;
  char path[100];
  world_open(&world, PATTERNS("bvadd", "bvsub"));
  write_solver(&world, "*bvadd*bvsub*) echo unsat;;\n", path);
  assert_true(ask(&world, path, NULL, &found));
  expect(&found, "bvadd", CAPABILITY_WRONG);
  expect(&found, "bvsub", CAPABILITY_WORKS);
  capabilities_deinit(&found);
  world_close(&world);
}

/* --- many questions in one run --- */

/* A solver that reads its script line by line. It has no bvmul, finds out at the query that it has no bvneg, and crashes there on bvudiv. `ends`: it ends
 * at the first error; `marks`: how it echoes, or "" if it does not. */
static void write_reader(const World *world, bool ends, const char *echo, char path[100])
{
  snprintf(path, 100, "%s/solver", world->folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file,
          "#!/bin/sh\nfor file; do :; done\nexec awk '\n"
          "/^.reset/ { late = crash = 0 }\n"
          "/^.echo/ { %s; next }\n"
          "/assert.*bvmul/ { print \"(error \\\"no bvmul\\\")\"; if (%d) exit 1; next }\n"
          "/bvneg/ { late = 1 }\n/bvudiv/ { crash = 1 }\n"
          "/check-sat/ { if (crash) exit 139\n"
          "  print late ? \"(error \\\"no bvneg\\\")\" : \"sat\"; if (late && %d) exit 1 }\n"
          "' \"$file\"\n",
          echo, ends, ends);
  fclose(file);
  assert_int_equal(chmod(path, 0700), 0);
}

static bool wants_bits(void *user, const char *group, const char *name, Fun fun, uint32_t decides)
{
  (void)user;
  (void)name;
  return fun ? strcmp(group, "FixedSizeBitVectors") == 0 || strcmp(group, "Strings") == 0
             : (decides & (USES_BITVEC | USES_STRING | USES_INT)) != 0;
}

static void count_run(void *user, size_t done, size_t total)
{
  (void)done;
  (void)total;
  ++*(size_t *)user;
}

/* What one by one and all at once say of a solver is the same; the number of runs of the latter. */
static size_t expect_same(World *world, const char *expression)
{
  size_t runs[2] = {0};
  Capabilities found[2];
  for (int accepting = 0; accepting < 2; accepting++) {
    CapabilityOptions options = {.jobs = 2, .progress = count_run, .user = &runs[accepting]};
    capability_list_destroy(world->list);
    world->list = capability_list_create_for(world->bank, &(CapabilityFilter){wants_bits, NULL},
                                             accepting != 0);
    assert_true(ask(world, expression, &options, &found[accepting]));
    if (!accepting) {
      found[0].list = world->list;
      world->list = capability_list_create(world->bank, PATTERNS("bvadd"));
    }
  }
  assert_int_equal(found[0].list->items.count, found[1].list->items.count);
  for (size_t i = 0; i < found[0].list->items.count; i++)
    if (capability_is_accepted(found[0].results[i].status) !=
        capability_is_accepted(found[1].results[i].status))
      fail_msg("%s: %s: %s one by one, %s together", expression, found[0].list->items.items[i].name,
               capability_status_name(found[0].results[i].status),
               capability_status_name(found[1].results[i].status));
  CapabilityList *list = (CapabilityList *)(uintptr_t)found[0].list;
  capabilities_deinit(&found[0]);
  capabilities_deinit(&found[1]);
  capability_list_destroy(list);
  return runs[1];
}

static void test_survey_says_the_same(void **state)
{
  (void)state;
  World world;
  char path[100];
  world_open(&world, PATTERNS("bvadd"));
  write_reader(&world, false, "gsub(/.*\"a|\".*/, \"\"); print \"a\" $0", path);
  assert_true(expect_same(&world, path) <= 40);
  write_reader(&world, true, "gsub(/.echo |\\)/, \"\"); print", path);
  assert_true(expect_same(&world, path) <= 40);
  write_reader(&world, true, "", path); /* no marks: all is asked one by one */
  expect_same(&world, path);
  world_close(&world);
}

static void test_survey_of_real_solvers(void **state)
{
  (void)state;
  World world;
  Error error;
  size_t installed = 0;
  world_open(&world, PATTERNS("bvadd"));
  for (int i = 0; i < 2; i++) {
    const char *name = i ? "cvc5" : "z3";
    Solver solver;
    if (solver_find(world.profiles, name, &solver, &error) != STATUS_OK) continue;
    solver_deinit(&solver);
    installed++;
    assert_true(expect_same(&world, name) <= 25);
  }
  world_close(&world);
  if (!installed) skip();
}

static void expect_no_solver(World *world, const char *program, const char *message)
{
  Capabilities found;
  Solver solver;
  Error error;
  CapabilityOptions options = {.jobs = 1};
  assert_int_equal(solver_find(world->profiles, program, &solver, &error), STATUS_OK);
  assert_int_equal(capabilities_find(world->sup, &solver, world->list, &options, &found, &error),
                   STATUS_IO);
  assert_non_null(strstr(error.message, message));
  solver_deinit(&solver);
}

static void test_no_solver(void **state)
{
  (void)state;
  World world;
  char path[100];
  world_open(&world, PATTERNS("bvadd"));
  expect_no_solver(&world, "/bin/true", "does not answer (check-sat): no answer");
  write_solver(&world, "*) sleep 60;;\n", path);
  expect_no_solver(&world, path, "does not answer (check-sat) within 10 s");
  world_close(&world);
}

/* --- the cache --- */

static size_t files_seen;

static void count_file(const char *path)
{
  files_seen += strstr(path, ".json") != NULL;
}

static size_t count_files(const char *folder)
{
  files_seen = 0;
  for_each_file(folder, count_file);
  return files_seen;
}

static const char *damage;

static void damage_file(const char *path)
{
  if (!strstr(path, ".json")) return;
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(damage, file);
  fclose(file);
}

static void expect_cached(World *world, const char *expression, const CapabilityOptions *options,
                          bool from_cache)
{
  Capabilities found;
  assert_true(ask(world, expression, options, &found));
  assert_int_equal(found.from_cache, from_cache);
  assert_null(found.not_kept);
  expect(&found, "bvadd", CAPABILITY_WORKS);
  expect(&found, "bvmul", CAPABILITY_UNSUPPORTED);
  expect(&found, "bvudiv", CAPABILITY_FAILS);
  capabilities_deinit(&found);
}

static void test_cache(void **state)
{
  (void)state;
  static const char *const damages[] = {
      "",
      "{",
      "[]",
      "{\"format\":1}",
      "{\"format\":1,\"digest\":\"0\",\"capabilities\":[]}",
      "\377\376",
      "{\"format\":99}",
  };
  static const char cases[] = "*bvmul*) echo '(error \"no\")';;\n*bvudiv*) kill -SEGV $$;;\n";
  World world;
  char path[100], text[300];
  world_open(&world, PATTERNS("bvadd", "bvmul", "bvudiv"));
  CapabilityOptions options = {.jobs = 2, .cache = world.folder};
  write_solver(&world, cases, path);
  expect_cached(&world, path, &options, false);
  expect_cached(&world, path, &options, true);
  for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
    damage = damages[i];
    for_each_file(world.folder, damage_file);
    expect_cached(&world, path, &options, false);
    expect_cached(&world, path, &options, true);
  }
  assert_int_equal(count_files(world.folder), 1);
  options.refresh = true;
  expect_cached(&world, path, &options, false);
  options.refresh = false;
  write_solver(&world, cases, path);
  expect_cached(&world, path, &options, true); /* written again, with the same contents */
  snprintf(text, sizeof text, "%s*bvshl*) echo unsat;;\n", cases);
  write_solver(&world, text, path);
  expect_cached(&world, path, &options, false);
  assert_int_equal(count_files(world.folder), 2);
  world_close(&world);
}

static void test_folder_that_cannot_be_written(void **state)
{
  (void)state;
  World world;
  Capabilities found;
  char path[100];
  world_open(&world, PATTERNS("bvadd"));
  write_solver(&world, "", path);
  CapabilityOptions options = {.jobs = 1, .cache = "/dev/null/cache"};
  assert_true(ask(&world, path, &options, &found));
  assert_non_null(found.not_kept);
  assert_non_null(strstr(found.not_kept, "/dev/null"));
  expect(&found, "bvadd", CAPABILITY_WORKS);
  capabilities_deinit(&found);
  world_close(&world);
}

/* Two processes write while we read: each time there is a whole file. */
static void test_several_processes(void **state)
{
  (void)state;
  enum { WRITERS = 2, TIMES = 25 };
  World world;
  Capabilities found;
  Solver solver;
  Error error;
  char path[100];
  world_open(&world, NULL, 0);
  write_solver(&world, "", path);
  assert_int_equal(solver_find(world.profiles, path, &solver, &error), STATUS_OK);
  found = (Capabilities){.list = world.list};
  found.results = mem_alloc_zero(world.list->items.count, sizeof *found.results);
  CapabilityIdentity identity = {&solver, 42};
  assert_int_equal(capability_cache_save(world.folder, &identity, &found, &error), STATUS_OK);
  pid_t writers[WRITERS];
  for (int i = 0; i < WRITERS; i++) {
    writers[i] = fork();
    if (writers[i] != 0) continue;
    for (int k = 0; k < TIMES; k++)
      if (capability_cache_save(world.folder, &identity, &found, &error) != STATUS_OK) _exit(1);
    _exit(0);
  }
  for (int k = 0; k < TIMES; k++)
    assert_true(capability_cache_load(world.folder, &identity, &found));
  for (int i = 0; i < WRITERS; i++) {
    int code = 1;
    assert_int_equal(waitpid(writers[i], &code, 0), writers[i]);
    assert_int_equal(code, 0);
  }
  assert_true(capability_cache_load(world.folder, &identity, &found));
  assert_int_equal(count_files(world.folder), 1);
  capabilities_deinit(&found);
  solver_deinit(&solver);
  world_close(&world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_function_is_asked_about),
      cmocka_unit_test(test_scripts_are_right),
      cmocka_unit_test(test_lists_are_reproducible),
      cmocka_unit_test(test_z3),
      cmocka_unit_test(test_cvc5),
      cmocka_unit_test(test_cvc4_and_boolector),
      cmocka_unit_test(test_fakes),
      cmocka_unit_test(test_bit_vector_solver),
      cmocka_unit_test(test_message_of_the_first_logic),
      cmocka_unit_test(test_failures_of_batches),
      cmocka_unit_test(test_survey_says_the_same),
      cmocka_unit_test(test_survey_of_real_solvers),
      cmocka_unit_test(test_no_solver),
      cmocka_unit_test(test_cache),
      cmocka_unit_test(test_folder_that_cannot_be_written),
      cmocka_unit_test(test_several_processes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
