/* Options of a command: one table from which parsing, --help, completion and the manual derive.
 *
 * A command declares a struct whose first member is `CommonOptions common`, and a table that says
 * for each option its name, its text and the member it is stored in:
 *
 *   typedef struct {
 *     CommonOptions common;
 *     bool json;
 *     uint64_t jobs;
 *   } CheckOptions;
 *
 *   static const Option options[] = {
 *       {OPTION_FLAG(CheckOptions, json), .name = "json", .help = "print JSON"},
 *       {OPTION_UNSIGNED(CheckOptions, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
 *        .low = 1, .high = 64, .initial = "2", .help = "check N files at a time"},
 *   };
 *
 * The macros fail to compile if the member has another type than the kind stores. Values given as
 * text point into argv. */
#ifndef CLI_OPTION_OPTION_H
#define CLI_OPTION_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"
#include "base/text_list.h"
#include "base/value.h"
#include "cli/option/style.h"

typedef enum {
  OPTION_KIND_FLAG,     /* bool: becomes true */
  OPTION_KIND_SET,      /* enum: becomes .store; those with one member exclude each other */
  OPTION_KIND_STRING,   /* const char * */
  OPTION_KIND_UNSIGNED, /* uint64_t in [low, high] */
  OPTION_KIND_RANGE,    /* ValueRange within [low, high] */
  OPTION_KIND_CHOICE,   /* enum: the position of the given word in .words */
  OPTION_KIND_LIST,     /* OptionList: every value given, in order */
  OPTION_KIND_SIZE,     /* uint64_t: bytes in [low, high] */
  OPTION_KIND_DURATION  /* uint64_t: milliseconds in [low, high] */
} OptionKind;

typedef TextList OptionList;

typedef struct {
  OptionKind kind;
  char letter;       /* short form, 0 if there is none */
  bool one_dash;     /* -name instead of --name */
  bool is_default;   /* SET: this is the one without any option */
  const char *name;  /* without dashes */
  const char *alias; /* another name, which always has two dashes; NULL: none */
  const char *
      old; /* an earlier name: it works, help does not show it, and a notice has the new one; NULL: none */
  char old_letter;          /* the same for the letter */
  const char *value_name;   /* what help calls the value; a choice may leave it out */
  const char *help;         /* lower case, no full stop at the end */
  const char *initial;      /* default, written as on the command line; NULL: zero */
  const char *initial_note; /* how help words a default that is only known at run time */
  size_t offset;            /* of the member in the command's struct */
  const char *const *words; /* CHOICE: ends with NULL */
  uint64_t low;             /* UNSIGNED, RANGE, SIZE, DURATION */
  uint64_t high;            /* 0: no upper end */
  int store;                /* SET */
} Option;

/* Options that are known at run time only: their names and values, in turn, go to a list. The value of a flag is
 * "true". */
typedef struct {
  /* The option with this number, and what it is an option of; false: there are no more. The texts live on. */
  bool (*at)(size_t number, Option *option, const char **of);
  size_t offset; /* of an OptionList in the command's struct */
} OptionExtras;

typedef struct {
  const Option *items;
  size_t count;
  const OptionExtras *extras; /* NULL: there are none */
} OptionTable;

enum { OPTIONS_MAX = 192 }; /* of a command, with the common ones */

/* What every command accepts; the first member of every options struct. */
typedef struct {
  bool help, help_all;
  ColorMode color;
  bool given
      [OPTIONS_MAX]; /* by the place in the table, then the common ones: see option_was_given */
} CommonOptions;

OptionTable option_common_table(void);
/* --help-all, which every command accepts, too: it says more than --help only where a command has common options. */
const Option *option_help_all(void);

#define OPTION_OFFSET(Struct, member, Type)                                                        \
  (offsetof(Struct, member) + _Generic(((Struct *)0)->member, Type : 0u))
/* An enum has no type that could be named here: its size is checked. */
#define OPTION_OFFSET_ENUM(Struct, member)                                                         \
  (offsetof(Struct, member) +                                                                      \
   0 * sizeof(char[sizeof(((Struct *)0)->member) == sizeof(int) ? 1 : -1]))

#define OPTION_FLAG(Struct, member)                                                                \
  .kind = OPTION_KIND_FLAG, .offset = OPTION_OFFSET(Struct, member, bool)
#define OPTION_SET(Struct, member, value)                                                          \
  .kind = OPTION_KIND_SET, .offset = OPTION_OFFSET_ENUM(Struct, member), .store = (value)
#define OPTION_STRING(Struct, member)                                                              \
  .kind = OPTION_KIND_STRING, .offset = OPTION_OFFSET(Struct, member, const char *)
#define OPTION_UNSIGNED(Struct, member)                                                            \
  .kind = OPTION_KIND_UNSIGNED, .offset = OPTION_OFFSET(Struct, member, uint64_t)
#define OPTION_RANGE(Struct, member)                                                               \
  .kind = OPTION_KIND_RANGE, .offset = OPTION_OFFSET(Struct, member, ValueRange)
#define OPTION_CHOICE(Struct, member, list)                                                        \
  .kind = OPTION_KIND_CHOICE, .offset = OPTION_OFFSET_ENUM(Struct, member), .words = (list)
#define OPTION_LIST(Struct, member)                                                                \
  .kind = OPTION_KIND_LIST, .offset = OPTION_OFFSET(Struct, member, OptionList)
#define OPTION_SIZE(Struct, member)                                                                \
  .kind = OPTION_KIND_SIZE, .offset = OPTION_OFFSET(Struct, member, uint64_t)
/* A year, in ms: the most that a limit of time need be, which help can show. */
#define OPTION_YEAR_MS UINT64_C(31536000000)
#define OPTION_DURATION(Struct, member)                                                            \
  .kind = OPTION_KIND_DURATION, .offset = OPTION_OFFSET(Struct, member, uint64_t)

#define OPTION_TABLE(array)                                                                        \
  {                                                                                                \
    (array), sizeof(array) / sizeof *(array), NULL                                                 \
  }
#define OPTION_TABLE_AND(array, more)                                                              \
  {                                                                                                \
    (array), sizeof(array) / sizeof *(array), (more)                                               \
  }

/* Writes the defaults of the table and of the common options into zeroed memory. */
void options_init(OptionTable table, void *values);
void options_deinit(OptionTable table, void *values);

/* Reads the words argv[0..argc) as options of the table or common ones. Forms: --name VALUE,
 * --name=VALUE, -n VALUE, -nVALUE, and -name for options with one dash, which win over letters.
 * Letters are not bundled. "--" ends the options; "-" is a positional. With `stop_at_positional`
 * everything from the first positional on is one. The positionals are gathered at the front of
 * argv and counted. */
Status options_parse(OptionTable table, void *values, int argc, char **argv,
                     bool stop_at_positional, int *positional_count, Error *error);

/* Was the option of this table among the words that options_parse has read? */
bool option_was_given(OptionTable table, const Option *option, const void *values);
/* By its name without dashes, or an earlier one; NULL: there is none. Options of every command are left out. */
const Option *option_find(OptionTable table, const char *name);

/* One of the extra options by its name; false: there is none. */
bool option_find_extra(OptionTable table, const char *name, size_t length, Option *option);
/* Notes a value of it. */
void option_add_extra(OptionTable table, const Option *option, const char *value, void *values);

bool option_takes_value(const Option *option);
/* "--name" or "-name". */
void option_print_name(FILE *out, const Option *option);
/* What stands for the value: .value_name or the words of a choice, separated by '|'. */
void option_print_value_name(FILE *out, const Option *option);
/* The text for a reader: .help with the words, the range and the default. */
void option_print_help(FILE *out, const Option *option);

/* Whether a table is sound: names and letters are unique, texts are there, defaults can be parsed.
 * For asserts; the first defect is described in the error. */
Status options_check(OptionTable table, Error *error);

#endif
