/**
 * Sheets that the app opens without an action of the player: the reality check (how long he has played) and the greeting after an absence. Only
 * one is open at a time, and never over another sheet.
 */
import { type NewsSheet, ui } from './ui.ts';

const NEWS_SHEETS: Readonly<Record<'away' | 'realityCheck', NewsSheet>> = {
  away: { screen: 'welcome-back' },
  realityCheck: { screen: 'reality-check' },
};

/** The greeting is shown at most once for each load of the page, even if the player closed it without an answer. */
let greeted = false;

/**
 * Opens a sheet, unless another one is open. A skipped reality check is not lost: the server repeats it with every heartbeat until the
 * player answers.
 */
export function openNewsSheet(what: keyof typeof NEWS_SHEETS): void {
  if (ui.news !== null || ui.results?.sheet === true || document.querySelector('dialog[open]') !== null) return;
  if (what === 'away') {
    if (greeted) return;
    greeted = true;
  }
  ui.news = NEWS_SHEETS[what];
}
