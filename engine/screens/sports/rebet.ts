/** 再来一注 of a sports order: its picks in those matches that are still sold, at the current odds, onto the slip. */
import type { Host } from '../core/contract.ts';
import { type SportRuntime, sportRuntime } from './runtime.ts';

interface OrderLegs {
  readonly legs?: readonly { readonly match: string; readonly picks: readonly { readonly play: string; readonly choice: string }[] }[];
}

/**
 * Adds picks to the present ones and opens the slip. Matches that are over are left out, with a message. False when no pick could be
 * added; the player has seen the reason and is on the list of the game.
 */
export async function rebetMatches(host: Host, code: string, order: string): Promise<boolean> {
  const { orderLines } = host.gameCalls;
  if (!orderLines) return host.openGame(code);
  const [answer, runtime] = await Promise.all([
    host.call<OrderLegs>(orderLines, { orderId: order }),
    sportRuntime(host, code).catch(() => undefined),
  ]);
  if (!answer.ok) {
    // That no answer came has been shown.
    if (answer.status > 0) host.toast(answer.msg);
    return false;
  }
  if (!runtime) {
    host.toast('赛事加载失败，请检查网络');
    return false;
  }
  const legs = answer.models.legs ?? [];
  const release = runtime.hold();
  try {
    await runtime.refresh();
    const sold = legs.filter(({ match }) => runtime.book.offer(match)?.state === 'selling');
    // Their odds are not among those of the list.
    await runtime.loadAll(sold.map(({ match }) => match));
    const { play } = runtime.picks.getSnapshot().context;
    const first = sold[0]?.picks[0]?.play;
    // Where a ticket holds one play, the list shows that of the order.
    if (play !== undefined && first !== undefined && play !== first) runtime.chooseView(first);
    const added = sold.filter(({ match, picks }) => picks.filter((pick) => add(runtime, match, pick)).length > 0);
    if (added.length === 0) {
      host.toast('这张订单的比赛都已截止，请重新选择');
      return host.openGame(code);
    }
    if (added.length < legs.length) host.toast(`${legs.length - added.length} 场已截止，没有加入`);
    const route = host.index.current.games.find((game) => game.code === code)?.route;
    if (route === undefined) return host.openGame(code);
    host.navigate(`${route}?view=slip`);
    return true;
  } finally {
    release();
  }
}

/** Whether the choice stands on the slip now. */
function add(runtime: SportRuntime, match: string, { play, choice }: { readonly play: string; readonly choice: string }): boolean {
  const picked = (): boolean => runtime.cells.picked(match, play, choice);
  const offer = runtime.book.offer(match);
  const { payout } = runtime.version.get().sport;
  const priced = payout.kind === 'odds' && payout.odds === 'sold';
  if (!offer || offer.closed.includes(play) || (priced && runtime.book.odds(match, play, choice) === '')) return false;
  if (!picked()) runtime.tap(match, play, choice);
  return picked();
}
