/** `odds <code>`: the odds table of a game as text. */
import type { Lang } from '../../engine/descriptions/codes.ts';
import { formatInteger, formatMoney } from '../../engine/descriptions/format.ts';
import { fractionText, oddsText, percentText, sameFraction } from '../../engine/rules/fraction-text.ts';
import type { CompiledGame } from '../../engine/rules/index.ts';
import { type BetKind, drawCount, oddsOf, type PlayOdds } from '../../engine/rules/odds.ts';

/** How many bets of one kind are named before the rest is only counted. */
const NAMED = 8;

export function writeOdds(compiled: CompiledGame, only: string | undefined, lang: Lang): string[] {
  const zh = lang === 'zh';
  const draws = drawCount(compiled.game.draw);
  const lines = [
    `${compiled.game.name} ${compiled.game.code}  ${zh ? '开奖结果' : 'draws'} ${draws === undefined ? '—' : formatInteger(draws)}`,
  ];
  for (const play of oddsOf(compiled, only)) lines.push('', ...writePlay(play, zh));
  return lines;
}

function writePlay(play: PlayOdds, zh: boolean): string[] {
  const title = play.group === play.name ? play.name : `${play.group} ${play.name}`;
  const { average, lowest, highest } = play.returns;
  const rate = sameFraction(lowest, highest)
    ? `${percentText(average)} (${fractionText(average)})`
    : `${percentText(lowest)} – ${percentText(highest)}, ⌀ ${percentText(average)}`;
  return [
    zh
      ? `${play.code}  ${title}  ${play.bets === undefined ? '' : `${formatInteger(play.bets)} 种注，`}每注 ${formatMoney(play.unitFen)} 元，返奖率 ${rate}`
      : `${play.code}  ${title}  ${play.bets === undefined ? 'bets' : `${formatInteger(play.bets)} bets`} of ${formatMoney(play.unitFen)} yuan, return to player ${rate}`,
    ...play.kinds.flatMap((kind) => writeKind(kind, zh)),
  ];
}

function writeKind(kind: BetKind, zh: boolean): string[] {
  const named = kind.bets.slice(0, NAMED).join(zh ? '、' : ', ');
  const more = kind.bets.length > NAMED ? (zh ? ` 等 ${kind.bets.length} 种` : ` and ${kind.bets.length - NAMED} more`) : '';
  const head = kind.bets.length > 0 ? [`  ${named}${more}  ${zh ? '返奖率' : 'returns'} ${percentText(kind.returns)}`] : [];
  const indent = kind.bets.length > 0 ? '    ' : '  ';
  const about = zh ? '约 ' : 'about ';
  return [
    ...head,
    ...kind.tiers.map(
      ({ name, tier, chance, fen, floating }) =>
        `${indent}${zh ? name : tier}  ${fractionText(chance)}  ${oddsText(chance)}  ${floating ? about : ''}${formatMoney(fen)}${zh ? ' 元' : ' yuan'}`,
    ),
    ...(kind.tiers.length === 0 ? [`${indent}${zh ? '永远不中' : 'never wins'}`] : []),
    ...(kind.tiers.length > 1
      ? [`${indent}${zh ? '中任何奖' : 'any tier'}  ${fractionText(kind.winChance)}  ${oddsText(kind.winChance)}`]
      : []),
  ];
}
