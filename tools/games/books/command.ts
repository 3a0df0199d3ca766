/** `books <game>`: writes the books and look-up tables of a small game, or holds those of a folder against it. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { decompress } from 'fzstd';
import type { Lang } from '../../../engine/descriptions/codes.ts';
import { oneInText, percentText } from '../../../engine/rules/fraction-text.ts';
import { type SmallOdds, smallOdds } from '../../../engine/small/bets.ts';
import type { SmallGame } from '../../../engine/small/types.ts';
import { compareTable, type TableComparison } from './compare.ts';
import { booksOf, type UnsaidBet } from './game-books.ts';
import { LayoutError, type Mode, readBooks, readIndex, readTable, writeBooks, writeIndex, writeTable } from './layout.ts';

const INDEX = 'index.json';
/** Level of zstd. */
const LEVEL = 6;
/** Differences that are listed of a mode. */
const MOST_LISTED = 20;

export interface BooksAnswer {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

/** Writes index, tables and books of every bet that the format can hold. */
export async function writeGameBooks(game: SmallGame, folder: string, lang: Lang): Promise<BooksAnswer> {
  const { modes, unsaid } = booksOf(game);
  const notes = unsaid.map((bet) => unsaidText(bet, lang));
  if (modes.length === 0) return { ok: false, lines: [...notes, lang === 'zh' ? '没有可写的投注' : 'there is no bet to write'] };
  const zstd = await Zstd.load();
  await mkdir(folder, { recursive: true });
  const index: Mode[] = [];
  for (const { name, rows, books } of modes) {
    const mode = { name, cost: 1, events: `books_${name}.jsonl.zst`, weights: `lookUpTable_${name}_0.csv` };
    await writeFile(join(folder, mode.weights), writeTable(rows));
    await writeFile(join(folder, mode.events), zstd.compress(new TextEncoder().encode(writeBooks(books)), LEVEL));
    index.push(mode);
  }
  await writeFile(join(folder, INDEX), writeIndex(index));
  const rows = modes.reduce((sum, mode) => sum + mode.rows.length, 0);
  const done = lang === 'zh' ? `${folder}：${modes.length} 个模式，${rows} 局` : `${folder}: ${modes.length} modes, ${rows} rounds`;
  return { ok: true, lines: [...notes, done] };
}

/**
 * Checks the files of a folder and compares each mode with a bet of the game. `names`: bets by mode, where the names differ; a game with one
 * bet needs none. False if a file is wrong, a mode has no bet, or a chance differs.
 */
export async function checkGameBooks(
  game: SmallGame,
  folder: string,
  names: ReadonlyMap<string, string>,
  lang: Lang,
): Promise<BooksAnswer> {
  const bets = smallOdds(game);
  const lines: string[] = [];
  let ok = true;
  try {
    const index = readIndex(await text(folder, INDEX), INDEX);
    for (const mode of index) {
      const bet = betOf(bets, names.get(mode.name) ?? mode.name);
      if (bet === undefined) {
        ok = false;
        lines.push(unknownText(mode.name, bets, lang));
        continue;
      }
      const rows = readTable(await text(folder, mode.weights), mode.weights);
      const books = readBooks(await booksText(folder, mode.events), mode.events, rows);
      const comparison = compareTable(bet, rows, mode.cost);
      ok &&= comparison.differences.length === 0;
      lines.push(...modeLines(mode.name, bet.code, books.length, comparison, lang));
    }
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return { ok: false, lines: [...lines, error[lang]] };
  }
  return { ok, lines };
}

const betOf = (bets: readonly SmallOdds[], name: string): SmallOdds | undefined =>
  bets.find(({ code }) => code === name) ?? (bets.length === 1 ? bets[0] : undefined);

async function text(folder: string, name: string): Promise<string> {
  return new TextDecoder().decode(await bytes(folder, name));
}

/**
 * Books as they are published (zstd), or not compressed. Writers of streams do not say the size of a frame; wasm-zstd 1.12.5 cannot read such
 * frames, and fzstd can.
 */
async function booksText(folder: string, name: string): Promise<string> {
  const read = await bytes(folder, name);
  if (!/\.zstd?$/.test(name)) return new TextDecoder().decode(read);
  try {
    return new TextDecoder().decode(decompress(read));
  } catch {
    throw new LayoutError(name, '不是 zstd 压缩的文件', 'this is not a file compressed by zstd');
  }
}

async function bytes(folder: string, name: string): Promise<Uint8Array> {
  // A name in the index is a file of the folder, and no path out of it.
  if (/[\\/]/.test(name)) throw new LayoutError(INDEX, `${name} 不是文件名`, `${name} is no file name`);
  return readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new LayoutError(name, '没有这个文件', 'there is no such file');
  });
}

function modeLines(mode: string, bet: string, rounds: number, { differences, described, table }: TableComparison, lang: Lang): string[] {
  const zh = lang === 'zh';
  const returns = `${percentText(table, 4)}${differences.length === 0 ? '' : zh ? `，描述是 ${percentText(described, 4)}` : `, described ${percentText(described, 4)}`}`;
  const head = zh
    ? `${mode} = ${bet}：${rounds} 局，返奖 ${returns}，${differences.length === 0 ? '完全相同' : `${differences.length} 个赔付的机会不同`}`
    : `${mode} = ${bet}: ${rounds} rounds, returns ${returns}, ${differences.length === 0 ? 'equal' : `${differences.length} payouts differ`}`;
  const listed = differences.slice(0, MOST_LISTED).map(({ thousandths, described: ours, table: theirs }) => {
    const times = `×${timesText(thousandths)}`;
    return zh
      ? `  ${times}  描述 ${oneInText(ours)}，表里 ${oneInText(theirs)}`
      : `  ${times}  described ${oneInText(ours)}, the table has ${oneInText(theirs)}`;
  });
  const more = differences.length - listed.length;
  return [head, ...listed, ...(more > 0 ? [zh ? `  另有 ${more} 个` : `  and ${more} more`] : [])];
}

const unsaidText = ({ name, thousandths }: UnsaidBet, lang: Lang): string =>
  lang === 'zh'
    ? `${name} 不写：赔付 ${timesText(thousandths)} 倍，格式只有 0 和 0.1 的倍数`
    : `${name} is left out: it pays ${timesText(thousandths)} times, and the format takes 0 and multiples of 0.1`;

const unknownText = (mode: string, bets: readonly SmallOdds[], lang: Lang): string => {
  const known = bets.map(({ code }) => code).join(' ');
  return lang === 'zh'
    ? `模式 ${mode} 不是这个游戏的投注；写 --mode ${mode}=投注，投注有：${known}`
    : `the mode ${mode} is no bet of this game; write --mode ${mode}=bet, the bets are: ${known}`;
};

/** 2375n → "2.375". */
function timesText(thousandths: bigint): string {
  const sign = thousandths < 0n ? '-' : '';
  const size = thousandths < 0n ? -thousandths : thousandths;
  return `${sign}${size / 1000n}.${String(size % 1000n).padStart(3, '0')}`.replace(/\.?0+$/, '');
}
