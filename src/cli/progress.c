#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/units.h"
#include "base/unknown.h"

/* Redrawn no oftener than this: drawing takes time from the host being gauged. */
static const uint64_t redraw_ns = 250 * NS_PER_MS;

void progress_init(struct progress *progress, const struct clock *clock,
                   bool quiet)
{
    const bool terminal = isatty(STDERR_FILENO) == 1;

    *progress =
        (struct progress){ .clock = clock, .shown = terminal && !quiet };
}

static void draw(struct progress *progress, const char *line)
{
    /* Back to the first column, the line, and clear what was longer. */
    (void)fprintf(stderr, "\r%.78s\033[K", line);
    (void)fflush(stderr);
    progress->on_line = true;
    progress->drawn_ns = clock_now(progress->clock);
}

void progress_say(struct progress *progress, const char *what)
{
    if (progress->shown)
        draw(progress, what);
}

static void on_slice(void *context, const struct step *step, uint64_t round,
                     double seconds_left)
{
    struct progress *progress = context;
    char left[UNITS_ROOM];
    char line[160];

    if (!progress->shown ||
        (progress->on_line &&
         clock_now(progress->clock) - progress->drawn_ns < redraw_ns))
        return;
    if (round == 0)
        (void)snprintf(line, sizeof(line), "preparing %s", step->choice.id);
    else
        (void)snprintf(line, sizeof(line), "round %llu  %-28s about %s left",
                       (unsigned long long)round, step->choice.id,
                       units_spell_duration(seconds_left, left));
    draw(progress, line);
}

struct watcher progress_watcher(struct progress *progress)
{
    return (struct watcher){ .slice = on_slice, .context = progress };
}

void progress_end(struct progress *progress)
{
    if (!progress->on_line)
        return;
    (void)fputs("\r\033[K", stderr);
    (void)fflush(stderr);
    progress->on_line = false;
}
