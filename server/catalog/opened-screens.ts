/**
 * Screens that the app opens by itself, where no route and no other screen names them. The app has each name beside its use (app/shell,
 * app/host), since a list that it shares with the server costs bytes of the first page; a test holds them together.
 */
export const BUILT_IN_SCREENS: readonly string[] = [
  'not-open',
  'not-found',
  'welcome-back',
  'reality-check',
  'result-sheet',
  'bet-outcome',
];
