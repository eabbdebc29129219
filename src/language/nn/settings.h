/* Settings of networks that campaigns generate. */
#ifndef LANGUAGE_NN_SETTINGS_H
#define LANGUAGE_NN_SETTINGS_H

#include "language/language.h"
#include "nn/gen/settings.h"

typedef enum {
  NN_SPEC_MIX, /* each of the others in turn, those at the edge most often */
  NN_SPEC_EDGE,
  NN_SPEC_GENERATOR /* this and those that follow: see SpecKind */
} NnSpec;

typedef struct {
  NetworkClass class;
  NnSpec spec;
  TextList set;                            /* NAME=NUMBER: settings of the generator */
  uint64_t parameters_min, parameters_max; /* 0: the default of the objective */
} NnSettings;

extern const LanguageSetting nn_settings[];

#endif
