#include "base/lazy/lazy.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static _Noreturn void fail(const LazyLibrary *library, const char *why)
{
  fprintf(stderr, "assay: the library '%s' is needed (Debian: %s): %s\n", library->soname,
          library->package, why ? why : "nothing is known of the reason");
  _exit(3);
}

/* Called by the code below only. Several threads may be here with one function: they find the same. */
__attribute__((used, visibility("hidden"))) void *lazy_find(LazyFunction *function);

void *lazy_find(LazyFunction *function)
{
  LazyLibrary *library = function->library;
  assert(function->name && library && library->soname);
  void *handle = __atomic_load_n(&library->handle, __ATOMIC_ACQUIRE);
  if (!handle) handle = dlopen(library->soname, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) fail(library, dlerror());
  __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
  void *address = dlsym(handle, function->name);
  if (!address) fail(library, dlerror());
  __atomic_store_n(&function->address, address, __ATOMIC_RELEASE);
  return address;
}

/* A function of a library was called, and r11 has its LazyFunction: finds it and jumps there with the arguments that were given. They
 * are in rdi, rsi, rdx, rcx, r8, r9, xmm0 to xmm7 and on the stack; rax says how many of the xmm there are. The stack is aligned
 * to 16 bytes at a call, so that 8 bytes (the address to return to), 7 registers and 8 times 16 bytes keep it so. */
__asm__(".pushsection .text\n"
        ".globl lazy_enter\n"
        ".hidden lazy_enter\n"
        ".type lazy_enter, @function\n"
        "lazy_enter:\n"
        ".cfi_startproc\n"
        "  pushq %rax\n"
        "  pushq %rdi\n"
        "  pushq %rsi\n"
        "  pushq %rdx\n"
        "  pushq %rcx\n"
        "  pushq %r8\n"
        "  pushq %r9\n"
        ".cfi_adjust_cfa_offset 56\n"
        "  subq $128, %rsp\n"
        ".cfi_adjust_cfa_offset 128\n"
        "  movups %xmm0, (%rsp)\n"
        "  movups %xmm1, 16(%rsp)\n"
        "  movups %xmm2, 32(%rsp)\n"
        "  movups %xmm3, 48(%rsp)\n"
        "  movups %xmm4, 64(%rsp)\n"
        "  movups %xmm5, 80(%rsp)\n"
        "  movups %xmm6, 96(%rsp)\n"
        "  movups %xmm7, 112(%rsp)\n"
        "  movq %r11, %rdi\n"
        "  call lazy_find\n"
        "  movq %rax, %r11\n"
        "  movups (%rsp), %xmm0\n"
        "  movups 16(%rsp), %xmm1\n"
        "  movups 32(%rsp), %xmm2\n"
        "  movups 48(%rsp), %xmm3\n"
        "  movups 64(%rsp), %xmm4\n"
        "  movups 80(%rsp), %xmm5\n"
        "  movups 96(%rsp), %xmm6\n"
        "  movups 112(%rsp), %xmm7\n"
        "  addq $128, %rsp\n"
        ".cfi_adjust_cfa_offset -128\n"
        "  popq %r9\n"
        "  popq %r8\n"
        "  popq %rcx\n"
        "  popq %rdx\n"
        "  popq %rsi\n"
        "  popq %rdi\n"
        "  popq %rax\n"
        ".cfi_adjust_cfa_offset -56\n"
        "  jmp *%r11\n"
        ".cfi_endproc\n"
        ".size lazy_enter, . - lazy_enter\n"
        ".popsection\n");
