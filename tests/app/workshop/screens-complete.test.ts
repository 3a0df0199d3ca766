/** Completion and judging of a draft of a screen, on the words of this product. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { completionsAt } from '../../../app/workshop/complete.ts';
import { screenGuide } from '../../../app/workshop/complete-screen.ts';
import { type DraftFinding, checkDraft } from '../../../app/workshop/check-draft.ts';
import type { Vocabulary } from '../../../engine/descriptions/screens/vocabulary.ts';
import { openPublication } from '../../../server/catalog/publication.ts';

const root = join(import.meta.dirname, '../../..');
let vocabulary: Vocabulary;

beforeAll(async () => {
  const publication = await openPublication({ gamesDir: join(root, 'no-games'), appDir: join(root, 'app/descriptions') });
  vocabulary = publication.vocabulary();
  await publication.close();
});

/** Suggestions at the mark, and the text after taking one. */
function at(marked: string, take?: string) {
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const found = completionsAt(text, offset, screenGuide(vocabulary));
  const taken = found.find(({ label }) => label === take);
  return { labels: found.map(({ label }) => label), text: taken && text.slice(0, taken.from) + taken.insert + text.slice(taken.to) };
}

const SOURCES = '"sources": { "order": { "call": "/api/order/detail" }, "list": { "call": "/api/order/list" } }';

describe('completion of screens', () => {
  it('names blocks, their properties and their values from the schema', () => {
    expect(at('{ "blocks": [{ "block": "¦" }] }').labels).toEqual(expect.arrayContaining(['rows', 'group', 'form', 'slip']));
    expect(at('{ "blocks": [{ "block": "group", "¦" }] }').labels).toEqual(expect.arrayContaining(['each', 'show', 'blocks']));
    expect(at('{ "blocks": [{ "block": "group", "sh¦" }] }', 'show').text).toBe('{ "blocks": [{ "block": "group", "show": "" }] }');
    expect(at('{ "blocks": [{ "block": "group", "show": "¦" }] }').labels).toEqual(['plain', 'card', 'tabs', 'fold', 'sheet', 'foot']);
  });

  it('names what the product has: calls, their parameters, pages, menus, functions, icons', () => {
    expect(at('{ "sources": { "a": { "call": "/api/order/d¦" } } }').labels).toContain('/api/order/detail');
    // A source may not be a call that changes something.
    expect(at('{ "sources": { "a": { "call": "¦" } } }').labels).not.toContain('/api/lottery/bet_szc');
    expect(at('{ "sources": { "a": { "call": "/api/order/detail", "params": { "¦" } } } }').labels).toEqual(['orderId']);
    expect(at('{ "header": { "action": { "action": { "do": "navigate", "to": "¦" } } } }').labels).toContain('/login');
    expect(at('{ "header": { "action": { "action": { "do": "menu", "code": "¦" } } } }').labels).toContain('Setting');
    expect(at('{ "header": { "action": { "action": { "do": "host", "name": "¦" } } } }').labels).toContain('logout');
    expect(at('{ "blocks": [{ "block": "cells", "items": [{ "icon": "wal¦" }] }] }').labels).toEqual(['wallet']);
    expect(at(`{ ${SOURCES}, "blocks": [{ "block": "rows", "source": "¦" }] }`).labels).toEqual(['order', 'list']);
  });

  it('names what an expression may read at its place', () => {
    expect(at('{ "title": "a {sess¦" }', 'session').text).toBe('{ "title": "a {session" }');
    expect(at('{ "title": "a {session.¦" }').labels).toEqual(['loggedIn', 'userName', 'mid', 'balanceFen']);
    expect(at(`{ "title": "{sources.¦}", ${SOURCES} }`).labels).toEqual(['order', 'list']);
    expect(at(`{ "title": "{sources.order.game¦}", ${SOURCES} }`).labels).toEqual(['gameCode', 'gameName']);
    // Inside of a group the members of its source are names.
    const group = `{ ${SOURCES}, "blocks": [{ "block": "group", "source": "order", "blocks": [{ "block": "text", "when": "amount¦" }] }] }`;
    expect(at(group).labels).toContain('amountFen');
    expect(at('{ "blocks": [{ "block": "text", "when": "amount¦" }] }').labels).toEqual([]);
    expect(at('{ "title": "{mon¦}" }', 'money').text).toBe('{ "title": "{money(}" }');
    expect(at(`{ "title": "{label('¦" }`).labels).toEqual(Object.keys(vocabulary.terms ?? {}));
    expect(at(`{ "title": "{sources.order.status == '¦", ${SOURCES} }`).labels.length).toBeGreaterThan(1);
  });

  it('has nothing to say in plain text, and survives any text', () => {
    expect(at('{ "title": "sess¦" }').labels).toEqual([]);
    expect(at(`{ "title": "{empty('sess¦" }`).labels).toEqual([]);
    expect(at('{ "title": "{session} sess¦" }').labels).toEqual([]);
    for (const text of [
      '¦',
      '[[[¦',
      '{"blocks":[{"when":"¦',
      '{"sources":{"a":[{"call":{"¦',
      '{"blocks":{"block":1,"¦"}}',
      '{"state":3,"title":"{state.¦',
    ])
      expect(Array.isArray(at(text).labels)).toBe(true);
  });
});

describe('judging a draft of a screen', () => {
  const text = readFileSync(join(root, 'app/descriptions/screens/mine.json'), 'utf8');
  async function check(draft: string) {
    const found: DraftFinding[] = [];
    await checkDraft(
      { is: 'screen', id: 1, code: 'mine', text: draft, vocabulary },
      (finding) => found.push(finding),
      async () => true,
    );
    return found;
  }

  it('tells problems first, and hands a right draft to the phone', async () => {
    expect(await check(text)).toMatchObject([{ is: 'problems', problems: [] }, { is: 'screen', screen: { code: 'mine' } }, { is: 'done' }]);
  });

  it('places what is wrong in shape and in sense, and shows nothing of it', async () => {
    const wrong = await check(text.replace('"icon": "records"', '"icon": "recods"'));
    expect(wrong).toMatchObject([
      { problems: [{ code: 'SCREEN_ICON', details: { guess: 'records' }, line: expect.any(Number) }] },
      { is: 'done' },
    ]);
    expect(await check('{')).toMatchObject([{ problems: [{ code: 'JSON_SYNTAX' }] }, { is: 'done' }]);
  });
});
