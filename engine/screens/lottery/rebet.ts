/** 再来一注: the lines of an order onto the game's slip, for the issue on sale now. */
import type { Line, Ticket } from '../../descriptions/types.ts';
import type { LineTerms } from '../../rules/line-terms.ts';
import type { Host } from '../core/contract.ts';
import { gameRuntime } from './runtimes.ts';
import { boardOf } from './boards.ts';
import { routeOf } from './text.ts';

/** Fields of an order: its ticket, and the terms of sale, line by line. */
interface Order {
  readonly ticket?: Ticket;
  readonly lines?: readonly { readonly prize?: string; readonly terms?: string }[];
}

/**
 * Adds lines to the slip and opens it. Lines that the present version of the game does not take are left out, with a message; lines
 * with other terms than those of the order must be confirmed there, as on any older slip.
 * False when no line could be added; the player has seen the reason.
 */
export async function rebetOrder(host: Host, code: string, order: string): Promise<boolean> {
  const { orderLines } = host.gameCalls;
  if (!orderLines) return host.openGame(code);
  const [answer, runtime] = await Promise.all([
    host.call<Order>(orderLines, { orderId: order }),
    gameRuntime(host, code).catch(() => undefined),
  ]);
  if (!answer.ok) {
    // That no answer came has been shown.
    if (answer.status > 0) host.toast(answer.msg);
    return false;
  }
  if (!runtime) {
    host.toast('游戏加载失败，请检查网络');
    return false;
  }
  const sold: readonly Line[] = answer.models.ticket?.lines ?? [];
  const lines = sold.filter((line) => runtime.bets(line) > 0n);
  const present = runtime.terms(lines);
  const seen = lines.map((line, at): LineTerms => {
    const { prize = '', terms } = answer.models.lines?.[sold.indexOf(line)] ?? {};
    return terms === undefined ? (present[at] as LineTerms) : { prize, digest: terms };
  });
  if (lines.length === 0) {
    host.toast('该订单的玩法已停售，请重新选号');
    return host.openGame(code);
  }
  const before = runtime.slip.getSnapshot().context.lines;
  runtime.slip.send({ type: 'ADD', lines, terms: seen });
  const { lines: after } = runtime.slip.getSnapshot().context;
  runtime.recheck();
  // A slip that is full has said so, and is as it was.
  if (after !== before && lines.length < sold.length) host.toast(`${sold.length - lines.length} 条号码的玩法已停售，未加入投注单`);
  const { game } = runtime.version.get();
  const play = boardOf(game, lines[0]?.play ?? '')?.code ?? runtime.play().code;
  host.navigate(routeOf(game.confirm, { gameCode: code, playCode: play }));
  return after !== before;
}
