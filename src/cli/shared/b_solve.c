#include "cli/shared/b_solve.h"

#include "b/eval/eval.h"
#include "b/eval/model.h"
#include "cli/shared/b_file.h"

int b_solve_run(const Subcommand *command, const char *path, ColorMode color, uint64_t scope,
                uint64_t steps)
{
  BFile file;
  int code = b_file_read(command, path, color, false, &file);
  if (code == EXIT_FINE) {
    BEvalSettings settings = b_eval_settings_default();
    settings.scope = (uint32_t)scope;
    settings.steps = steps;
    BEval eval;
    b_eval_init(&eval, file.bank, &file.module, &settings);
    const BTerm *names = file.module.identifiers.items;
    uint32_t count = (uint32_t)file.module.identifiers.count;
    BSolved solved = b_solve(&eval, names, count, b_module_goal(file.bank, &file.module));
    StrBuf model;
    strbuf_init(&model, 0);
    switch (solved) {
    case B_SOLUTION:
      b_model_print(&eval, names, count, &model);
      printf("solution\n%s", strbuf_text(&model));
      break;
    case B_CONTRADICTION: printf("contradiction\n"); break;
    case B_UNDECIDED: printf("unknown: %s\n", eval.reason); break;
    case B_ILL_DEFINED:
      printf("not well defined: %s\n", eval.reason);
      code = EXIT_FINDING;
      break;
    }
    strbuf_deinit(&model);
    b_eval_deinit(&eval);
  }
  b_file_deinit(&file);
  return code;
}
