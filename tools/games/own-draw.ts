/** `new --draw kind:from-to:pick`: the draw of a game without a family, in one word. */
import type { OwnDraw } from '../../engine/rules/starter/plays.ts';

const KINDS: readonly OwnDraw['kind'][] = ['digits', 'dice', 'set', 'sequence'];
/** What the starting plays are made for; a draw beyond it is written by hand. */
const MOST = { digits: 5, dice: 5, set: 20, sequence: 10 } as const;
const LARGEST = 99;

/** The fault and the remedy. */
export interface InvalidDraw {
  readonly ok: false;
  readonly zh: string;
  readonly en: string;
}

export function readDraw(text: string): { readonly ok: true; readonly draw: OwnDraw } | InvalidDraw {
  const [, kind = '', from = '', to = '', pick = ''] = /^([a-z]+):(\d{1,3})-(\d{1,3}):(\d{1,3})$/.exec(text) ?? [];
  const draw = { kind: kind as OwnDraw['kind'], from: Number(from), to: Number(to), pick: Number(pick) };
  if (!KINDS.includes(draw.kind))
    return {
      ok: false,
      zh: `--draw ${text} 写法不对；写 digits:0-9:3（几位数字）、dice:1-6:3（几颗骰子）、set:1-80:20（不分先后）或 sequence:1-20:5（分先后）`,
      en: `--draw ${text} is not written as a draw; write digits:0-9:3, dice:1-6:3, set:1-80:20 (order does not matter) or sequence:1-20:5 (it does)`,
    };
  if (draw.from >= draw.to || draw.to > LARGEST)
    return {
      ok: false,
      zh: `--draw ${text} 的号码 ${from}–${to} 不对；小的在前，最大 ${LARGEST}`,
      en: `--draw ${text}: numbers ${from}–${to} are not possible; the smaller one first, ${LARGEST} at most`,
    };
  const distinct = draw.kind === 'set' || draw.kind === 'sequence';
  const most = Math.min(MOST[draw.kind], distinct ? draw.to - draw.from : MOST[draw.kind]);
  const least = draw.kind === 'set' ? 2 : 1;
  if (draw.pick < least || draw.pick > most)
    return {
      ok: false,
      zh: `--draw ${text} 开 ${pick} 个；这里写 ${least}–${most} 个，更多的照 docs/add-a-game.md 里的「A game of its own kind」手写`,
      en: `--draw ${text} draws ${pick}; ${least} to ${most} are possible here, more are written by hand after "A game of its own kind" of docs/add-a-game.md`,
    };
  return { ok: true, draw };
}
