/** Connects the results of the player's orders (result-watcher.ts) and the outcomes of the player's slips (outcome-news.ts) to the app's events, tabs, calls and sheets. */
import type { OrderResultsModels } from '../../protocol/calls.ts';
import type { Platform } from '../platform/index.ts';
import { realClock } from '../../engine/drivers/timers.ts';
import { subscribeKey } from 'valtio/utils';
import { formatMoney } from '../../engine/descriptions/format.ts';
import type { Host } from '../../engine/screens/core/contract.ts';
import { unfinishedSubmissionScopes } from '../../engine/drivers/unfinished-submissions.ts';
import { unreadReceipts } from '../../engine/screens/slip/unread-outcomes.ts';
import { createOutcomeTeller } from './outcome-news.ts';
import { createResultWatcher, type ResultWatcher } from './result-watcher.ts';
import { toast, ui } from './ui.ts';

const CALL = '/api/order/results';
const LOCK = 'caipu.results';
/** Without a network nothing is shown now. The page of the game looks the outcome up when the player opens it. */
const noAnswer = (): void => {};

/** The event of a credited recharge. `quiet`: no message is shown. */
export interface RechargeEvent {
  readonly amountFen: number;
  readonly bonusFen: number;
  readonly quiet?: boolean;
}

export interface PlayerNews extends ResultWatcher {
  recharged(event: RechargeEvent): void;
  /** Shows the outcome of a slip whose page is not open. */
  readonly tell: NonNullable<Host['tellOutcome']>;
}

export function watchPlayerNews(platform: Platform, host: Host): PlayerNews {
  const isOpen = (): boolean => ui.news !== null || document.querySelector('dialog[open]') !== null;
  const results = createResultWatcher({
    storage: platform.storage,
    clock: realClock,
    player: () => (platform.session.loggedIn ? platform.session.mid : ''),
    visible: () => document.visibilityState === 'visible',
    busy: (own) => platform.verdicts.held > own || ui.results !== null || isTyping() || isOpen(),
    onPage: (orderId) => location.search.includes(orderId),
    ...(typeof navigator.locks === 'undefined'
      ? {}
      : { alone: async (run) => void (await navigator.locks.request(LOCK, async () => run())) }),
    show: async (orderIds) => {
      const answer = await platform.call<OrderResultsModels>(CALL, { orderIds: orderIds.join() }, { quiet: true });
      if (!answer.ok) return false;
      const { items, amountFen, prizeFen } = answer.models;
      const [first] = items;
      if (!first) return true;
      ui.results = {
        orderIds: items.map(({ orderId }) => orderId),
        title:
          items.length > 1
            ? `${items.length} 张订单已开奖`
            : first.issue === ''
              ? first.gameName
              : `${first.gameName} 第 ${first.issue} 期`,
        amountFen,
        prizeFen,
        // Only a profit opens a sheet over the page; other results are shown without interrupting the player.
        sheet: prizeFen > amountFen,
      };
      return true;
    },
  });
  document.addEventListener('visibilitychange', () => results.look());
  results.look();
  const tell = createOutcomeTeller({
    host,
    clock: realClock,
    busy: () => platform.verdicts.held > 0 || ui.results?.sheet === true || isTyping() || isOpen(),
    show: (news) => {
      ui.news = news;
    },
  });
  // Few pages are closed while a bet is being sent, so the code that resumes it is loaded only then.
  const ask = (): void => {
    const scopes = unfinishedSubmissionScopes(platform.storage, host.session.mid);
    const unread = unreadReceipts(host);
    if (scopes.length + unread.length > 0)
      void import('./unfinished.ts').then((part) => part.resumeUnfinished(host, scopes, unread)).catch(noAnswer);
  };
  ask();
  subscribeKey(host.session, 'mid', ask);
  const recharged = ({ amountFen, bonusFen, quiet }: RechargeEvent): void => {
    if (!quiet) toast(`充值到账 ¥${formatMoney(amountFen)}${bonusFen > 0 ? `，另赠 ¥${formatMoney(bonusFen)}` : ''}`, { icon: 'success' });
  };
  return { ...results, tell, recharged };
}

function isTyping(): boolean {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return false;
  if (activeElement instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(activeElement.type);
  return activeElement instanceof HTMLTextAreaElement || activeElement.isContentEditable;
}
