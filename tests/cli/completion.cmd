# What bash proposes, and that it knows every option that the help names.
assay completion bash >script || exit
cat >driver <<'END'
compopt() { :; }
. ./script
proposals() {
    COMP_WORDS=(assay "$@")
    COMP_CWORD=$#
    _assay
    echo "${COMPREPLY[@]}"
}
mkdir folder
touch folder/file.json result.json
proposals che
proposals check polkadot-
proposals check result
proposals --qu
proposals report --no-
proposals report -o r
touch 'two words.json'
proposals report two
echo "${#COMPREPLY[@]}"
proposals report -o two
echo "${#COMPREPLY[@]}"
proposals report -f js
proposals -d fo
proposals info --time ''
proposals completion ''
proposals history tr
for command in run check machine quickbench info list report compare history; do
    known=" $(proposals $command --) "
    for option in $(assay $command --help | sed -n \
        's/^ *\(-., \)\?\(--[a-z-]*\).*/\2/p'); do
        [[ $known == *" $option "* || $option == --usage ]] ||
            echo "$command: $option is not proposed"
    done
done
END
bash driver
for shell in zsh fish; do
    assay completion $shell >script.$shell
    if command -v $shell >/dev/null; then
        $shell -n script.$shell || echo "$shell does not understand it"
    fi
done
assay completion ksh
echo "$?"
