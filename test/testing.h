/* What every test file needs: cmocka with the headers it wants before it. */
#ifndef TESTING_H
#define TESTING_H

/* clang-format off: cmocka.h uses these headers without including them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
/* clang-format on */

#endif
