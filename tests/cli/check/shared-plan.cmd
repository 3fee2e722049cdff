# Profiles that ask for the same benchmark share its measurement.
assay check etcd kubernetes-control-plane harvester --dry-run |
    grep -c disk.fsync.append
