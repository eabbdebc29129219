/* A script that is to be changed: which assertions may change, and what new terms may use there.
 *
 * New terms can use what is declared before the first push, pop and reset, wherever that is: such
 * declarations are moved in front of the assertions. Assertions after a reset stay what they are. The
 * :status that a script claims is left out. */
#ifndef SMT_GEN_SCENE_H
#define SMT_GEN_SCENE_H

#include "smt/draw/universe.h"
#include "smt/term/traverse.h"

typedef struct {
  Bank *bank;
  Script script;
  size_t declare_at; /* further declarations go before this command */
  U32Vec asserts;    /* commands that hold the assertions that may change */
  Index ctors;       /* SortCtor: declared sorts and datatypes that can be used */
  U32Vec usable;     /* by Sort: its size if it can be written at all of these assertions, else 0 */
  U32Vec declared;   /* by Fun: 1 if the script declares it */
  bool names_are_used; /* a term refers to another one by the name that :named gives it */
  uint32_t first_name; /* above all numbers in names of variables such as q0 */
  Walk walk;           /* kept for its marks */
} Scene;

/* Begins with a script, whose commands are copied. A zeroed Scene is valid, and one that had another script of the
 * same bank before. */
void scene_start(Scene *scene, Bank *bank, const Script *script);
void scene_deinit(Scene *scene);
/* Another script, made of the scene's: with `declared` more commands before declare_at, and with another term in
 * the assertion which is `changed` of the scene's commands; SIZE_MAX: with one more assertion after all others.
 * Returns the number of that assertion in `asserts`. */
uint32_t scene_follow(Scene *scene, const Script *script, size_t declared, size_t changed);
/* Where a new assertion goes: after the others, or before what follows the declarations. */
size_t scene_end_of_asserts(const Scene *scene);

/* The universe of what can be used. In difference logic defined numbers are left out, since what they
 * stand for may be more than a symbol. */
void scene_universe(Scene *scene, const GenSettings *settings, Universe *universe);

bool scene_sort_is_usable(Scene *scene, Sort sort);
static inline bool scene_declares(const Scene *scene, Fun fun)
{
  return fun < scene->declared.count && scene->declared.items[fun];
}

#endif
