import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ARTICLES, BANNERS, HELP, type DocumentKind } from '../../../app/workshop/document-kinds.ts';
import { completionsAt, gameGuide } from '../../../app/workshop/complete.ts';
import { type DraftFinding, type GameDraft, checkDraft } from '../../../app/workshop/check-draft.ts';
import type { TextNames } from '../../../engine/descriptions/content/names.ts';
import { familyOf } from '../../support/families.ts';

const root = join(import.meta.dirname, '../../..');
const guide = gameGuide({ families: ['ssc', 'k3'], plays: ['HZ', 'EBTH'] });
/** Suggestions at the mark, and the text after taking one. */
function at(marked: string, take?: string) {
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const found = completionsAt(text, offset, guide);
  const taken = found.find(({ label }) => label === take);
  return { labels: found.map(({ label }) => label), text: taken && text.slice(0, taken.from) + taken.insert + text.slice(taken.to) };
}

describe('completion from the schema', () => {
  it('names what may still stand in an object, with what its value begins as', () => {
    const { labels, text } = at('{ "caps": { "multiplier": 1, "¦" } }', 'issues');
    expect(labels).toEqual(['issues', 'lines']);
    expect(text).toBe('{ "caps": { "multiplier": 1, "issues": 0 } }');
    expect(at('{ ¦ }').labels).toEqual(expect.arrayContaining(['family', 'schedule', 'menu']));
    expect(at('{ "code": "a", "co¦" }').labels).not.toContain('code');
    expect(at('{ "mu¦": {} }', 'menu').text).toBeUndefined();
    expect(at('{ "me¦": {} }', 'menu').text).toBe('{ "menu": {} }');
  });

  it('follows references and the kind that a union is of', () => {
    expect(at('{ "menu": { "tone": "¦" } }').labels).toEqual(['red', 'blue', 'ink', 'gold', 'green']);
    expect(at('{ "schedule": { "kind": "weekly", "¦" } }').labels).toEqual(expect.arrayContaining(['days', 'at']));
    expect(at('{ "schedule": { "kind": "weekly", "¦" } }').labels).not.toContain('everySeconds');
    expect(at('{ "schedule": { "kind": "¦" } }').labels).toEqual(['interval', 'weekly', 'sessions']);
    expect(at('{ "playGroups": [{ "plays": [{ "rule": { "kind": "group", "¦" } }] }] }').labels).toEqual(
      expect.arrayContaining(['of', 'roles', 'tier']),
    );
  });

  it('knows families and plays, which no schema lists', () => {
    expect(at('{ "family": "¦" }', 'k3').text).toBe('{ "family": "k3" }');
    expect(at('{ "omitPlays": ["HZ", "E¦"] }').labels).toEqual(['EBTH']);
    expect(at('{ "prizes": [{ "play": "¦" }] }').labels).toEqual(['HZ', 'EBTH']);
  });

  it('has nothing to say where anything may stand, and survives any text', () => {
    expect(at('{ "name": "¦" }').labels).toEqual([]);
    for (const text of ['¦', '[[[¦', '{"a":{"b":¦', '"¦', '{"playGroups":[{"plays":[{"areas":[{¦'])
      expect(Array.isArray(at(text).labels)).toBe(true);
  });
});

describe('judging a draft', () => {
  const read = (path: string) => readFileSync(join(root, 'games', path), 'utf8');
  const draft = (text: string): GameDraft => ({
    is: 'game',
    id: 1,
    code: 'jsks',
    text,
    surroundings: { families: { k3: JSON.stringify(familyOf('k3')) }, calendars: {}, screens: [], codes: [], games: {} },
    published: null,
    atMs: 0,
  });
  async function check(input: GameDraft, go = async () => true) {
    const found: DraftFinding[] = [];
    await checkDraft(input, (finding) => found.push(finding), go);
    return found;
  }

  it('tells problems first, then the game, its changes and the odds of every play', async () => {
    const found = await check(draft(read('jsks.json')));
    expect(found.slice(0, 3).map(({ is }) => is)).toEqual(['problems', 'game', 'changes']);
    const game = found.flatMap((finding) => (finding.is === 'game' ? [finding.game] : []))[0];
    expect(found.flatMap((finding) => (finding.is === 'odds' ? [finding.play.code] : []))).toEqual(
      game?.playGroups.flatMap((group) => group.plays.map((play) => play.code)),
    );
    expect(found.at(-1)?.is).toBe('done');
    const again = await check({ ...draft(read('jsks.json').replace('50000', '5')), published: game ?? null });
    expect(again[2]).toMatchObject({ changes: [{ effect: 'worse', text: '最高倍数：50,000 → 5' }] });
  });

  it('stops at a draft that is wrong, and when a newer one has come', async () => {
    expect((await check(draft('{'))).map(({ is }) => is)).toEqual(['problems']);
    expect((await check(draft(read('jsks.json')), async () => false)).map(({ is }) => is)).toEqual(['problems', 'game']);
  });
});

it('of texts of the house: where a slide may lead, and the groups, types, games and pages that there are', () => {
  const names = {
    routes: { routes: [{ path: '/result', screen: 'result' }, { path: '/helpType/{type}', screen: 'helpType' }, { path: '/soon' }] },
    ...{ played: ['ssq'], ruled: [], ownRules: [], helps: [], helpCodes: ['limits'], articles: [], menus: ['Kefu'] },
    ...{ helpGroups: ['play'], articleTypes: ['guide'] },
  } as unknown as TextNames;
  const labels = ({ guide: of }: DocumentKind, marked: string) =>
    completionsAt(marked.replace('¦', ''), marked.indexOf('¦'), of(names)).map(({ label }) => label);
  expect(labels(BANNERS, '{ "target": "¦" }')).toEqual(['game:ssq', 'menu:Kefu', '/result']);
  expect(labels(ARTICLES, '{ "type": "¦" }')).toEqual(['guide']);
  expect(labels(ARTICLES, '{ "games": ["¦"] }')).toEqual(['ssq']);
  expect(labels(HELP, '{ "group": "¦" }')).toEqual(['play']);
  expect(labels(HELP, '{ "related": ["¦"] }')).toEqual(['limits']);
});
