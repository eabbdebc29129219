/* Themes: the kinds of small scripts that a campaign for bugs draws from.
 *
 * A script that mixes all theories of a large logic is costly, and most of its operators are never next to each
 * other. A theme is a small part of the logic, such as floating-point numbers with bit-vectors, and a form. Where
 * evaluation says what is right, one solver is enough to find it wrong. */
#ifndef LANGUAGE_SMT_THEME_H
#define LANGUAGE_SMT_THEME_H

#include "smt/draw/settings.h"

typedef enum {
  THEME_SCRIPT,   /* some assertions and one query */
  THEME_QUERIES,  /* several queries, each with one assertion in a scope of its own */
  THEME_GROUND,   /* the same with literals only, whose value is computed */
  THEME_COMMANDS, /* several queries with definitions, scopes and assumptions */
  THEME_FORM_COUNT
} ThemeForm;

/* Of bit-vectors and floating-point formats. */
typedef enum { WIDTH_ANY, WIDTH_SMALL, WIDTH_TINY } ThemeWidth;

typedef struct {
  Logic logic; /* the part of the logic; `all`: it is called ALL in scripts */
  ThemeForm form;
  ThemeWidth width;
} Theme;

typedef VEC(Theme) Themes;

/* Appends the themes that are within the logic of the settings. None where the settings say what scripts look like. */
void themes_of(const GenSettings *settings, Themes *themes);
/* The settings of scripts of a theme, to be released: as large as others, which theme_resize changes. */
void theme_settings(const Theme *theme, const GenSettings *settings, GenSettings *made);
/* For scripts of a size that is given as assertions and depth of a common script. */
void theme_resize(const Theme *theme, uint32_t asserts, uint32_t depth, GenSettings *made);

#endif
