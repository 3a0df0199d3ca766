/**
 * The tables of members (server/catalog/tables/*.json) and of player limits (server/accounts/limits/limits.json) are consistent, and
 * every picture exists.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { matchRoute, type RoutesDescription } from '../../../engine/descriptions/routes.ts';
import avatars from '../../../server/catalog/tables/avatars.json' with { type: 'json' };
import { TASK_FACTS } from '../../../server/loyalty/member/task-facts.ts';
import { FRAMES } from '../../../server/loyalty/member/frames.ts';
import { MEMBER_RULES, rewardText } from '../../../server/loyalty/member/rules.ts';
import { PLAYER_LIMIT_RULES } from '../../../server/accounts/limits/rules.ts';

const ROOT = join(import.meta.dirname, '../../..');
const routes = JSON.parse(readFileSync(join(ROOT, 'app/descriptions/routes.json'), 'utf8')) as RoutesDescription;
const unique = (all: readonly string[]) => expect(new Set(all).size).toBe(all.length);

describe('levels', () => {
  it('need more and more growth, and are numbered by their position', () => {
    expect(MEMBER_RULES.levels.map(({ level }) => level)).toEqual(MEMBER_RULES.levels.map((_, at) => at));
    for (const [at, { from }] of MEMBER_RULES.levels.entries())
      if (at > 0) expect(from).toBeGreaterThan(MEMBER_RULES.levels[at - 1]?.from ?? 0);
    expect(MEMBER_RULES.levels[0]?.from).toBe(0);
  });
});

describe('rewards', () => {
  const all = [...MEMBER_RULES.tasks, ...MEMBER_RULES.checkin.streaks, ...MEMBER_RULES.levels.flatMap(({ gift }) => (gift ? [gift] : []))];
  it('give items that exist, and have a text', () => {
    for (const reward of all) {
      expect(rewardText(reward)).not.toBe('');
      for (const item of Object.keys(('items' in reward ? reward.items : undefined) ?? {})) expect(MEMBER_RULES.items).toHaveProperty(item);
    }
    expect(rewardText({ fen: 8_850, points: 3, items: { makeUp: 2 } })).toBe('88.50 元礼金、3 积分、补签卡 ×2');
  });
  it('of tasks depend on known facts and lead to existing pages', () => {
    unique(MEMBER_RULES.tasks.map(({ code }) => code));
    for (const { code, fact, to } of MEMBER_RULES.tasks) {
      expect(TASK_FACTS, code).toContain(fact);
      if (to !== undefined) expect(matchRoute(routes, to), `${code}: ${to}`).toBeDefined();
    }
  });
});

describe('the help', () => {
  const help = (code: string) =>
    (JSON.parse(readFileSync(join(ROOT, `app/descriptions/help/${code}.json`), 'utf8')) as { body: string[] }).body.join();

  it('on levels states the growth for daily visits', () => {
    const daily = MEMBER_RULES.tasks.filter(({ inARow }) => inARow);
    expect(daily).toHaveLength(1);
    for (const { growth = 0, inARow = [] } of daily) {
      const first = Array.from({ length: (inARow[0]?.days ?? 1) - 1 }, (_, at) => at + 1).join('、');
      const later = inARow.map((step) => `第 ${step.days} 天起每天 ${step.growth} 点`).join('，');
      expect(help('member-level')).toContain(`第 ${first} 天各 ${growth} 点，${later}；`);
    }
  });
  it('on checking in states the points of a day, and the rewards for days in a row and for a full month', () => {
    const { points, streaks, fullMonthPoints } = MEMBER_RULES.checkin;
    expect(help('checkin')).toContain(`每天签到得 ${points} 积分；连续 ${streaks.map(({ days }) => `${days} 天`).join('、')}各有奖励`);
    expect(help('checkin')).toContain(`当月全勤再得 ${fullMonthPoints} 积分`);
  });
});

describe('pictures', () => {
  const folder = join(ROOT, 'public/avatars');
  it('are at least 24 avatars and the frames, one SVG file each, with drawing elements only', () => {
    expect(avatars.length).toBeGreaterThanOrEqual(24);
    const names = [...avatars.map(({ id }) => id), ...FRAMES.map(({ id }) => `frame-${id}`)];
    expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.svg`).sort());
    for (const name of names) {
      const text = readFileSync(join(folder, `${name}.svg`), 'utf8');
      expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 96 96">/);
      expect(
        [...text.matchAll(/<(\w+)/g)].every(([, tag]) => /^(svg|g|rect|circle|ellipse|path)$/.test(tag ?? '')),
        name,
      ).toBe(true);
    }
    for (const { level } of avatars) expect(MEMBER_RULES.levels[level]).toBeDefined();
    // A new player can choose among several avatars.
    expect(avatars.filter(({ level }) => level === 0).length).toBeGreaterThan(8);
  });
});

describe('protection', () => {
  it('has breaks that are shorter than exclusions', () => {
    unique([...PLAYER_LIMIT_RULES.breaks, ...PLAYER_LIMIT_RULES.exclusions].map(({ code }) => code));
    expect(Math.max(...PLAYER_LIMIT_RULES.breaks.map(({ days }) => days))).toBeLessThan(
      Math.min(...PLAYER_LIMIT_RULES.exclusions.map(({ days }) => days)),
    );
    // A silence of `restAfterMinutes` ends a sitting; one lost heartbeat, which is a shorter silence, must not.
    expect(PLAYER_LIMIT_RULES.heartbeatGapSeconds).toBeLessThan(PLAYER_LIMIT_RULES.restAfterMinutes * 60);
  });
});
