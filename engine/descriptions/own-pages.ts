/** Where a game of an own draw is played and confirmed: what `new --draw` and the wizard of the workshop write into it, read from the routes. */
import { matchRoute, type RoutesDescription } from './routes.ts';

export interface DefaultRoutes {
  readonly screen: string;
  readonly confirm: string;
}

/** The screen and the confirmation from the rule for `*`, which applies to games without a family and to unlisted families. Undefined without such a rule. */
export function defaultRoutes(routes: RoutesDescription | undefined): DefaultRoutes | undefined {
  const rule = routes?.gameKeys.rules.find(({ families }) => families?.includes('*'));
  if (routes === undefined || rule?.confirm === undefined) return undefined;
  const screen = matchRoute(routes, rule.to)?.route.screen;
  return screen === undefined ? undefined : { screen, confirm: rule.confirm };
}
