/**
 * The tables and the SQL functions of all modules. A module owns its .sql files: those in its folder migrations/ make and change tables, all
 * others are functions, triggers and views. Files of one name in several modules are one migration (001-baseline).
 *
 * Files are taken in the order of the modules, the lowest first, and inside a module by their paths: what a file names when it is applied
 * stands in one before it. From source they are read from the disk; the bundle holds their texts (vite.server.config.ts), so that the built
 * server needs no file but itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import modules from './modules.json' with { type: 'json' };
import type { Schema } from './platform/index.ts';
import { textsFunctionSql } from './words.ts';

declare const __SCHEMA__: Schema | undefined;

function readSchema(): Schema {
  const migrations: Record<string, string[]> = {};
  const routines: Record<string, string> = { 'words (server/words.ts)': textsFunctionSql() };
  for (const { module } of modules)
    for (const path of sqlFiles(module)) {
      const text = readFileSync(new URL(`${module}/${path}`, import.meta.url), 'utf8');
      const migration = /^migrations\/(.+)\.sql$/.exec(path)?.[1];
      if (migration === undefined) routines[`${module}/${path}`] = text;
      else (migrations[migration] ??= []).push(text);
    }
  return { migrations: Object.fromEntries(Object.entries(migrations).sort(([a], [b]) => (a < b ? -1 : 1))), routines };
}

const sqlFiles = (module: string): string[] =>
  (readdirSync(fileURLToPath(new URL(module, import.meta.url)), { recursive: true }) as string[])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.sql'))
    .sort();

export const SCHEMA: Schema = typeof __SCHEMA__ === 'undefined' ? readSchema() : __SCHEMA__;
