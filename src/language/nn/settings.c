#include "language/nn/settings.h"

static const char *const classes[] = {"rand", "tree", "dnn", "vnnlib", NULL};
static const char *const specs[] = {"mix",    "edge",     "rand",  "sat",
                                    "punsat", "sat-hard", "unsat", NULL};

const LanguageSetting nn_settings[] = {
    {SETTING_CHOICE(NnSettings, class, classes), .name = "class", .initial = "vnnlib",
     .help = "networks: random graphs, trees of conditions, layers, or layers that verifiers know"},
    {SETTING_CHOICE(NnSettings, spec, specs), .name = "spec", .initial = "mix",
     .help = "properties: of all kinds, at the edge of what the network can do, or one of those of "
             "'assay gen'"},
    {SETTING_LIST(NnSettings, set), .name = "set", .value_name = "NAME=NUMBER",
     .help = "a setting of the generator; 'assay gen --language nn --print-config' has them all"},
    {SETTING_UNSIGNED(NnSettings, parameters_min), .name = "parameters-min", .value_name = "N",
     .high = 100000000,
     .help = "networks have at least N parameters: 10000, and 1 if it looks for bugs"},
    {SETTING_UNSIGNED(NnSettings, parameters_max), .name = "parameters-max", .value_name = "N",
     .high = 100000000,
     .help = "networks have at most N parameters: 50000, and 500 if it looks for bugs"},
    {0}};
