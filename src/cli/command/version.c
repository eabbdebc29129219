/* assay version: which build this is. */
#include "cli/option/commands.h"

#ifndef ASSAY_VERSION
#define ASSAY_VERSION "unknown"
#endif

#if defined __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

#if !defined __OPTIMIZE__
#define BUILD_KIND "debug"
#elif defined NDEBUG
#define BUILD_KIND "release"
#else
#define BUILD_KIND "optimized with asserts"
#endif

#if defined __SANITIZE_ADDRESS__
#define BUILD_SANITIZER ", address sanitizer"
#else
#define BUILD_SANITIZER ""
#endif

typedef struct {
  CommonOptions common;
  bool json;
} VersionOptions;

static const Option options[] = {
    {OPTION_FLAG(VersionOptions, json), .name = "json", .help = "print one JSON object"},
};

static const Example examples[] = {
    {"assay version --json", "the same for programs"},
};

static int run(const void *values, int count, char **positionals)
{
  (void)count;
  (void)positionals;
  const VersionOptions *given = values;
  if (given->json)
    printf("{\"name\": \"assay\", \"version\": \"%s\", \"compiler\": \"%s\", \"build\": \"%s\"}\n",
           ASSAY_VERSION, COMPILER, BUILD_KIND BUILD_SANITIZER);
  else
    printf("assay %s\ncompiler: %s\nbuild: %s\n", ASSAY_VERSION, COMPILER,
           BUILD_KIND BUILD_SANITIZER);
  return EXIT_FINE;
}

const Subcommand command_version = {
    .name = "version",
    .group = GROUP_ASSAY,
    .summary = "show version, compiler and kind of build",
    .usage = "[--json]",
    .description = "Shows the version of assay, the compiler that built it and how.",
    COMMAND_EXAMPLES(examples),
    .options = OPTION_TABLE(options),
    .options_size = sizeof(VersionOptions),
    .run = run,
};
