/** What the app tells a player by itself: how long he has been playing, and that he was away. One at a time, and never over another sheet. */
import { type News, ui } from './ui.ts';

const NEWS: Readonly<Record<'away' | 'realityCheck', News>> = {
  away: { screen: 'welcome-back', title: '欢迎回来' },
  realityCheck: { screen: 'reality-check', title: '游戏提醒' },
};

/** Once for each page: who closes it without an answer is not asked again before the next. */
let greeted = false;

/** The reminder of what was spent comes again with every heartbeat until it is answered, so nothing is lost when something is in its way. */
export function showNews(what: keyof typeof NEWS): void {
  if (ui.news !== null || ui.results?.sheet === true || document.querySelector('dialog[open]') !== null) return;
  if (what === 'away') {
    if (greeted) return;
    greeted = true;
  }
  ui.news = NEWS[what];
}
