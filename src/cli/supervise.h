/* A parent that can leave when the measuring process cannot.
 *
 * A thread that waits in the kernel for a dead disk cannot be killed, and a process
 * with such a thread never ends: whoever waits for it, a shell or a pipeline, waits for
 * ever, whatever was printed. So the measuring is done by a child, which tells its exit
 * status when its report is out; the parent passes signals on to it, and leaves with
 * that status whether the child is gone by then or not. */
#ifndef ASSAY_CLI_SUPERVISE_H
#define ASSAY_CLI_SUPERVISE_H

struct program;

/* Goes on in the child; the parent stays here until it leaves with the child's status.
 * Call it before the first thread; called again, it does nothing. Where no child can be
 * had, nobody supervises: the run goes on all the same. */
void supervise(struct program *program);

/* Tells the parent, if there is one, that all is written and which status to leave
 * with. */
void supervise_tell(const struct program *program, int status);

#endif
