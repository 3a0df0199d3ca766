/** Ties the results of own orders (results.ts) to this app: its events, its tabs, its calls and its sheet. */
import type { OrderResultsModels } from '../../protocol/calls.ts';
import type { Platform } from '../platform/index.ts';
import { realClock } from '../../engine/drivers/timers.ts';
import { createResults, type Results } from './results.ts';
import { ui } from './ui.ts';

const CALL = '/api/order/results';
const LOCK = 'caipu.results';

export function watchResults(platform: Platform): Results {
  const results = createResults({
    storage: platform.storage,
    clock: realClock,
    player: () => (platform.session.loggedIn ? platform.session.mid : ''),
    visible: () => document.visibilityState === 'visible',
    busy: () => platform.verdicts.held || ui.results !== null || isTyping() || document.querySelector('dialog[open]') !== null,
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
        // Only what leaves more than it cost is worth standing in the way.
        sheet: prizeFen > amountFen,
      };
      return true;
    },
  });
  document.addEventListener('visibilitychange', () => results.look());
  results.look();
  return results;
}

function isTyping(): boolean {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return false;
  if (activeElement instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(activeElement.type);
  return activeElement instanceof HTMLTextAreaElement || activeElement.isContentEditable;
}
