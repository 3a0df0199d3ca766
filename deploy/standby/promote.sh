#!/bin/sh
# Makes a standby the primary. First make sure that the old primary is dead and stays so.
#   promote.sh /var/lib/postgresql/15/caipu 'host=/var/run/postgresql dbname=postgres'
# Run as the user of PostgreSQL, with its programs in the PATH.
set -eu
folder=$1
itself=$2
pg_ctl promote --pgdata="$folder" --wait
# The setting came from the old primary: with it, every commit would wait for a standby. Set it again after making a new standby.
psql --no-psqlrc --quiet --dbname="$itself" --command="ALTER SYSTEM SET synchronous_standby_names = ''" --command='SELECT pg_reload_conf()' >/dev/null
