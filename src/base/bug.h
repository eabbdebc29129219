/* For what cannot happen, whatever the input: says where and why, and aborts.
 *
 *   default: BUG("unknown kind %d", kind);
 *
 * What depends on input, on solvers or on the system is an Error (status.h) instead. */
#ifndef BASE_BUG_H
#define BASE_BUG_H

#define BUG(...) bug_abort(__FILE__, __LINE__, __VA_ARGS__)

_Noreturn void bug_abort(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

#endif
