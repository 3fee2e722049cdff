/* One line for each command; the order is the order of the help. */
#ifndef COMMAND
#error "define COMMAND(name) before including this list"
#endif

COMMAND(command_run)
COMMAND(command_check)
COMMAND(command_machine)
COMMAND(command_benchmark)
COMMAND(command_quickbench)
COMMAND(command_info)
COMMAND(command_list)
COMMAND(command_report)
COMMAND(command_compare)
COMMAND(command_history)
COMMAND(command_completion)
