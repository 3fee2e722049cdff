#include "cli/plan_print.h"

#include <stdbool.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/output.h"
#include "cli/program.h"
#include "measure/plan.h"

static void add_step(struct text *text, const struct plan *plan,
                     const struct step *step)
{
    char spelled[UNITS_ROOM];

    text_printf(text, "  %-28s %-7s ", step->choice.id,
                tier_name(step->choice.variant->tier));
    if (step->skipped != NULL)
        text_printf(text, "left out: %s\n", step->skipped);
    else if (step->cannot != NULL)
        text_printf(text, "cannot: %s\n", step->cannot);
    else
        text_printf(text, "%3zu point%s  %s\n", step->point_count,
                    step->point_count == 1 ? " " : "s",
                    units_spell_duration(step_seconds(step, plan->least_rounds),
                                         spelled));
}

static void add_sums(struct text *text, const struct plan *plan)
{
    char seconds[UNITS_ROOM], budget[UNITS_ROOM], memory[UNITS_ROOM],
        file[UNITS_ROOM], written[UNITS_ROOM];

    text_printf(text, "about %s for %llu rounds of all, at most %s\n",
                units_spell_duration(plan->seconds, seconds),
                (unsigned long long)plan->least_rounds,
                units_spell_duration(clock_seconds(plan->budget_ns), budget));
    text_printf(text, "memory   %s\n",
                units_spell_size(plan->memory_bytes, memory));
    text_printf(text, "disk     %s of space, at most %s written\n",
                units_spell_size(plan->file_bytes, file),
                units_spell_size(plan->file_bytes > 0 ? plan->max_written : 0,
                                 written));
}

static bool measures_anything(const struct plan *plan)
{
    for (size_t i = 0; i < plan->step_count; i++) {
        if (plan->steps[i].skipped == NULL && plan->steps[i].cannot == NULL)
            return true;
    }
    return false;
}

int plan_print(const struct plan *plan, struct arena *arena, struct err *err)
{
    bool any = measures_anything(plan);
    struct text text;

    text_init(&text, arena);
    for (size_t i = 0; i < plan->step_count; i++)
        add_step(&text, plan, &plan->steps[i]);
    if (any)
        add_sums(&text, plan);
    if (output_text(text.bytes) != EXIT_MET)
        return err_set(err, ERR_SYSTEM, "the plan could not be printed");
    if (!any)
        return err_set(err, ERR_UNSUPPORTED,
                       "nothing of this would be measured");
    return 0;
}

void plan_announce(const struct plan *plan)
{
    char seconds[UNITS_ROOM], budget[UNITS_ROOM], memory[UNITS_ROOM],
        file[UNITS_ROOM];

    if (!measures_anything(plan)) {
        (void)fputs("assay: nothing of this can be measured\n", stderr);
        return;
    }
    (void)fprintf(
        stderr, "assay: about %s, at most %s; %s of memory, %s of disk space\n",
        units_spell_duration(plan->seconds, seconds),
        units_spell_duration(clock_seconds(plan->budget_ns), budget),
        units_spell_size(plan->memory_bytes, memory),
        units_spell_size(plan->file_bytes, file));
}
