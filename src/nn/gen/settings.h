/* Settings of the generator: numbers by name. Beside those of settings.def these are the attributes and extents of
 * operators (Conv_kernel_max), the weights of operators (operator_Add) and of layers (layer_relu, vnnlib_relu), and the
 * distributions of each kind of constants (linear_weight_normal). */
#ifndef NN_GEN_SETTINGS_H
#define NN_GEN_SETTINGS_H

#include "base/status.h"
#include "base/strbuf.h"
#include "nn/graph/operator.h"

typedef enum {
#define LAYER(name, dnn, vnnlib) LAYER_NAME_##name,
#include "nn/gen/layers.def"
#undef LAYER
  LAYER_NAME_COUNT
} LayerName;

typedef enum {
#define CONSTANT(name, help) CONSTANT_##name,
#include "nn/gen/constants.def"
#undef CONSTANT
  CONSTANT_KIND_COUNT
} ConstantKind;

/* What each kind of constants has: a weight of each distribution, then these two. */
enum {
  DISTRIBUTION_COUNT = 7,
  CONSTANT_FIELD_SCALE = DISTRIBUTION_COUNT,
  CONSTANT_FIELD_ZERO,
  CONSTANT_FIELD_COUNT
};

typedef enum {
#define SETTING(name, initial, least, most, help) SET_##name,
#include "nn/gen/settings.def"
#undef SETTING
#define REAL(op, attribute, low, high, least, most)                                                \
  SET_##op##_##attribute##_low, SET_##op##_##attribute##_high,
#define CHANCE(op, attribute, initial)               SET_##op##_##attribute,
#define WHOLE(op, attribute, initial, most)          SET_##op##_##attribute##_max,
#define TEXT(op, attribute, text, initial)           SET_##op##_##attribute##_##text,
#define EXTENT(op, name, initial, least, most, help) SET_##op##_##name,
#include "nn/gen/attributes.def"
  SET_OPERATORS,
  SET_LAYERS = SET_OPERATORS + OPERATOR_COUNT, /* of the class dnn */
  SET_VNNLIB = SET_LAYERS + LAYER_NAME_COUNT,  /* of the class vnnlib */
  SET_CONSTANTS = SET_VNNLIB + LAYER_NAME_COUNT,
  SETTING_COUNT = SET_CONSTANTS + CONSTANT_KIND_COUNT * CONSTANT_FIELD_COUNT
} SettingKind;

typedef enum { NETWORK_RAND, NETWORK_TREE, NETWORK_DNN, NETWORK_VNNLIB } NetworkClass;
typedef enum { SPEC_RAND, SPEC_SAT, SPEC_PUNSAT, SPEC_SAT_HARD, SPEC_UNSAT } SpecKind;

typedef struct {
  NetworkClass class;
  SpecKind spec;
  uint64_t seed;
  double numbers[SETTING_COUNT];
} NetworkSettings;

void network_settings_init(NetworkSettings *settings, NetworkClass class, SpecKind spec);
/* An error if there is no such setting, or the number is out of range. */
Status network_settings_set(NetworkSettings *settings, const char *name, double number,
                            Error *error);
/* All settings as YAML with comments. */
void network_settings_print(const NetworkSettings *settings, StrBuf *out);
/* Settings that contradict each other. */
Status network_settings_check(const NetworkSettings *settings, Error *error);

/* What is known of one of them. The operator whose attribute it is, or OPERATOR_COUNT. */
typedef struct {
  char name[80];
  double initial, least, most;
  OperatorKind op;
} SettingAbout;

/* False if the number stands for nothing: the weight of an operator that cannot be drawn. */
bool network_settings_describe(int kind, SettingAbout *about);

#endif
