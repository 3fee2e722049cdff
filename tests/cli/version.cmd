assay --version | sed 's/([0-9a-f]*\(unknown\)*)/(COMMIT)/'
