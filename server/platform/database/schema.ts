/** What the database is made of. The modules own it, and server/schema.ts puts it together; this module only applies it. */
export interface Schema {
  /** By name, in the order in which they run: the statements of each. One that was released never changes; the next one is added. */
  readonly migrations: Migrations;
  /** Functions, triggers and views by the name of their file, in the order in which they are created. */
  readonly routines: Readonly<Record<string, string>>;
}

export type Migrations = Readonly<Record<string, readonly string[]>>;

/** The name of the last migration, which is the schema that the program works with. */
export const lastMigration = (migrations: Migrations): string => Object.keys(migrations).at(-1) as string;
