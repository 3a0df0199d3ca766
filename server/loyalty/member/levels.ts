/** The level of a player, what it brings, and how far the next one is. */
import type { LevelsModels } from '../../../protocol/calls.ts';
import type { Querying } from '../../platform/index.ts';
import { AVATAR_TABLE } from '../../catalog/index.ts';
import { nextLapse, memberStateOf } from './growth.ts';
import { levelAt, MEMBER_RULES, rewardText } from './rules.ts';
import type { Today } from './tasks.ts';

const HISTORY = 20;

export async function levelsOf(client: Querying, userId: number, today: Today): Promise<LevelsModels> {
  const standing = await memberStateOf(client, userId, today.offset);
  const { level, starts_at: startsAt, ends_at: endsAt } = standing.window;
  const { growth, points } = standing;
  const { rows } = await client.query<{ name: string }>(
    'SELECT coalesce(p.nickname, u.name) AS name FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = $1',
    [userId],
  );
  const currentLevel = levelAt(level);
  const next = MEMBER_RULES.levels[level + 1];
  const { rows: written } = await client.query<{ at: number; before: number; after: number }>(
    'SELECT at, before, after FROM level_changes WHERE user_id = $1 ORDER BY at DESC, after DESC LIMIT $2',
    [userId, HISTORY],
  );
  const history = [...standing.changes.toReversed(), ...written].slice(0, HISTORY);
  return {
    name: rows[0]?.name ?? '',
    level,
    levelName: currentLevel.name,
    growth,
    points,
    lapse: await nextLapse(client, userId, { ...today, due: standing.posts }),
    next: next === undefined ? null : { name: next.name, from: next.from, missing: Math.max(0, next.from - growth) },
    doneBp: next === undefined ? 10_000 : Math.min(10_000, Math.floor((growth * 10_000) / next.from)),
    keeps: currentLevel.from,
    startsAt,
    endsAt,
    forecast: growth >= currentLevel.from ? 'keep' : 'down',
    levels: MEMBER_RULES.levels.map((each) => ({
      level: each.level,
      name: each.name,
      from: each.from,
      gift: each.gift === undefined ? '' : rewardText(each.gift),
      birthday: each.birthdayPoints,
      pointsPercent: each.pointsPercent,
      withAvatars: AVATAR_TABLE.filter((avatar) => avatar.bought !== true && avatar.level === each.level).length,
      mine: each.level === level,
    })),
    history: history.map(({ at, before, after }) => ({ at, before: levelAt(before).name, after: levelAt(after).name, up: after > before })),
  };
}
