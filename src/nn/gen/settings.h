/* Settings of the generator: numbers by name, the weights of operators (operator_Add) and of layers (layer_relu)
 * among them. */
#ifndef NN_GEN_SETTINGS_H
#define NN_GEN_SETTINGS_H

#include "base/status.h"
#include "base/strbuf.h"
#include "nn/graph/operator.h"

typedef enum {
#define SETTING(name, initial, least, most, help) SET_##name,
#include "nn/gen/settings.def"
#undef SETTING
  SET_OPERATORS,
  SET_LAYERS = SET_OPERATORS + OPERATOR_COUNT,
} SettingKind;

typedef enum {
#define LAYER(name, dnn, vnnlib) LAYER_NAME_##name,
#include "nn/gen/layers.def"
#undef LAYER
  LAYER_NAME_COUNT
} LayerName;

enum { SETTING_COUNT = SET_LAYERS + LAYER_NAME_COUNT };

typedef enum { NETWORK_RAND, NETWORK_TREE, NETWORK_DNN, NETWORK_VNNLIB } NetworkClass;
typedef enum { SPEC_RAND, SPEC_SAT, SPEC_PUNSAT, SPEC_SAT_HARD, SPEC_UNSAT } SpecKind;

typedef struct {
  NetworkClass class;
  SpecKind spec;
  uint64_t seed;
  double numbers[SETTING_COUNT];
} NetworkSettings;

/* The defaults of a class. */
void network_settings_init(NetworkSettings *settings, NetworkClass class, SpecKind spec);
/* An error if there is no such setting, or the number is out of range. */
Status network_settings_set(NetworkSettings *settings, const char *name, double number,
                            Error *error);
/* All settings as YAML with comments. */
void network_settings_print(const NetworkSettings *settings, StrBuf *out);
/* Settings that contradict each other. */
Status network_settings_check(const NetworkSettings *settings, Error *error);

#endif
