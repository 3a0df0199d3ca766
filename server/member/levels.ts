/** The level of a player, what it brings, and how far the next one is. The caller has brought growth up to now. */
import type { LevelsModels } from '../../protocol/calls.ts';
import type { Querying } from '../db/database.ts';
import avatars from './avatars.json' with { type: 'json' };
import { nextLapse } from './growth.ts';
import { purseOf } from './rewards.ts';
import { levelAt, MEMBER, rewardText } from './rules.ts';
import type { Today } from './tasks.ts';

const HISTORY = 20;

export async function levelsOf(client: Querying, userId: number, today: Today): Promise<LevelsModels> {
  const { rows } = await client.query<{ level: number | null; starts_at: number | null; ends_at: number | null; name: string }>(
    `SELECT w.level, w.starts_at, w.ends_at, coalesce(p.nickname, u.name) AS name FROM users u
       LEFT JOIN profiles p ON p.user_id = u.id LEFT JOIN level_windows w ON w.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  const [row] = rows;
  const [level, startsAt, endsAt] = [row?.level ?? 0, row?.starts_at ?? 0, row?.ends_at ?? 0];
  const growth = await purseOf(client, userId, 'growth');
  const own = levelAt(level);
  const next = MEMBER.levels[level + 1];
  const { rows: history } = await client.query<{ at: number; before: number; after: number }>(
    'SELECT at, before, after FROM level_changes WHERE user_id = $1 ORDER BY at DESC, after DESC LIMIT $2',
    [userId, HISTORY],
  );
  return {
    name: row?.name ?? '',
    level,
    levelName: own.name,
    growth,
    points: await purseOf(client, userId, 'points'),
    lapse: await nextLapse(client, userId, today),
    next: next === undefined ? null : { name: next.name, from: next.from, missing: Math.max(0, next.from - growth) },
    doneBp: next === undefined ? 10_000 : Math.min(10_000, Math.floor((growth * 10_000) / next.from)),
    keeps: own.from,
    startsAt,
    endsAt,
    forecast: growth >= own.from ? 'keep' : 'down',
    levels: MEMBER.levels.map((each) => ({
      level: each.level,
      name: each.name,
      from: each.from,
      gift: each.gift === undefined ? '' : rewardText(each.gift),
      birthday: each.birthdayPoints,
      pointsPercent: each.pointsPercent,
      withAvatars: avatars.filter((avatar) => avatar.bought !== true && avatar.level === each.level).length,
      mine: each.level === level,
    })),
    history: history.map(({ at, before, after }) => ({ at, before: levelAt(before).name, after: levelAt(after).name, up: after > before })),
  };
}
