import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './product.ts';

/** An address for every described route: one for each screen of each path, with a real game in its place. */
export function routeAddresses(): string[] {
  const { routes: all } = JSON.parse(readFileSync(join(root, 'app/descriptions/routes.json'), 'utf8')) as {
    routes: { path: string; screen?: string }[];
  };
  const names: Readonly<Record<string, string>> = { '/ssc/{gameCode}': 'jlffc', '/k3/{gameCode}': 'jsks' };
  return all
    .filter(({ screen }) => screen !== undefined && screen !== 'not-open')
    .map(({ path }) =>
      path
        .replace('{gameCode}', names[path] ?? 'ssq')
        .replace('{gameType}', path.includes('SSC') ? 'jlffc' : path.includes('JSKS') ? 'jsks' : 'DS')
        .replace('{gamename}', 'ssq')
        .replace('{noticeId}', '1'),
    );
}
