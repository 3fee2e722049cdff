/* Runs a program for which one or more system calls fail, as in a container:
 *
 *     deny 425:1 206:38 -- PROGRAM ...      (number:errno) */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { MOST = 8 };

static int forbid(const unsigned (*calls)[2], unsigned count)
{
    struct sock_filter code[2 * MOST + 2];
    struct sock_fprog program = { 0, code };

    code[program.len++] = (struct sock_filter)BPF_STMT(
        BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (unsigned i = 0; i < count; i++) {
        code[program.len++] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, calls[i][0], 0, 1);
        code[program.len++] = (struct sock_filter)BPF_STMT(
            BPF_RET | BPF_K, SECCOMP_RET_ERRNO | calls[i][1]);
    }
    code[program.len++] =
        (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv)
{
    unsigned calls[MOST][2];
    unsigned count = 0;
    int i = 1;

    for (; i < argc && strcmp(argv[i], "--") != 0 && count < MOST; i++) {
        if (sscanf(argv[i], "%u:%u", &calls[count][0], &calls[count][1]) != 2)
            return 125;
        count++;
    }
    if (i + 1 >= argc || forbid((const unsigned(*)[2])calls, count) < 0) {
        perror("deny");
        return 125;
    }
    execvp(argv[i + 1], argv + i + 1);
    perror(argv[i + 1]);
    return 127;
}
