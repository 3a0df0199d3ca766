import { fillRoute } from '../../engine/descriptions/routes.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';

/** An address at which the app shows the screen; '/' for a screen that no route shows, such as one of a tab. */
export function screenAddress(code: string, { routes }: Vocabulary): string {
  const route = routes?.routes.find((each) => each.screen === code);
  return route === undefined
    ? '/'
    : fillRoute(route.path, Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x'])));
}
