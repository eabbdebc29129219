#include "cli/command/gen_b.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "b/known/known.h"
#include "b/mutate/mutate.h"
#include "b/text/print.h"
#include "b/wd/wd.h"
#include "base/suggest.h"
#include "cli/shared/b_file.h"
#include "cli/shared/solvers.h"
#include "language/b/b.h"
#include "language/b/fit.h"
#include "language/table.h"

/* Terms are kept by their bank, and walks through a predicate take longer the larger that is: a new one after so many
 * predicates. */
enum { PREDICATES_A_BANK = 64 };

static int read_settings(const Subcommand *command, const BGenRequest *request,
                         BGenSettings *settings)
{
  Error error;
  Status status = request->types ? b_gen_read_types(request->types, settings, &error) : STATUS_OK;
  if (!status) status = b_gen_read_conjuncts(request->conjuncts, settings, &error);
  return status ? command_usage_error(command, "%s", error.message) : EXIT_FINE;
}

static int make_folder(const Subcommand *command, const char *folder)
{
  if (!folder || mkdir(folder, 0777) == 0 || errno == EEXIST) return EXIT_FINE;
  return command_error(command, EXIT_ENVIRONMENT, "cannot make the folder '%s': %s", folder,
                       strerror(errno));
}

/* A predicate to write, and what is known of it. */
typedef struct {
  BTerm predicate;
  const char *status; /* a comment, or NULL */
  StrBuf model;       /* empty: it is not wanted */
  bool raw;
} Written;

static int write_text(const Subcommand *command, const char *folder, uint64_t number,
                      const char *extension, const StrBuf *text)
{
  StrBuf path;
  Error error;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s/%" PRIu64 ".%s", folder, number, extension);
  int code = EXIT_FINE;
  if (file_write(strbuf_text(&path), text->bytes, text->length, &error) != STATUS_OK)
    code = command_error(command, EXIT_ENVIRONMENT, "%s", error.message);
  strbuf_deinit(&path);
  return code;
}

/* Writes a predicate, with types, and rewritten unless it is to be raw. */
static int write_predicate(const Subcommand *command, BGenerator *generator, Written *written,
                           const char *folder, uint64_t number)
{
  BModule module;
  BTerm predicate = written->predicate;
  BWdOptions wd = {.prove = true};
  if (!written->raw) {
    BTerm rewritten = b_wd_rewrite(generator->bank, &generator->sets, predicate, &wd);
    if (rewritten) predicate = rewritten;
  }
  b_generate_module(generator, predicate, &module);
  StrBuf text;
  strbuf_init(&text, 0);
  if (written->status) strbuf_printf(&text, "%s\n", written->status);
  if (written->model.length && !folder)
    strbuf_printf(&text, "/* solution:\n%s*/\n", strbuf_text(&written->model));
  b_print_module(generator->bank, &module, &(BPrintOptions){.typing = true}, &text);
  int code = EXIT_FINE;
  if (!folder)
    fwrite(text.bytes, 1, text.length, stdout);
  else
    code = write_text(command, folder, number, module.sets.count ? "mch" : "b", &text);
  if (folder && written->model.length && code == EXIT_FINE)
    code = write_text(command, folder, number, "model", &written->model);
  strbuf_deinit(&text);
  b_module_deinit(&module);
  return code;
}

static int check_depth(const Subcommand *command, uint64_t depth)
{
  if (depth <= B_GEN_DEPTH_MAX) return EXIT_FINE;
  return command_usage_error(command, "predicates of B have a --depth of at most %d",
                             B_GEN_DEPTH_MAX);
}

/* What the solvers have no translation for is left out of the settings. */
static int read_fit(const Subcommand *command, const BGenRequest *request, BGenSettings *settings,
                    BFit *fit)
{
  *fit = (BFit){0};
  if (!request->solvers) return EXIT_FINE;
  Profiles *profiles = solvers_profiles(command, request->profiles, false);
  if (!profiles) return EXIT_ENVIRONMENT;
  SolverVec solvers = {0};
  Error error;
  int code = EXIT_FINE;
  Status status = solver_find_list(profiles, request->solvers, &solvers, &error);
  if (status == STATUS_OK)
    status = language_check_solvers(&b_interface, solvers.items, solvers.count, &error);
  if (status != STATUS_OK) {
    code = command_error(command, solvers_exit_code(status), "%s", error.message);
  } else {
    StrBuf names;
    strbuf_init(&names, 0);
    *fit = b_fit_of_solvers(solvers.items, solvers.count);
    b_fit_restrict(fit, settings, &names);
    if (names.length)
      fprintf(stderr, "left out, since an encoding does not have it: %s\n", strbuf_text(&names));
    strbuf_deinit(&names);
  }
  solver_vec_free(&solvers);
  profiles_destroy(profiles);
  return code;
}

/* Can the text be read? Where laws have left {} without a neighbour that tells its type it cannot. */
static bool is_readable(BGenerator *generator, const BModule *module)
{
  StrBuf text;
  BModule again = {0};
  Error ignored;
  strbuf_init(&text, 0);
  b_print_module(generator->bank, module, &(BPrintOptions){.typing = true}, &text);
  BBank *bank = b_bank_create();
  bool fine = b_read(bank, text.bytes, text.length, &again, &ignored) == STATUS_OK;
  b_module_deinit(&again);
  b_bank_destroy(bank);
  strbuf_deinit(&text);
  return fine;
}

/* Draws until there is a predicate that the solvers take; the last one that can be read counts in any case. */
static void draw_predicate(const BGenRequest *request, const BFit *fit, BGenerator *generator,
                           uint64_t number, Written *written)
{
  enum { TRY_BITS = 48 };
  written->predicate = B_TERM_NONE;
  if (request->known == KNOWN_NOTHING && !fit->encodings) {
    written->predicate = b_generate(generator, number);
    return;
  }
  for (uint64_t i = 0; i < B_FIT_TRIES; i++) {
    uint64_t at = number ^ i << TRY_BITS;
    BModule module = {0};
    BTerm term;
    strbuf_clear(&written->model);
    if (request->known == KNOWN_SAT)
      term = b_known_sat(generator, at, &module, request->with_model ? &written->model : NULL);
    else if (request->known == KNOWN_UNSAT)
      term = b_known_unsat(generator, at, &module);
    else
      b_generate_module(generator, term = b_generate(generator, at), &module);
    if (term && !is_readable(generator, &module)) term = B_TERM_NONE;
    bool fine = term && b_fit_takes(fit, generator->bank, &module, term);
    b_module_deinit(&module);
    written->predicate = term; /* the model is of this one */
    if (fine) break;
  }
  if (written->predicate) return;
  strbuf_clear(&written->model);
  bool unsat = request->known == KNOWN_UNSAT;
  written->predicate = b_make_constant(generator->bank, unsat ? B_BFALSE : B_BTRUE);
}

static void make_generator(BBank **bank, BGenerator *generator, const BGenSettings *settings)
{
  if (*bank) b_generator_deinit(generator);
  b_bank_destroy(*bank);
  *bank = settings ? b_bank_create() : NULL;
  if (settings) b_generator_init(generator, *bank, settings);
}

int gen_b(const Subcommand *command, const BGenRequest *request)
{
  BGenSettings settings = b_gen_settings_default();
  settings.depth = (uint32_t)request->depth;
  settings.seed = request->seed;
  settings.infinite = request->infinite;
  BFit fit;
  int code = check_depth(command, request->depth);
  if (code == EXIT_FINE) code = read_settings(command, request, &settings);
  if (code == EXIT_FINE) code = read_fit(command, request, &settings, &fit);
  if (code == EXIT_FINE) code = make_folder(command, request->out);
  BBank *bank = NULL;
  BGenerator generator;
  Written written = {.raw = request->raw,
                     .status = request->known == KNOWN_SAT     ? B_KNOWN_SAT
                               : request->known == KNOWN_UNSAT ? B_KNOWN_UNSAT
                                                               : NULL};
  strbuf_init(&written.model, 0);
  for (uint64_t i = 0; i < request->count && code == EXIT_FINE; i++) {
    if (i % PREDICATES_A_BANK == 0) make_generator(&bank, &generator, &settings);
    draw_predicate(request, &fit, &generator, request->from + i, &written);
    code = write_predicate(command, &generator, &written, request->out, request->from + i);
  }
  make_generator(&bank, &generator, NULL);
  strbuf_deinit(&written.model);
  return code;
}

static BOperator draw_construct(const BGenerator *generator, uint64_t seed, uint64_t number)
{
  enum { STREAM = 0xB1 };
  Random random = random_stream(seed, STREAM, number);
  BOperator op;
  do op = (BOperator)(1 + random_below(&random, B_OPERATOR_COUNT - 1));
  while (!b_generator_has(generator, op));
  return op;
}

static int mutate_file(const Subcommand *command, const BMutateRequest *request, BFile *file,
                       BOperator wanted)
{
  BGenSettings settings = b_gen_settings_default();
  settings.seed = request->seed;
  settings.depth = (uint32_t)request->depth;
  /* A construct that was asked for is there, whatever class it is of. */
  settings.infinite = wanted != B_NONE;
  settings.classes = wanted != B_NONE ? (1u << B_GEN_CLASS_COUNT) - 1 : settings.classes;
  settings.classes &= ~(1u << B_GEN_given);
  BGenerator generator;
  b_generator_init(&generator, file->bank, &settings);
  VEC_APPEND(&generator.sets.sets, file->module.sets.items, file->module.sets.count);
  VEC_APPEND(&generator.sets.elements, file->module.elements.items, file->module.elements.count);
  BTerm goal = b_module_goal(file->bank, &file->module);
  int code = EXIT_FINE;
  for (uint64_t i = 0; i < request->count && code == EXIT_FINE; i++) {
    uint64_t number = request->from + i;
    BOperator op = wanted ? wanted : draw_construct(&generator, request->seed, number);
    BTerm mutant = b_mutate(&generator, goal, op, number);
    Written written = {.predicate = mutant, .raw = request->raw};
    if (mutant)
      code = write_predicate(command, &generator, &written, request->out, number);
    else
      code = command_error(command, EXIT_FINDING, "'%s' cannot be placed in '%s'",
                           b_operator(op)->node, request->path);
  }
  b_generator_deinit(&generator);
  return code;
}

static int refuse_construct(const Subcommand *command, const char *name)
{
  const char *nodes[B_OPERATOR_COUNT];
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++) nodes[op - 1] = b_operator(op)->node;
  const char *near = suggest_name(name, nodes, B_OPERATOR_COUNT - 1);
  return near ? command_usage_error(command, "unknown construct '%s'; did you mean '%s'?", name,
                                    near)
              : command_usage_error(command,
                                    "unknown construct '%s': an operator as it is written, such as "
                                    "'\\/', or its name in 'assay info'",
                                    name);
}

int mutate_b(const Subcommand *command, const BMutateRequest *request)
{
  BOperator op = request->construct ? b_operator_named(request->construct) : B_NONE;
  if (request->construct && (op == B_NONE || op == B_IDENTIFIER))
    return refuse_construct(command, request->construct);
  if (request->depth > B_GEN_DEPTH_MAX) return check_depth(command, request->depth);
  BFile file;
  int code = b_file_read(command, request->path, request->color, false, &file);
  if (code == EXIT_FINE) code = make_folder(command, request->out);
  if (code == EXIT_FINE) code = mutate_file(command, request, &file, op);
  b_file_deinit(&file);
  return code;
}
