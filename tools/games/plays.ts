/** `plays <code>`: what a ticket may name: plays, their areas with bounds, and the values of options with their labels. */
import type { Lang } from '../../engine/descriptions/codes.ts';
import { formatMoney } from '../../engine/descriptions/format.ts';
import type { Area, Game } from '../../engine/descriptions/types.ts';

export function writePlays(game: Game, only: string | undefined, lang: Lang): string[] {
  const zh = lang === 'zh';
  const lines = [`${game.name} ${game.code}`];
  for (const group of game.playGroups)
    for (const play of group.plays) {
      if (only !== undefined && only !== play.code) continue;
      const title = group.name === play.name ? play.name : `${group.name} ${play.name}`;
      const price = formatMoney(play.unitFen ?? game.unitFen);
      lines.push('', `${play.code}  ${title}  ${zh ? `每注 ${price} 元` : `${price} yuan a bet`}`);
      for (const area of play.areas) lines.push(`  ${area.id}  ${area.label}  ${writeArea(area, zh)}`);
    }
  return lines;
}

function writeArea(area: Area, zh: boolean): string {
  const between = (min: number, max: number, what: string): string => `${what} ${min === max ? min : `${min}–${max}`}`;
  if (area.kind === 'numbers') {
    const picks = between(area.min, area.max, zh ? '选' : 'picks');
    const bankers = area.bankers === undefined ? '' : between(area.bankers.min, area.bankers.max, zh ? '，胆码' : ', bankers');
    return `${area.from}–${area.to}，${picks}${bankers}`.replace('，', zh ? '，' : ', ');
  }
  if (area.kind === 'options') {
    const values = area.options.map(({ value, label }) => (value === label ? value : `${value}=${label}`)).join(' ');
    return `${values}${zh ? '，' : ', '}${between(area.min, area.max, zh ? '选' : 'picks')}`;
  }
  return zh ? '逐注输入' : 'typed bets';
}
