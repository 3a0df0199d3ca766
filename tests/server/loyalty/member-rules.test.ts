/** The data of the member (server/loyalty/member/*.json, server/accounts/limits/protection.json) holds together, and every picture is there. */
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
  it('rise, and are numbered as they stand', () => {
    expect(MEMBER_RULES.levels.map(({ level }) => level)).toEqual(MEMBER_RULES.levels.map((_, at) => at));
    for (const [at, { from }] of MEMBER_RULES.levels.entries())
      if (at > 0) expect(from).toBeGreaterThan(MEMBER_RULES.levels[at - 1]?.from ?? 0);
    expect(MEMBER_RULES.levels[0]?.from).toBe(0);
  });
});

describe('rewards', () => {
  const all = [...MEMBER_RULES.tasks, ...MEMBER_RULES.checkin.streaks, ...MEMBER_RULES.levels.flatMap(({ gift }) => (gift ? [gift] : []))];
  it('are of things that there are, and are said in words', () => {
    for (const reward of all) {
      expect(rewardText(reward)).not.toBe('');
      for (const item of Object.keys(('items' in reward ? reward.items : undefined) ?? {})) expect(MEMBER_RULES.items).toHaveProperty(item);
    }
    expect(rewardText({ fen: 8_850, points: 3, items: { makeUp: 2 } })).toBe('88.50 元礼金、3 积分、补签卡 ×2');
  });
  it('of tasks are for facts that are known and lead to pages that there are', () => {
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

  it('on levels says what coming every day brings', () => {
    const daily = MEMBER_RULES.tasks.filter(({ inARow }) => inARow);
    expect(daily).toHaveLength(1);
    for (const { growth = 0, inARow = [] } of daily) {
      const first = Array.from({ length: (inARow[0]?.days ?? 1) - 1 }, (_, at) => at + 1).join('、');
      const later = inARow.map((step) => `第 ${step.days} 天起各 ${step.growth}`).join('，');
      expect(help('member-level')).toContain(`第 ${first} 天各 ${growth}，${later}；`);
    }
  });
  it('on checking in says what it brings, and after how many days in a row there is more', () => {
    const { points, streaks, fullMonthPoints } = MEMBER_RULES.checkin;
    expect(help('checkin')).toContain(`每天签到得 ${points} 积分；连续 ${streaks.map(({ days }) => `${days} 天`).join('、')}各有奖励`);
    expect(help('checkin')).toContain(`全勤一个月再得 ${fullMonthPoints} 积分`);
  });
});

describe('pictures', () => {
  const folder = join(ROOT, 'public/avatars');
  it('are our own, one file each, 24 or more, and hold nothing but drawing', () => {
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
    // A new player has a choice.
    expect(avatars.filter(({ level }) => level === 0).length).toBeGreaterThan(8);
  });
});

describe('protection', () => {
  it('has breaks that are shorter than exclusions', () => {
    unique([...PLAYER_LIMIT_RULES.breaks, ...PLAYER_LIMIT_RULES.exclusions].map(({ code }) => code));
    expect(Math.max(...PLAYER_LIMIT_RULES.breaks.map(({ days }) => days))).toBeLessThan(
      Math.min(...PLAYER_LIMIT_RULES.exclusions.map(({ days }) => days)),
    );
    // A sitting outlasts a lost heartbeat.
    expect(PLAYER_LIMIT_RULES.heartbeatGapSeconds).toBeLessThan(PLAYER_LIMIT_RULES.restAfterMinutes * 60);
  });
});
