#include "run/solver/profile_read.h"

#include "base/yaml_schema.h"

/* More than any honest file has. */
enum { TEXT_MAX = 4000, WORDS_MAX = 1000, PROFILES_MAX = 1000 };

static const cyaml_schema_value_t word_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, TEXT_MAX)};

#define TEXT(key, Struct, member)                                                                  \
  CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, Struct, member, 0, TEXT_MAX)
#define WORDS(key, Struct, member)                                                                 \
  CYAML_FIELD_SEQUENCE(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, Struct, member.items,        \
                       &word_schema, 0, WORDS_MAX)
#define QUESTION(key, member)                                                                      \
  CYAML_FIELD_MAPPING(key, CYAML_FLAG_OPTIONAL, Profile, member, question_fields)

#define MEANING_STRING(code, name) {name, code},
static const cyaml_strval_t meanings[] = {PROFILE_MEANING_LIST(MEANING_STRING)};
#undef MEANING_STRING

static const cyaml_strval_t parameter_styles[] = {
    {"plain", PARAMETERS_PLAIN},
    {"equals", PARAMETERS_EQUALS},
    {"dash", PARAMETERS_DASH},
    {"dashes", PARAMETERS_DASHES},
    {"preferences", PARAMETERS_PREFERENCES},
};

static const cyaml_strval_t session_styles[] = {
    {"reset", STYLE_RESET},
    {"push", STYLE_PUSH},
};

static const cyaml_strval_t asks[] = {
    {"nothing", ASK_NOTHING},
    {"get-model", ASK_MODEL},
    {"get-value", ASK_VALUE},
};

static const cyaml_schema_field_t question_fields[] = {
    WORDS("words", ProfileQuestion, words),
    CYAML_FIELD_STRING_PTR("after", CYAML_FLAG_POINTER, ProfileQuestion, after, 0, TEXT_MAX),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t exit_fields[] = {
    CYAML_FIELD_INT("code", CYAML_FLAG_DEFAULT, ProfileExit, code),
    CYAML_FIELD_ENUM("means", CYAML_FLAG_STRICT, ProfileExit, means, meanings,
                     CYAML_ARRAY_LEN(meanings)),
    TEXT("note", ProfileExit, note),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t exit_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, ProfileExit, exit_fields)};

static const cyaml_schema_field_t pattern_fields[] = {
    TEXT("contains", ProfilePattern, contains),
    TEXT("begins", ProfilePattern, begins),
    CYAML_FIELD_ENUM("means", CYAML_FLAG_STRICT, ProfilePattern, means, meanings,
                     CYAML_ARRAY_LEN(meanings)),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t pattern_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, ProfilePattern, pattern_fields)};

static const cyaml_schema_field_t profile_fields[] = {
    CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, Profile, name, 1, 100),
    TEXT("title", Profile, title),
    TEXT("install", Profile, install),
    TEXT("language", Profile, language),
    WORDS("runner", Profile, runner),
    WORDS("programs", Profile, programs),
    WORDS("versions", Profile, versions),
    QUESTION("version", version),
    WORDS("always", Profile, always),
    WORDS("file", Profile, file),
    WORDS("standard_input", Profile, standard_input),
    WORDS("session", Profile, session),
    CYAML_FIELD_BOOL("needs_suffix", CYAML_FLAG_OPTIONAL, Profile, needs_suffix),
    CYAML_FIELD_BOOL("descriptor", CYAML_FLAG_OPTIONAL, Profile, descriptor),
    WORDS("queries", Profile, queries),
    WORDS("incremental", Profile, incremental),
    WORDS("strings", Profile, strings),
    WORDS("floats", Profile, floats),
    WORDS("soft_time", Profile, soft_time),
    WORDS("hard_time", Profile, hard_time),
    WORDS("memory", Profile, memory),
    WORDS("seed", Profile, seed),
    WORDS("models", Profile, models),
    WORDS("print_models", Profile, print_models),
    CYAML_FIELD_ENUM("ask_models", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT, Profile, ask_models,
                     asks, CYAML_ARRAY_LEN(asks)),
    WORDS("cores", Profile, cores),
    WORDS("quiet", Profile, quiet),
    QUESTION("counter", counter),
    WORDS("environment", Profile, environment),
    WORDS("fast_environment", Profile, fast_environment),
    TEXT("answers", Profile, answers),
    CYAML_FIELD_ENUM("session_style", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT, Profile,
                     session_style, session_styles, CYAML_ARRAY_LEN(session_styles)),
    CYAML_FIELD_UINT("session_queries", CYAML_FLAG_OPTIONAL, Profile, session_queries),
    CYAML_FIELD_ENUM("parameters", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT, Profile, parameters,
                     parameter_styles, CYAML_ARRAY_LEN(parameter_styles)),
    CYAML_FIELD_SEQUENCE("exits", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, Profile, exits,
                         &exit_schema, 0, WORDS_MAX),
    CYAML_FIELD_SEQUENCE("patterns", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, Profile, patterns,
                         &pattern_schema, 0, WORDS_MAX),
    WORDS("logics", Profile, logics),
    WORDS("variants", Profile, variants),
    WORDS("safe_options", Profile, safe_options),
    WORDS("experimental", Profile, experimental),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t profile_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, Profile, profile_fields)};
static const cyaml_schema_value_t list_schema = {
    CYAML_VALUE_SEQUENCE(CYAML_FLAG_POINTER, Profile, &profile_schema, 0, PROFILES_MAX)};

Status profile_list_read(const char *text, size_t length, Profile **list, unsigned *count,
                         Error *error)
{
  void *value;
  Status status =
      yaml_schema_read(text, length, &list_schema, "a list of solvers", &value, count, error);
  *list = value;
  return status;
}

void profile_list_free(Profile *list, unsigned count)
{
  yaml_schema_free(&list_schema, list, count);
}
