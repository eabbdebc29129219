#include "cli/command/gen_b.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "b/mutate/mutate.h"
#include "b/text/print.h"
#include "b/wd/wd.h"
#include "cli/shared/b_file.h"

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

/* Writes a predicate, with types, and rewritten unless it is to be raw. */
static int write_predicate(const Subcommand *command, BGenerator *generator, BTerm predicate,
                           bool raw, const char *folder, uint64_t number)
{
  BModule module;
  Error error;
  BWdOptions wd = {.prove = true};
  if (!raw) {
    BTerm rewritten = b_wd_rewrite(generator->bank, &generator->sets, predicate, &wd);
    if (rewritten) predicate = rewritten;
  }
  b_generate_module(generator, predicate, &module);
  StrBuf text, path;
  strbuf_init(&text, 0);
  strbuf_init(&path, 0);
  BPrintOptions print = {.typing = true};
  b_print_module(generator->bank, &module, &print, &text);
  if (folder)
    strbuf_printf(&path, "%s/%" PRIu64 ".%s", folder, number, module.sets.count ? "mch" : "b");
  int code = EXIT_FINE;
  if (!folder)
    fwrite(text.bytes, 1, text.length, stdout);
  else if (file_write(strbuf_text(&path), text.bytes, text.length, &error) != STATUS_OK)
    code = command_error(command, EXIT_ENVIRONMENT, "%s", error.message);
  strbuf_deinit(&text);
  strbuf_deinit(&path);
  b_module_deinit(&module);
  return code;
}

static int check_depth(const Subcommand *command, uint64_t depth)
{
  if (depth <= B_GEN_DEPTH_MAX) return EXIT_FINE;
  return command_usage_error(command, "predicates of B have a --depth of at most %d",
                             B_GEN_DEPTH_MAX);
}

int gen_b(const Subcommand *command, const BGenRequest *request)
{
  BGenSettings settings = b_gen_settings_default();
  settings.depth = (uint32_t)request->depth;
  settings.seed = request->seed;
  settings.infinite = request->infinite;
  int code = check_depth(command, request->depth);
  if (code == EXIT_FINE) code = read_settings(command, request, &settings);
  if (code == EXIT_FINE) code = make_folder(command, request->out);
  BBank *bank = NULL;
  BGenerator generator;
  for (uint64_t i = 0; i < request->count && code == EXIT_FINE; i++) {
    if (i % PREDICATES_A_BANK == 0) {
      if (bank) b_generator_deinit(&generator);
      b_bank_destroy(bank);
      bank = b_bank_create();
      b_generator_init(&generator, bank, &settings);
    }
    uint64_t number = request->from + i;
    BTerm predicate = b_generate(&generator, number);
    code = write_predicate(command, &generator, predicate, request->raw, request->out, number);
  }
  if (bank) b_generator_deinit(&generator);
  b_bank_destroy(bank);
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
    if (mutant)
      code = write_predicate(command, &generator, mutant, request->raw, request->out, number);
    else
      code = command_error(command, EXIT_FINDING, "'%s' cannot be placed in '%s'",
                           b_operator(op)->node, request->path);
  }
  b_generator_deinit(&generator);
  return code;
}

int mutate_b(const Subcommand *command, const BMutateRequest *request)
{
  BOperator op = request->construct ? b_operator_named(request->construct) : B_NONE;
  if (request->construct && (op == B_NONE || op == B_IDENTIFIER))
    return command_usage_error(command, "unknown construct '%s'", request->construct);
  if (request->depth > B_GEN_DEPTH_MAX) return check_depth(command, request->depth);
  BFile file;
  int code = b_file_read(command, request->path, request->color, false, &file);
  if (code == EXIT_FINE) code = make_folder(command, request->out);
  if (code == EXIT_FINE) code = mutate_file(command, request, &file, op);
  b_file_deinit(&file);
  return code;
}
