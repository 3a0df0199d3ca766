import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, contentHash } from '../../../engine/descriptions/canonical.ts';
import { loadFamily, loadGame } from '../../../engine/descriptions/load.ts';
import { CURRENT_FORMAT, FORMAT_MIGRATIONS, migrateFormat } from '../../../engine/descriptions/migrations.ts';
import { resolveGame } from '../../../engine/descriptions/resolve.ts';
import type { GameDescription } from '../../../engine/descriptions/types.ts';

const ROOT = join(import.meta.dirname, '../../../games');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const familyOf = (code: string) => {
  const loaded = loadFamily(read(`families/${code}.json`), { file: `${code}.json` });
  if (!loaded.ok) throw new Error(`family ${code}`);
  return loaded.document;
};
const gameOf = (code: string) => {
  const loaded = loadGame(read(`${code}.json`), { file: `${code}.json` });
  if (!loaded.ok) throw new Error(`game ${code}`);
  return loaded.document;
};
const jlffc = gameOf('jlffc');
const ssc = familyOf('ssc');
const playsOf = (game: GameDescription) => resolveGame(game, ssc).playGroups.flatMap((group) => group.plays.map((play) => play.code));

describe('resolveGame', () => {
  it('fills the family and the defaults in, and freezes the result but not what it was made from', () => {
    const mutable = structuredClone(ssc) as typeof ssc;
    const game = resolveGame({ ...jlffc, caps: { multiplier: 5 } }, mutable);
    expect(game).toMatchObject({
      code: 'jlffc',
      family: 'ssc',
      unitFen: ssc.unitFen,
      screen: ssc.screen,
      poolFen: 0,
      caps: { multiplier: 5, issues: 1, lines: 100 },
    });
    expect(Object.isFrozen(game.playGroups[0]?.plays[0]?.rule)).toBe(true);
    expect(Object.isFrozen(mutable.playGroups)).toBe(false);
  });

  it('leaves omitted plays out, and groups that are empty then', () => {
    const group = ssc.playGroups[0];
    const omitPlays = group?.plays.map((play) => play.code) ?? [];
    const game = resolveGame({ ...jlffc, omitPlays }, ssc);
    expect(game.playGroups.map(({ code }) => code)).toEqual(ssc.playGroups.slice(1).map(({ code }) => code));
    expect(playsOf({ ...jlffc, omitPlays: [omitPlays[0] as string] })).toEqual(playsOf(jlffc).slice(1));
  });

  it('changes the prizes that the game names and no others', () => {
    const game = resolveGame({ ...jlffc, prizes: [{ play: 'Q3_ZX', tier: 'win', fen: 123 }] }, ssc);
    const prizeOf = (code: string) => game.playGroups.flatMap((group) => group.plays).find((play) => play.code === code)?.prizes[0];
    expect(prizeOf('Q3_ZX')).toMatchObject({ fen: 123 });
    expect(prizeOf('H3_ZX')).toEqual(ssc.playGroups.flatMap((group) => group.plays).find((play) => play.code === 'H3_ZX')?.prizes[0]);
  });

  it('adds plays to the family: into a group that it has, or as a group of their own', () => {
    const play = { ...(ssc.playGroups[0]?.plays[0] as never as { code: string }), code: 'NEW' } as never;
    const first = ssc.playGroups[0]?.code as string;
    expect(
      resolveGame({ ...jlffc, playGroups: [{ code: first, name: '并入', plays: [play] }] }, ssc).playGroups[0]?.plays.at(-1)?.code,
    ).toBe('NEW');
    expect(resolveGame({ ...jlffc, playGroups: [{ code: 'OWN', name: '自有', plays: [play] }] }, ssc).playGroups.at(-1)?.code).toBe('OWN');
  });

  it('stops a caller who has no family to give', () => {
    expect(() => resolveGame(jlffc)).toThrow(/family ssc/);
  });
});

describe('content hashes', () => {
  it('name a meaning: the order of properties does not matter, every value does', () => {
    const game = resolveGame(jlffc, ssc);
    const shuffled = Object.fromEntries(Object.entries(game).reverse());
    expect(contentHash(shuffled, sha256)).toBe(contentHash(game, sha256));
    expect(contentHash({ ...game, unitFen: 201 }, sha256)).not.toBe(contentHash(game, sha256));
    expect(contentHash(game, sha256)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('canonical JSON reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(() => canonicalJson({ a: Number.NaN })).toThrow();
  });
});

describe('migrations', () => {
  it('go up and come back down without a loss, each of them', () => {
    const screens = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/screens-format-1.json'), 'utf8')) as Record<
      string,
      object
    >;
    for (const step of FORMAT_MIGRATIONS) {
      if (step.kind === 'screen') {
        for (const old of Object.values(screens) as Record<string, unknown>[]) {
          expect(old.format).toBe(step.from);
          const now = step.up(old);
          expect(now.format).toBe(step.from + 1);
          expect(step.up(step.down(now))).toEqual(now);
        }
        continue;
      }
      const codes = step.kind === 'family' ? ['families/ssc', 'families/k3', 'families/11x5'] : ['ssq', 'jlffc', 'jsks'];
      for (const code of codes) {
        const now = JSON.parse(read(`${code}.json`)) as Record<string, unknown>;
        const old = step.down(now);
        expect(old.format).toBe(step.from);
        expect(old).not.toEqual({ ...now, format: step.from });
        expect(step.up(old)).toEqual(now);
        expect(step.down(step.up(old))).toEqual(old);
      }
    }
  });

  it('lead from 1 to the current format of each kind without a gap', () => {
    for (const [kind, current] of Object.entries(CURRENT_FORMAT)) {
      const froms = FORMAT_MIGRATIONS.filter((step) => step.kind === kind).map((step) => step.from);
      expect(froms.sort()).toEqual(Array.from({ length: current - 1 }, (_, index) => index + 1));
    }
  });

  it('prices go exactly, whatever they are', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (unitFen) => {
        const now = { format: 2, unitFen, playGroups: [{ plays: [{ unitFen }] }] };
        const { document } = migrateFormat('family', now, 2, 1);
        expect(migrateFormat('family', document, 1).document).toEqual(now);
      }),
    );
  });

  it('a file of format 1 loads as the same document', () => {
    const old = migrateFormat('game', JSON.parse(read('ssq.json')), 2, 1).document;
    expect(old).toMatchObject({ format: 1, unitYuan: '2.00', maxBeishu: 50000, maxQishu: 25 });
    expect(old).not.toHaveProperty('caps');
    const loaded = loadGame(JSON.stringify(old), { file: 'ssq.json' });
    expect(loaded.ok && loaded.document).toEqual(gameOf('ssq'));
  });

  it('an amount that format 1 does not know stays, and is reported where it stands', () => {
    const old = { ...migrateFormat('game', JSON.parse(read('ssq.json')), 2, 1).document, unitYuan: 2 };
    const loaded = loadGame(JSON.stringify(old, null, 2), { file: 'ssq.json' });
    expect(loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['SHAPE_UNKNOWN_PROPERTY /unitYuan']);
  });
});
