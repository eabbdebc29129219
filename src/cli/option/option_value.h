/* Values of options as texts: from arguments, from the settings of a stored campaign, from files. */
#ifndef CLI_OPTION_OPTION_VALUE_H
#define CLI_OPTION_OPTION_VALUE_H

#include "base/strbuf.h"
#include "cli/option/option.h"

/* Gives the option the value that the text says: as on a command line; flags take "true" and "false", and a list
 * gets one value more. Strings and lists keep the pointer. An error names the option. */
Status option_set(const Option *option, const char *text, void *values, Error *error);

/* How many values there are now: of a list any number; 0 where none was given and there is no default. */
size_t option_value_count(const Option *option, const void *values);
/* Appends one of them, from 0, in the form that option_set reads. */
void option_value_text(const Option *option, const void *values, size_t place, StrBuf *out);

/* Inside: where the value is, and option_set for arguments. There a flag has no text, and `shown` is the name as
 * the user typed it. */
void *option_member(const Option *option, void *values);
Status option_store(const Option *option, const char *shown, const char *text, void *values,
                    Error *error);

#endif
