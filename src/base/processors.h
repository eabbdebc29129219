/* FOR_PROCESSORS before a function: it is compiled for several generations of processors, and the program takes the best one
 * that it runs on. Where the compiler cannot, or a sanitizer is in the way, it is compiled once. */
#ifndef BASE_PROCESSORS_H
#define BASE_PROCESSORS_H

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && defined(__GNUC__) &&                  \
    !defined(__clang__)
#define FOR_PROCESSORS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FOR_PROCESSORS
#endif

#endif
