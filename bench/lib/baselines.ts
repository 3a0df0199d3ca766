/** bench/baselines.json: the reviewed figures, with which later ones are compared. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Figure, goalText, goalMet, valueText } from './figure.ts';

const file = fileURLToPath(new URL('../baselines.json', import.meta.url));
const readme = fileURLToPath(new URL('../README.md', import.meta.url));

interface Entry {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: string;
  readonly met?: boolean;
  readonly against?: Figure['against'];
  readonly rounds?: number;
  readonly range?: readonly [number, number];
  readonly note?: string;
  /** Day of the measurement, and the machine's short name. */
  readonly on: string;
  readonly machine: string;
  /** Programs that wanted a processor on average in the minute before the run began: above the number of cores, times are too long. */
  readonly load: number;
}

interface Baselines {
  readonly figures: Readonly<Record<string, Entry>>;
}

export function readBaselines(): Baselines {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Baselines;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { figures: {} };
    throw new Error(`bench/baselines.json cannot be read: ${(error as Error).message}. Mend it, or delete it and run with --write.`);
  }
}

const rounded = (value: number) => Number(value.toPrecision(4));

/** Replaces the former figures with the measured ones; figures that were not measured stay. */
export function writeBaselines(figures: readonly Figure[], load: number): void {
  const cores = cpus();
  const machine = `${cores.length} × ${(cores[0]?.model ?? 'unknown processor').trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  const on = new Date().toISOString().slice(0, 10);
  const all: Record<string, Entry> = { ...readBaselines().figures };
  for (const figure of figures) {
    const good = goalMet(figure);
    all[figure.id] = {
      what: figure.what,
      value: rounded(figure.value),
      unit: figure.unit,
      goal: goalText(figure),
      ...(good === undefined ? {} : { met: good }),
      ...(figure.against ? { against: figure.against } : {}),
      ...(figure.rounds ? { rounds: figure.rounds } : {}),
      ...(figure.range ? { range: [rounded(figure.range[0]), rounded(figure.range[1])] as const } : {}),
      ...(figure.note ? { note: figure.note } : {}),
      on,
      machine,
      load: rounded(load),
    };
  }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
  writeFileSync(file, `${JSON.stringify({ figures: sorted }, null, 2)}\n`);
  writeTable(sorted);
}

const BEGIN = '<!-- figures: written by npm run bench -- --write -->';
const END = '<!-- end of figures -->';

/** The same figures as a table in the README, so that the two never say different things. */
function writeTable(figures: Baselines['figures']): void {
  const text = readFileSync(readme, 'utf8');
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Error(`bench/README.md has lost the lines "${BEGIN}" and "${END}" that its table stands between`);
  const cell = (words: string) => words.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const rows = Object.entries(figures).map(([id, entry]) => {
    const judged = entry.met === undefined ? 'noted' : entry.met ? 'met' : '**short**';
    const compared = entry.against ? `${entry.against.ours} / ${entry.against.theirs}: ${entry.against.what}` : '';
    return `| ${id} | ${cell(entry.what)} | ${valueText(entry.value, entry.unit)} | ${entry.goal} | ${judged} | ${cell(compared)} |`;
  });
  const machines = [...new Set(Object.values(figures).map(({ machine, on }) => `${machine} (${on})`))];
  const table = ['| id | what | value | goal | | ours / theirs: what it compares to |', '|---|---|---|---|---|---|', ...rows].join('\n');
  const measured = `Measured on ${machines.join('; ')}.`;
  writeFileSync(readme, `${text.slice(0, from)}${BEGIN}\n\n${table}\n\n${measured}\n\n${text.slice(to)}`);
}
