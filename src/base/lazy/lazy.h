/* Other people's libraries that are opened when one of their functions is called for the first time.
 *
 * A library that a program is linked with costs every start of it, in the dynamic linker: the large ones together several times what
 * the rest of a short command does. A file of its own names a library and the functions that we call:
 *
 *   #define FUNCTIONS(X) X(qqbar_add) X(qqbar_clear) ...
 *   LAZY_LIBRARY("libcalcium.so.0", "libcalcium0", FUNCTIONS)
 *
 * and defines these functions: each jumps to that of the library. Callers and the headers of the library do not change, and the program
 * is not linked with the library; a function that is not in the list is an error of the linker. A library that is not there when it is
 * needed ends the program, as the dynamic linker would have. This is for x86-64 only: see `lazy` in src/meson.build. */
#ifndef BASE_LAZY_H
#define BASE_LAZY_H

typedef struct {
  const char *soname;
  const char *package; /* of Debian */
  void *handle;        /* NULL: it was not opened yet */
} LazyLibrary;

typedef struct {
  void *address; /* NULL: it was not called yet. The code below reads it as the first member */
  const char *name;
  LazyLibrary *library;
} LazyFunction;

/* The address of a function that was not called yet; r11 has the LazyFunction, all other registers are the caller's. */
#define LAZY_FUNCTION(function)                                                                    \
  extern LazyFunction lazy_##function;                                                             \
  __attribute__((used, visibility("hidden")))                                                      \
  LazyFunction lazy_##function = {.name = #function, .library = &library};                         \
  __asm__(".pushsection .text\n"                                                                   \
          ".globl " #function "\n"                                                                 \
          ".hidden " #function "\n"                                                                \
          ".type " #function ", @function\n" #function ":\n"                                       \
          "  movq lazy_" #function "(%rip), %r11\n"                                                \
          "  testq %r11, %r11\n"                                                                   \
          "  jz 1f\n"                                                                              \
          "  jmp *%r11\n"                                                                          \
          "1:\n"                                                                                   \
          "  leaq lazy_" #function "(%rip), %r11\n"                                                \
          "  jmp lazy_enter\n"                                                                     \
          ".size " #function ", . - " #function "\n"                                               \
          ".popsection\n");

#define LAZY_LIBRARY(soname_, package_, FUNCTIONS)                                                 \
  static LazyLibrary library = {.soname = soname_, .package = package_};                           \
  FUNCTIONS(LAZY_FUNCTION)

#endif
