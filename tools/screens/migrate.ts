/** A description file written in another format of its kind, up to the present one or back. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { loadDocument } from '../../engine/descriptions/load.ts';
import { currentFormat, migrateFormat } from '../../engine/descriptions/migrations.ts';
import { parseJson } from '../../engine/descriptions/parse.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { MigrationError } from '../../engine/descriptions/screens/migrate.ts';
import { writeDescription } from '../../engine/descriptions/write.ts';
import { readDescription } from '../../server/catalog/files.ts';

export interface MigratedFile {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

/** Writes `file` in format `to` (the present one when left out). A file that is wrong, or that `to` cannot say, stays as it is. */
export async function migrateFile(file: string, to: number | undefined, language: Lang): Promise<MigratedFile> {
  const report = (ok: boolean, zh: string, en: string): MigratedFile => ({ ok, lines: [language === 'zh' ? zh : en] });
  const read = await readDescription(resolve(file), file);
  if (!read.ok) return { ok: false, lines: [formatProblem(read.problem, language)] };
  const loaded = loadDocument(read.text, { file });
  if (!loaded.ok) return { ok: false, lines: loaded.problems.map((problem) => formatProblem(problem, language)) };
  const parsed = parseJson(read.text);
  const written = (parsed.ok ? parsed.value : undefined) as Readonly<Record<string, unknown>> & { readonly format: number };
  const { kind } = loaded.document;
  const wanted = to ?? currentFormat(kind);
  if (wanted > currentFormat(kind))
    return report(
      false,
      `${file}: ${kind} 没有格式 ${wanted}，最新是 ${currentFormat(kind)}`,
      `${file}: ${kind} has no format ${wanted}; the newest is ${currentFormat(kind)}`,
    );
  if (wanted === written.format) return report(true, `${file} 已是格式 ${wanted}`, `${file} is in format ${wanted} already`);
  try {
    const { document } = migrateFormat(kind, written, written.format, wanted);
    await writeFile(resolve(file), writeDescription(withFormat(document, written)));
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    const { line, column } = parsed.source.position(parsed.source.offsetOf(error.pointer));
    const place = `${file}:${line}:${column}  ${error.pointer || '/'}`;
    return report(
      false,
      `${place}  格式 ${wanted} 不能表达这里的内容，文件没有改动（${error.message}）`,
      `${place}  format ${wanted} cannot say this; the file is as it was (${error.message})`,
    );
  }
  return report(true, `${file}  格式 ${written.format} → ${wanted}`, `${file}  format ${written.format} → ${wanted}`);
}

/** The members that every description begins with, first and in the order in which they were. */
function withFormat(document: Readonly<Record<string, unknown>>, written: Readonly<Record<string, unknown>>): object {
  const keptNames = Object.keys(written).filter((name) => Object.hasOwn(document, name));
  const head = Object.fromEntries(keptNames.slice(0, keptNames.indexOf('format') + 1).map((name) => [name, document[name]]));
  return { ...head, ...document };
}
