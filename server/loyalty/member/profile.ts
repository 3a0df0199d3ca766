/** A player's own profile: nickname, picture, what he says of himself, and what is still missing. */
import { randomInt } from 'node:crypto';
import type { MemberProfile, SetNameModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { LoyaltyServices } from '../services.ts';
import { DAY_MS, ok, type Querying, refuse, refuseField } from '../../platform/index.ts';
import { avatarUrl, AVATARS, FIRST_AVATAR, productOffset } from '../../catalog/index.ts';
import { parseDayNumber } from './checkin.ts';
import { FRAMES } from './frames.ts';
import { memberStateOf } from './growth.ts';
import { lookalikeKey, similarNicknames, nicknameFault } from './nicknames.ts';
import { type MaskedPersonalData, maskedPersonalDataOf } from './person.ts';
import { itemsLeft, consumeItem } from './rewards.ts';
import { levelAt, MEMBER_RULES, rewardText } from './rules.ts';
import { claimableAbsenceOf } from './absence.ts';

interface Row {
  readonly nickname: string | null;
  readonly renamed_at: number | null;
  readonly avatar: string | null;
  readonly frame: string | null;
  /** Names of the pictures and frames that he bought. */
  readonly looks: readonly string[];
  readonly gender: 'male' | 'female' | 'secret' | null;
  readonly birthday: string | null;
  readonly region: string | null;
  readonly signature: string | null;
  readonly show_orders: 'public' | 'after' | 'hidden' | null;
  readonly show_ranks: boolean | null;
  readonly allow_follow: boolean | null;
  /** Rename cards at hand. */
  readonly cards: number;
}

async function rowOf(client: Querying, userId: number): Promise<Row> {
  const { rows } = await client.query<Row>(
    `SELECT p.nickname, p.renamed_at, p.avatar, p.frame, p.gender, p.birthday, p.region, p.signature, p.show_orders, p.show_ranks, p.allow_follow,
            (SELECT count(*)::int FROM bag_items i WHERE i.user_id = u.id AND i.product = 'rename' AND i.used_at IS NULL
                AND coalesce(i.expires_at, 9007199254740991) > caipu_now_ms()) AS cards,
            ARRAY(SELECT product FROM bag_items i WHERE i.user_id = u.id AND (i.product ^@ 'avatar:' OR i.product ^@ 'frame:')) AS looks
       FROM users u LEFT JOIN profiles p ON p.user_id = u.id
      WHERE u.id = $1`,
    [userId],
    'profile',
  );
  return rows[0] as Row;
}

/** What is missing for a whole profile: where it is done. */
function missingOf(row: Row, person: MaskedPersonalData): MemberProfile['missing'] {
  const profileParts: readonly (readonly [has: boolean, name: string, to: string, reward?: string])[] = [
    [row.nickname !== null, '昵称', '/setUserName', named('profile', '与头像都设置后得 ')],
    [row.avatar !== null, '头像', '/SetAvatar', named('profile', '与昵称都设置后得 ')],
    [person.mobileMask !== null, '手机', '/BindCellphone', named('mobile')],
    [person.emailMask !== null, '邮箱', '/BindEmail', named('email')],
    [person.realNameMask !== null, '实名认证', '/realInfo', named('realName')],
    [person.fundPwd, '资金密码', '/changePwd?tab=fund', named('fundPwd')],
    [row.birthday !== null, '生日', '/modifyInfo', BIRTHDAY],
    [row.gender !== null, '性别', '/modifyInfo'],
  ];
  return profileParts.filter(([has]) => !has).map(([, name, to, reward = '']) => ({ name, to, reward }));
}
const BIRTHDAY = `${MEMBER_RULES.levels.find(({ birthdayPoints }) => birthdayPoints > 0)?.name} 起，生日当月可领生日礼包`;
/** What the task of this code brings, in words. */
function named(code: string, before = '得 '): string {
  const task = MEMBER_RULES.tasks.find((each) => each.code === code);
  return task === undefined ? '' : before + rewardText(task);
}
const PARTS = 8;

export async function memberProfileOf(
  context: LoyaltyServices,
  client: Querying,
  userId: number,
  userName: string,
): Promise<MemberProfile> {
  const row = await rowOf(client, userId);
  // What play has brought is posted now and then (growth.ts).
  const { growth, points, window } = await memberStateOf(client, userId, productOffset(context.publication));
  const person = await maskedPersonalDataOf(context, client, userId);
  const missing = missingOf(row, person);
  const avatar = row.avatar ?? FIRST_AVATAR;
  return {
    nickname: row.nickname ?? '',
    displayName: row.nickname ?? userName,
    nextFreeAt: row.renamed_at === null ? null : row.renamed_at + MEMBER_RULES.nickname.freeAfterDays * DAY_MS,
    renameCards: row.cards,
    avatar,
    avatarUrl: avatarUrl(avatar, row.frame),
    avatars: AVATARS.map(({ id, name, level, bought: isBought }) => ({
      id,
      name,
      url: avatarUrl(id),
      need:
        isBought === true
          ? row.looks.includes(`avatar:${id}`)
            ? ''
            : IN_STORE
          : level > window.level
            ? `${levelAt(level).name} 可用`
            : '',
    })),
    frame: row.frame ?? NO_FRAME,
    frames: [
      { id: NO_FRAME, name: '不用头像框', url: avatarUrl(avatar), need: '' },
      ...FRAMES.map(({ id, name }) => ({
        id,
        name,
        url: avatarUrl(avatar, id),
        need: row.looks.includes(`frame:${id}`) ? '' : IN_STORE,
      })),
    ],
    level: window.level,
    levelName: levelAt(window.level).name,
    growth,
    points,
    gender: row.gender ?? '',
    birthday: row.birthday ?? '',
    region: row.region ?? '',
    signature: row.signature ?? '',
    showOrders: row.show_orders ?? 'after',
    showRanks: row.show_ranks ?? true,
    allowFollow: row.allow_follow ?? true,
    mobileMask: person.mobileMask,
    emailMask: person.emailMask,
    realNameMask: person.realNameMask,
    completeBp: Math.floor(((PARTS - missing.length) * 10_000) / PARTS),
    missing,
    away: await claimableAbsenceOf(context, client, userId),
  };
}

/** What is chosen to wear no frame. */
const NO_FRAME = 'none';
const IN_STORE = '商城有售';

export interface ProfileChanges {
  readonly avatar?: string | undefined;
  readonly frame?: string | undefined;
  readonly gender?: string | undefined;
  readonly birthday?: string | undefined;
  readonly region?: string | undefined;
  readonly signature?: string | undefined;
  /** Names of the fields to clear, separated by commas. */
  readonly clear?: string | undefined;
  readonly showOrders?: string | undefined;
  readonly showRanks?: boolean | undefined;
  readonly allowFollow?: boolean | undefined;
}

/** Changes the given fields of a profile. */
export async function changeProfile(
  context: LoyaltyServices,
  client: Querying,
  userId: number,
  changes: ProfileChanges,
): Promise<Envelope<null> | undefined> {
  const { avatar, frame, gender, birthday, clear = '', showOrders, showRanks, allowFollow } = changes;
  const [signature, region] = (['signature', 'region'] as const).map((name) => (clear.split(',').includes(name) ? '' : changes[name]));
  const row = await rowOf(client, userId);
  if (avatar !== undefined) {
    const chosen = AVATARS.find(({ id }) => id === avatar);
    if (chosen === undefined) return refuseField('avatar', '没有这个头像');
    if (chosen.level > (await memberStateOf(client, userId, productOffset(context.publication))).window.level)
      return {
        status: STATUS.needsStep,
        models: { step: 'level', to: '/levelPrivilege' },
        msg: `该头像 ${levelAt(chosen.level).name} 起可用`,
      } as unknown as Envelope<null>;
  }
  const neededLooks = AVATARS.some(({ id, bought: sold }) => id === avatar && sold === true) ? [`avatar:${avatar}`] : [];
  if (frame !== undefined && frame !== NO_FRAME) {
    if (!FRAMES.some(({ id }) => id === frame)) return refuseField('frame', '没有这个头像框');
    neededLooks.push(`frame:${frame}`);
  }
  if (neededLooks.some((look) => !row.looks.includes(look))) return refuse(STATUS.stateChanged, '尚未拥有，可在商城购买');
  if (birthday !== undefined && birthday !== row.birthday) {
    if (row.birthday !== null) return refuse(STATUS.stateChanged, '生日只能填写一次，如需更正请咨询在线客服');
    const day = parseDayNumber(birthday);
    const today = Math.floor(context.clock.now() / DAY_MS);
    if (day === undefined || day > today || day < today - 120 * 366) return refuseField('birthday', '请选择正确的生日');
  }
  await client.query('INSERT INTO profiles (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
  await client.query(
    `UPDATE profiles SET avatar = coalesce($2, avatar), gender = coalesce($3, gender), birthday = coalesce(birthday, $4),
            region = coalesce($5, region), signature = coalesce($6, signature), show_orders = coalesce($7, show_orders),
            show_ranks = coalesce($8, show_ranks), allow_follow = coalesce($9, allow_follow),
            frame = CASE $10::text WHEN '${NO_FRAME}' THEN NULL ELSE coalesce($10, frame) END
      WHERE user_id = $1`,
    [userId, avatar, gender, birthday, region, signature, showOrders, showRanks, allowFollow, frame].map((value) => value ?? null),
  );
  return undefined;
}

const isTaken = async (client: Querying, userId: number, name: string): Promise<boolean> => {
  // The login name of another player is his as well.
  const { rows } = await client.query(
    'SELECT 1 FROM profiles WHERE nickname_key = $1 AND user_id <> $2 UNION ALL SELECT 1 FROM users WHERE name_key = $3 AND id <> $2 LIMIT 1',
    [lookalikeKey(name), userId, name.normalize('NFKC').toLowerCase()],
  );
  return rows.length > 0;
};

/** Gives a player a nickname: the first is free, so is one after 30 days; in between it costs a card. */
export async function setNickname(
  context: LoyaltyServices,
  client: Querying,
  userId: number,
  name: string,
): Promise<Envelope<SetNameModels | null>> {
  const fault = nicknameFault(name);
  if (fault !== undefined) return refuseField('name', fault);
  const row = await rowOf(client, userId);
  if (row.nickname === name) return refuse(STATUS.stateChanged, '与当前昵称相同');
  if (await isTaken(client, userId, name)) return nicknameTaken(client, userId, name);
  const now = context.clock.now();
  const freeAt = row.renamed_at === null ? 0 : row.renamed_at + MEMBER_RULES.nickname.freeAfterDays * DAY_MS;
  if (now < freeAt && !(await consumeItem(client, userId, 'rename')))
    return refuse(STATUS.limitReached, `${MEMBER_RULES.nickname.freeAfterDays} 天内已改过昵称，可使用改名卡修改`);
  const { rowCount } = await client.query(
    `INSERT INTO profiles AS p (user_id, nickname, nickname_key, renamed_at) SELECT $1, $2, $3, $4
      WHERE NOT EXISTS (SELECT 1 FROM profiles WHERE nickname_key = $3 AND user_id <> $1)
     ON CONFLICT (user_id) DO UPDATE SET nickname = excluded.nickname, nickname_key = excluded.nickname_key, renamed_at = excluded.renamed_at`,
    [userId, name, lookalikeKey(name), now],
  );
  if (rowCount === 0) return nicknameTaken(client, userId, name);
  return ok(
    { name, nextFreeAt: now + MEMBER_RULES.nickname.freeAfterDays * DAY_MS, cardsLeft: await itemsLeft(client, userId, 'rename') },
    '昵称已更新',
  );
}

/** The refusal of a taken name, with three free ones. */
async function nicknameTaken(client: Querying, userId: number, name: string): Promise<Envelope<null>> {
  const free: string[] = [];
  for (const each of similarNicknames(name, (n) => randomInt(n))) {
    if (free.length === 3) break;
    if (!free.includes(each) && nicknameFault(each) === undefined && !(await isTaken(client, userId, each))) free.push(each);
  }
  return {
    status: STATUS.stateChanged,
    models: { suggestions: free },
    msg: `该昵称已被使用，可以试试：${free.join('、')}`,
  } as unknown as Envelope<null>;
}
