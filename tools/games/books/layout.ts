/**
 * The public file layout of Stake Engine's math-sdk (docs/rgs_docs/data_format.md at 63e9cc61): `index.json` names the modes of a game; each
 * mode has a look-up table (CSV: id, weight, payout) and books (JSON Lines: id, events, payoutMultiplier). Payouts are hundredths of the
 * base bet. The format takes 0 and multiples of 10 from 10 on, and weights whose sum is below 2^64.
 */
export interface Mode {
  readonly name: string;
  /** What a round costs in base bets. */
  readonly cost: number;
  /** File of the books. */
  readonly events: string;
  /** File of the look-up table. */
  readonly weights: string;
}

export interface TableRow {
  readonly id: bigint;
  readonly weight: bigint;
  /** Hundredths of the base bet. */
  readonly payout: bigint;
}

export interface Book {
  readonly id: number;
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly payoutMultiplier: number;
}

/** What is wrong in a file, with its place. */
export class LayoutError extends Error {
  readonly zh: string;
  readonly en: string;

  constructor(place: string, zh: string, en: string) {
    super(`${place}: ${en}`);
    this.zh = `${place}  ${zh}`;
    this.en = `${place}  ${en}`;
  }
}

/** The format takes payouts in steps of this many hundredths. */
export const PAYOUT_STEP = 10n;
const MOST_WEIGHT = 2n ** 64n - 1n;

/** The modes of an `index.json`. @throws LayoutError */
export function readIndex(text: string, file: string): Mode[] {
  const value = parseJson(text, file);
  const modes = isRecord(value) && Array.isArray(value.modes) ? value.modes : undefined;
  if (modes === undefined || modes.length === 0)
    throw new LayoutError(file, '没有 modes 列表；写 {"modes": [...]}', 'there is no list "modes"; write {"modes": [...]}');
  return modes.map((mode: unknown, at) => {
    const place = `${file} /modes/${at}`;
    if (!isRecord(mode)) throw new LayoutError(place, '应为对象', 'expected an object');
    const { name, cost, events, weights } = mode;
    if (typeof name !== 'string' || typeof events !== 'string' || typeof weights !== 'string' || typeof cost !== 'number' || !(cost > 0))
      throw new LayoutError(place, '需要 name、cost（大于 0）、events、weights', 'name, cost (above 0), events and weights are required');
    return { name, cost, events, weights };
  });
}

/** The rows of a look-up table. @throws LayoutError */
export function readTable(text: string, file: string): TableRow[] {
  const rows: TableRow[] = [];
  let sum = 0n;
  for (const [at, line] of lines(text)) {
    const place = `${file}:${at}`;
    const cells = line.split(',').map((cell) => cell.trim());
    const [id, weight, payout] = cells.map((cell) => (/^\d{1,20}$/.test(cell) ? BigInt(cell) : undefined));
    if (cells.length !== 3 || id === undefined || weight === undefined || payout === undefined)
      throw new LayoutError(place, '每行写三个非负整数：编号,权重,赔付', 'each line has three whole numbers: id, weight, payout');
    if (payout % PAYOUT_STEP !== 0n)
      throw new LayoutError(place, `赔付 ${payout} 不是 10 的倍数`, `the payout ${payout} is no multiple of 10`);
    sum += weight;
    rows.push({ id, weight, payout });
  }
  if (sum > MOST_WEIGHT) throw new LayoutError(file, '权重合计超过 2^64 − 1', 'the weights add up to more than 2^64 − 1');
  if (sum === 0n) throw new LayoutError(file, '权重合计为 0', 'the weights add up to 0');
  return rows;
}

/** Books of a mode, held against the rows of its table: as many, with the same ids and payouts in the same order. @throws LayoutError */
export function readBooks(text: string, file: string, rows: readonly TableRow[]): Book[] {
  const books: Book[] = [];
  for (const [at, line] of lines(text)) {
    const place = `${file}:${at}`;
    const value = parseJson(line, place);
    if (!isRecord(value) || !isWhole(value.id) || !isWhole(value.payoutMultiplier) || !Array.isArray(value.events))
      throw new LayoutError(
        place,
        '每行一局：id、payoutMultiplier 为整数，events 为列表',
        'each line is a round: id and payoutMultiplier are whole numbers, events is a list',
      );
    const row = rows[books.length];
    if (row === undefined || BigInt(value.id) !== row.id || BigInt(value.payoutMultiplier) !== row.payout) {
      const table = row === undefined ? '—' : `${row.id}, ${row.payout}`;
      throw new LayoutError(
        place,
        `与权重表第 ${books.length + 1} 行不符：${value.id}、${value.payoutMultiplier}，表里是 ${table}`,
        `does not match line ${books.length + 1} of the table: ${value.id}, ${value.payoutMultiplier}; the table has ${table}`,
      );
    }
    books.push({ id: value.id, events: value.events as Book['events'], payoutMultiplier: value.payoutMultiplier });
  }
  if (books.length !== rows.length)
    throw new LayoutError(
      file,
      `有 ${books.length} 局，权重表有 ${rows.length} 行`,
      `it has ${books.length} rounds, the table has ${rows.length} lines`,
    );
  return books;
}

export const writeIndex = (modes: readonly Mode[]): string => `${JSON.stringify({ modes }, null, 4)}\n`;
export const writeTable = (rows: readonly TableRow[]): string =>
  rows.map(({ id, weight, payout }) => `${id},${weight},${payout}\n`).join('');
export const writeBooks = (books: readonly Book[]): string => books.map((book) => `${JSON.stringify(book)}\n`).join('');

/** Lines that are not blank, with their numbers from 1 on. */
function* lines(text: string): Generator<readonly [number, string]> {
  let number = 0;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    number += 1;
    if (line.trim() !== '') yield [number, line];
  }
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new LayoutError(
      place,
      '不是 JSON；一局写一行，排版过的文件要先还原',
      'this is not JSON; write each round on one line, and not a pretty-printed file',
    );
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
