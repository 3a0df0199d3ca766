/** PostgreSQL as kysely sees it here, in both homes of the database. */
import { type DatabaseIntrospector, type Kysely, PostgresDialect, sql } from 'kysely';

/** What the migrator keeps its own things in, by kysely's names. */
const OWN = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Looks for nothing but the migrator's own tables, which is all that is asked. Kysely's own introspector reads every column of every table, and
 * does so before it has the lock of migrations: while another process renamed or dropped a column, a start failed with a column that is not
 * there.
 */
export class OwnTablesDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const getTables = async () => {
      const { rows } = await sql<{
        name: string;
      }>`SELECT name FROM unnest(${sql.val(OWN)}::text[]) AS name WHERE to_regclass(name) IS NOT NULL`.execute(db);
      return rows.map(({ name }) => ({ name, isView: false, columns: [] }));
    };
    return { getSchemas: async () => [], getTables, getMetadata: async () => ({ tables: await getTables() }) };
  }
}
