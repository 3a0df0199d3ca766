/** Demonstration games on an origin of their own, and demonstration players. */
export { openCashier, type Cashier } from './games/cashier/cashier.ts';
export { startDemoGames, type DemoGames, type DemoGamesOptions } from './games/listen.ts';
export type { StandInProvider } from './games/provider/provider.ts';
export { startBots } from './bots/bots.ts';
export type { DemoServices } from './services.ts';
