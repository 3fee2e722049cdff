# Who asks for a family by its name is told its members.
for name in kubernetes polkado postgres; do
    assay check $name
    echo "$?"
done
assay check polkadot --dry-run >plan
assay check polkadot --dry-run -q >plan
assay check polkadot-2022 --dry-run >plan
