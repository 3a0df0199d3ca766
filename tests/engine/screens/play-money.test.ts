/** 演示 · 无现金价值 stands on every screen that a route can show, closed ones included; the browser looks at them in tests/e2e/all-screens.deep.e2e.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksInView, type ViewsOfScreen, viewsOf } from '../../../engine/descriptions/screens/views.ts';
import brand from '../../../app/descriptions/brands/caipu.json' with { type: 'json' };
import routes from '../../../app/descriptions/routes.json' with { type: 'json' };

const folder = join(import.meta.dirname, '../../../app/descriptions/screens');
/** Blocks that show the mark themselves, in every state: the last of each of these screens. */
const SHOWS = new Set(['play-money', 'bet-bar', 'slip', 'chase-plan', 'web-frame', 'match-bar', 'match-slip', 'match-optimise']);
/** No screens of their own: they open over one. */
const SHEETS = new Set([
  'result-sheet',
  'bet-outcome',
  'match',
  'small-play',
  'quiz-entry',
  'group-record',
  'group-edit',
  'report-comment',
  'terms',
]);

interface Screen extends ViewsOfScreen {
  readonly blocks: readonly { readonly block: string; readonly when?: string; readonly blocks?: readonly { readonly block: string }[] }[];
}
/** A condition that names the view of a screen. */
const VIEW = /^state\.\w+ == '[^']*'$/;

const screens = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8')) as Screen]),
);

it.each([...screens.keys()].filter((code) => !SHEETS.has(code)))('screen %s shows what the money is, whatever it holds', (code) => {
  const { blocks, ...screen } = screens.get(code) as Screen;
  for (const [view, query] of viewsOf({ ...screen, blocks })) {
    // A block under any other condition than the view may be missing.
    const sure = blocks.filter(({ when }) => when === undefined || VIEW.test(when)).map(({ block, when }) => ({ block, when }));
    expect(
      blocksInView({ ...screen, blocks: sure }, query).filter((block) => SHOWS.has(block)),
      view,
    ).toHaveLength(1);
  }
});

it('every route and every tab leads to such a screen, and so do a route that is not open yet and an unknown path', () => {
  const codes = [
    ...routes.routes.map((route) => ('screen' in route && route.screen) || 'not-open'),
    ...brand.tabs.map(({ screen }) => screen),
    'not-found',
  ];
  for (const code of codes) expect(screens.has(code), code).toBe(true);
});
