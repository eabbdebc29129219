#include "run/profile_read.h"

#include <cyaml/cyaml.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"

/* More than any honest file has. */
enum { TEXT_MAX = 4000, WORDS_MAX = 1000, PROFILES_MAX = 1000, LOG_MAX = 4000 };

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
};

static const cyaml_strval_t session_styles[] = {
    {"reset", STYLE_RESET},
    {"push", STYLE_PUSH},
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
    WORDS("runner", Profile, runner),
    WORDS("programs", Profile, programs),
    WORDS("versions", Profile, versions),
    QUESTION("version", version),
    WORDS("always", Profile, always),
    WORDS("file", Profile, file),
    WORDS("standard_input", Profile, standard_input),
    WORDS("session", Profile, session),
    CYAML_FIELD_BOOL("needs_suffix", CYAML_FLAG_OPTIONAL, Profile, needs_suffix),
    WORDS("incremental", Profile, incremental),
    WORDS("strings", Profile, strings),
    WORDS("floats", Profile, floats),
    WORDS("soft_time", Profile, soft_time),
    WORDS("hard_time", Profile, hard_time),
    WORDS("memory", Profile, memory),
    WORDS("seed", Profile, seed),
    WORDS("models", Profile, models),
    WORDS("print_models", Profile, print_models),
    WORDS("cores", Profile, cores),
    WORDS("quiet", Profile, quiet),
    QUESTION("counter", counter),
    WORDS("environment", Profile, environment),
    WORDS("fast_environment", Profile, fast_environment),
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
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t profile_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, Profile, profile_fields)};
static const cyaml_schema_value_t list_schema = {
    CYAML_VALUE_SEQUENCE(CYAML_FLAG_POINTER, Profile, &profile_schema, 0, PROFILES_MAX)};

/* libcyaml says what is wrong only to its log: first a line about it, then where it is, innermost
 * first, each with "(line: N, column: M)". */
__attribute__((format(printf, 3, 0))) static void log_line(cyaml_log_t level, void *context,
                                                           const char *format, va_list arguments)
{
  (void)level;
  StrBuf *log = context;
  char text[1000];
  vsnprintf(text, sizeof text, format, arguments);
  strbuf_add_text(log, text);
}

static cyaml_config_t config(StrBuf *log)
{
  return (cyaml_config_t){
      .log_fn = log_line,
      .log_ctx = log,
      .mem_fn = cyaml_mem,
      .log_level = CYAML_LOG_ERROR,
      .flags = CYAML_CFG_NO_ALIAS, /* few bytes with aliases can stand for gigabytes */
  };
}

static Status report(cyaml_err_t result, StrBuf *log, Error *error)
{
  static const char prefix[] = "Load: ", trace[] = "Load: Backtrace:";
  const char *text = strbuf_text(log), *place = strstr(text, "(line: ");
  const char *subject = strncmp(text, trace, sizeof trace - 1) == 0 ? "" : text;
  if (strncmp(subject, prefix, sizeof prefix - 1) == 0) subject += sizeof prefix - 1;
  int length = (int)strcspn(subject, "\n");
  unsigned line = 0, column = 0;
  if (place && sscanf(place, "(line: %u, column: %u)", &line, &column) != 2) line = column = 0;
  if (length)
    error_set(error, STATUS_SYNTAX, "not a list of solvers: %.*s", length, subject);
  else
    error_set(error, STATUS_SYNTAX, "not a list of solvers: %s", cyaml_strerror(result));
  error->line = line;
  error->column = column;
  return STATUS_SYNTAX;
}

Status profile_list_read(const char *text, size_t length, Profile **list, unsigned *count,
                         Error *error)
{
  *list = NULL;
  *count = 0;
  StrBuf log;
  strbuf_init(&log, LOG_MAX);
  cyaml_config_t settings = config(&log);
  cyaml_data_t *data = NULL;
  cyaml_err_t result =
      cyaml_load_data((const uint8_t *)text, length, &settings, &list_schema, &data, count);
  Status status = result == CYAML_OK ? STATUS_OK : report(result, &log, error);
  if (status != STATUS_OK) *count = 0;
  *list = data;
  strbuf_deinit(&log);
  return status;
}

void profile_list_free(Profile *list, unsigned count)
{
  cyaml_config_t settings = config(NULL);
  settings.log_fn = NULL;
  cyaml_free(&settings, &list_schema, list, count);
}
