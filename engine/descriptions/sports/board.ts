/** Semantic checks of a sports game's list, sale and feed: the names in it, and that the house does not lose by its odds. */
import { type ReportFinding, unknownNameDetails } from '../semantics/report.ts';
import type { SportDescription } from './types.ts';

/** Thousandths that a chance moves at most, where a game does not say. */
export const MOVE_PERMILLE = 30;

export function boardFindings(add: ReportFinding, sport: SportDescription): void {
  const { board, feed, plays } = sport;
  const codes = plays.map(({ code }) => code);
  const play = (code: string, pointer: string): void => {
    if (!codes.includes(code)) add('PLAY_UNKNOWN', pointer, unknownNameDetails(code, codes));
  };
  for (const [i, code] of (board?.row ?? []).entries()) play(code, `/board/row/${i}`);
  for (const [i, { play: code, parts = [] }] of (board?.sheet ?? []).entries()) {
    play(code, `/board/sheet/${i}/play`);
    const known = plays.find((each) => each.code === code)?.choices.map((choice) => choice.code);
    for (const [k, { choices }] of parts.entries())
      for (const [c, choice] of choices.entries())
        if (known !== undefined && !known.includes(choice))
          add('SPORT_CHOICE', `/board/sheet/${i}/parts/${k}/choices/${c}`, unknownNameDetails(choice, known));
  }
  if (feed === undefined) return;
  const move = feed.movePermille ?? MOVE_PERMILLE;
  const share = sport.payout.kind === 'odds' ? sport.payout.sharePermille : 1000;
  // A chance that moved down by its most and is back: (1 + move) ÷ (1 − move) more than it should pay.
  const least = Math.max(0, Math.floor((share * (1000 + move)) / (1000 - move)) - 1000 + 1);
  const margin = (permille: number, pointer: string): void => {
    if (permille < least) add('SPORT_MARGIN', pointer, { margin: permille, move, least });
  };
  margin(feed.marginPermille, '/feed/marginPermille');
  for (const [i, { play: code, permille }] of (feed.margins ?? []).entries()) {
    play(code, `/feed/margins/${i}/play`);
    margin(permille, `/feed/margins/${i}/permille`);
  }
  for (const [list, some] of [
    ['singles', feed.singles ?? []],
    ['closed', feed.closed ?? []],
  ] as const)
    for (const [i, { plays: named }] of some.entries())
      for (const [k, code] of named.entries()) play(code, `/feed/${list}/${i}/plays/${k}`);
  checkPlayed(add, sport);
}

/** Every measure is played, in the model that it is counted in; one that is within another follows from that. */
function checkPlayed(add: ReportFinding, { feed, measures, numbers }: SportDescription): void {
  const played = feed?.measures ?? [];
  const codes = measures.map(({ code }) => code);
  for (const [i, { measure, model }] of played.entries()) {
    const found = measures.find(({ code }) => code === measure);
    if (found === undefined) add('SPORT_MEASURE', `/feed/measures/${i}/measure`, unknownNameDetails(measure, codes));
    else if (found.counted !== model) add('SPORT_MODEL', `/feed/measures/${i}/model`, { name: measure, counted: found.counted });
  }
  for (const [i, { code, within }] of measures.entries())
    if (within === undefined && !played.some(({ measure }) => measure === code)) add('SPORT_PLAYED', `/measures/${i}/code`, { name: code });
  const set = feed?.numbers ?? [];
  const names = numbers.map(({ code }) => code);
  for (const [i, { number, of }] of set.entries()) {
    if (!names.includes(number)) add('SPORT_NUMBER', `/feed/numbers/${i}/number`, unknownNameDetails(number, names));
    if (!played.some(({ measure }) => measure === of))
      add(
        'SPORT_MEASURE',
        `/feed/numbers/${i}/of`,
        unknownNameDetails(
          of,
          played.map(({ measure }) => measure),
        ),
      );
  }
  for (const [i, { code }] of numbers.entries())
    if (!set.some(({ number }) => number === code)) add('SPORT_SET', `/numbers/${i}/code`, { name: code });
}
