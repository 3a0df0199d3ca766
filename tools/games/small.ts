/** `odds <code>` of a small game: each bet with its exact chances and what it returns, as text. */
import type { Lang } from '../../engine/descriptions/codes.ts';
import { loadDocument } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { fractionText, oddsText, percentText } from '../../engine/rules/fraction-text.ts';
import { addFractions, compareFractions, fraction } from '../../engine/rules/math.ts';
import type { Fraction } from '../../engine/rules/types.ts';
import { type SmallOdds, smallOdds } from '../../engine/small/bets.ts';
import { dealChance } from '../../engine/small/gate.ts';
import { skipPolicies } from '../../engine/small/semantics.ts';
import type { SmallGame } from '../../engine/small/types.ts';
import { readDescription } from '../../server/catalog/files.ts';

/** A small game of a folder by its code: what its file says, or the first thing that is wrong with it. Undefined: there is no such file. */
export async function smallGame(folder: string, code: string, lang: Lang): Promise<SmallGame | string | undefined> {
  const read = await readDescription(`${folder}/small/${code}.json`);
  if (!read.ok) return read.problem.code === 'FILE_UNREADABLE' ? undefined : formatProblem(read.problem, lang);
  const loaded = loadDocument(read.text, { file: `${code}.json`, kind: 'small' });
  if (loaded.ok) return loaded.document as unknown as SmallGame;
  return loaded.problems.map((problem) => formatProblem(problem, lang)).join('\n');
}

const WAYS: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  between: ['射中', 'between'],
  post: ['撞柱', 'post'],
  outside: ['射偏', 'outside'],
};

export function writeSmallOdds(game: SmallGame, lang: Lang): string[] {
  const zh = lang === 'zh';
  const lines = [`${game.name} ${game.code}`];
  for (const odds of smallOdds(game)) lines.push(...bet(odds, zh, game));
  if (game.gate !== undefined) lines.push('', ...policies(game, zh));
  return lines;
}

/** The fraction as it is counted (of all stops, of 216 throws), and not in lowest terms. */
function over({ numerator, denominator }: Fraction, all: bigint): string {
  return all % denominator === 0n ? `${numerator * (all / denominator)}/${all}` : fractionText({ numerator, denominator });
}

function bet({ code, name, group, pays, ways, winChance, returns }: SmallOdds, zh: boolean, game: SmallGame): string[] {
  const all = game.slot?.reels.reduce((product, strip) => product * BigInt(strip.length), 1n) ?? (game.dice === undefined ? 50n : 216n);
  const title = [code, group, name].filter((each, i, those) => each !== '' && those.indexOf(each) === i).join('  ');
  return [
    `${title}  ${pays}${pays === '' ? '' : ' : 1  '}${zh ? '返奖率' : 'returns'} ${over(returns, all)} = ${percentText(returns, 4)}  ${zh ? '中奖' : 'wins'} ${over(winChance, all)}`,
    ...ways.flatMap((way) => {
      if (way.name === '') return [];
      const [inChinese, inEnglish] = WAYS[way.name] ?? [way.name, way.name];
      return [`    ${zh ? inChinese : inEnglish}  × ${times(way.thousandths)}  ${over(way.chance, all)}  ${oddsText(way.chance)}`];
    }),
  ];
}

function times(thousandths: bigint): string {
  const sign = thousandths < 0n ? '-' : '';
  const size = thousandths < 0n ? -thousandths : thousandths;
  const part = (size % 1000n).toString().padStart(3, '0').replace(/0+$/, '');
  return `${sign}${size / 1000n}${part === '' ? '' : `.${part}`}`;
}

function policies(game: SmallGame, zh: boolean): string[] {
  let count = 0;
  let best: { readonly widths: readonly number[]; readonly gain: Fraction } | undefined;
  for (const policy of skipPolicies(game)) {
    count += 1;
    if (policy.widths.length > 0 && (best === undefined || compareFractions(policy.gain, best.gain) > 0)) best = policy;
  }
  const again = [dealChance(-1), dealChance(0)].reduce(addFractions, fraction(0n, 1n));
  if (best === undefined) return [];
  const { numerator, denominator } = best.gain;
  const sign = numerator < 0n ? '-' : '';
  const size = { numerator: numerator < 0n ? -numerator : numerator, denominator };
  const figure = `${sign}${fractionText(size)} = ${sign}${percentText(size, 4)}`;
  return [
    zh
      ? `${count} 种取舍，最好的是只射 ${best.widths.join('、')}：每手 ${figure}；重发 ${fractionText(again)}`
      : `${count} ways of skipping, the best shoots at ${best.widths.join(', ')}: ${figure} a hand; dealt anew ${fractionText(again)}`,
  ];
}
