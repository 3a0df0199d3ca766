#!/bin/sh
# Makes the folder of a standby from a running primary, ready to be started as a PostgreSQL of its own.
#   make-standby.sh 'host=primary port=5432 user=replicator' /var/lib/postgresql/15/caipu [name]
# Run as the user of PostgreSQL, with its programs in the PATH. The password belongs into ~/.pgpass.
set -eu
primary=$1
folder=$2
name=${3:-standby}
# The slot keeps what the standby has not read yet; max_slot_wal_keep_size on the primary bounds it.
pg_basebackup --dbname="$primary application_name=$name" --pgdata="$folder" --write-recovery-conf --wal-method=stream \
  --checkpoint=fast --create-slot --slot="$name"
