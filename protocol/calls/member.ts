/** /api/UserCenter and /api/Account: the member: profile, level, tasks, check-in, invitations. */
import { call } from './define.ts';
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, paging, Type, text } from './schema.ts';

const bp = (description: string) => Type.Integer({ minimum: 0, maximum: 10_000, description });

const avatar = object({
  id: text(),
  name: text('What the picture shows, in Chinese.'),
  url: text('Address of the picture.'),
  need: text("The reason why it cannot be chosen yet; '' if it can."),
});

export const memberProfile = object({
  nickname: text("'' until one is chosen."),
  displayName: text('The nickname, or the login name.'),
  nextFreeAt: orNull(instant('When it can be changed without a card; null: it was never changed.')),
  renameCards: count('Unused rename cards (改名卡).'),
  avatar: text('Id of the picture.'),
  avatarUrl: text('Its address.'),
  avatars: list(avatar, 'All pictures.'),
  frame: text("Id of the frame around it; 'none' for none."),
  frames: list(avatar, "No frame, and all frames, each around the player's picture."),
  level: count('Member level, 0 to 9.'),
  levelName: text(),
  growth: count('Growth (成长值).'),
  points: count('Points (积分).'),
  gender: text("male, female or secret; '' until set."),
  birthday: text("1990-01-31; '' until set."),
  region: text("Province and city; '' until set."),
  signature: text(),
  showOrders: oneOf(
    ['public', 'after', 'hidden'],
    "Visibility of the player's orders: for all players, for all after the close, or hidden.",
  ),
  showRanks: flag('The player appears in rankings.'),
  allowFollow: flag("Others may follow the player's orders."),
  mobileMask: orNull(text(), 'Null: not bound.'),
  emailMask: orNull(text(), 'Null: not bound.'),
  realNameMask: orNull(text(), 'Null: not verified.'),
  completeBp: bp('The completeness of the profile, basis points.'),
  missing: list(
    object({ name: text(), to: text('The route of the page on which it is done.'), reward: text("The reward in words; '' if none.") }),
    'The missing steps.',
  ),
  away: orNull(
    object({
      minutes: count('The length of the absence.'),
      long: text('The same in words: 6 小时 20 分.'),
      points: count('The reward that can be claimed for it.'),
    }),
    'An absence with a reward to claim (/api/Account/OfflineReward); null: none.',
  ),
});

export const profileExample = {
  nickname: '蓝天',
  displayName: '蓝天',
  nextFreeAt: null,
  renameCards: 0,
  avatar: 'rat',
  avatarUrl: '/avatars/rat.svg',
  avatars: [{ id: 'rat', name: '鼠', url: '/avatars/rat.svg', need: '' }],
  frame: 'none',
  frames: [{ id: 'none', name: '不用头像框', url: '/avatars/rat.svg', need: '' }],
  level: 1,
  levelName: 'V1',
  growth: 120,
  points: 35,
  gender: '',
  birthday: '',
  region: '',
  signature: '',
  showOrders: 'after' as const,
  showRanks: true,
  allowFollow: true,
  mobileMask: null,
  emailMask: null,
  realNameMask: null,
  completeBp: 2_500,
  missing: [{ name: '手机', to: '/BindCellphone', reward: '得 100 成长值' }],
  away: null,
};

export const setProfile = call({
  method: 'POST',
  path: '/api/UserCenter/SetProfile',
  summary: '修改头像与资料',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    avatar: optional(Type.String({ maxLength: 32, description: 'Id of a picture.' })),
    frame: optional(Type.String({ maxLength: 32, description: "Id of a frame; 'none' takes it off." })),
    gender: optional(oneOf(['male', 'female', 'secret'], 'As the player states it.')),
    birthday: optional(Type.String({ maxLength: 10, description: 'yyyy-MM-dd; it can be set once.' })),
    region: optional(Type.String({ maxLength: 40, description: 'Province and city.' })),
    signature: optional(Type.String({ maxLength: 30, description: 'A line about the player.' })),
    clear: optional(oneOf(['signature', 'region', 'signature,region'], 'Deletes these fields, because an empty field counts as left out.')),
    showOrders: optional(oneOf(['public', 'after', 'hidden'], "Visibility of the player's orders.")),
    showRanks: optional(flag('The player appears in rankings.')),
    allowFollow: optional(flag("Others may follow the player's orders.")),
  },
  answer: memberProfile,
  refuses: ['needsStep', 'stateChanged'],
  example: { fields: { avatar: 'rat', signature: '好运常在' }, models: { ...profileExample, signature: '好运常在' } },
});

export const setName = call({
  method: 'POST',
  path: '/api/account/setname',
  summary: '设置昵称',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { name: Type.String({ minLength: 1, maxLength: 40, description: '2–12 Chinese characters, letters or digits.' }) },
  answer: object({
    name: text(),
    nextFreeAt: instant('When it can be changed without a card.'),
    cardsLeft: count('Remaining rename cards.'),
  }),
  refuses: ['limitReached', 'stateChanged'],
  refusalModels: { stateChanged: orNull(object({ suggestions: list(text(), 'Similar names that are free.') })) },
  example: { fields: { name: '蓝天' }, models: { name: '蓝天', nextFreeAt: 1_797_900_000_000, cardsLeft: 0 } },
});

const reward = text('The benefit in words.');

const level = object({
  level: count(),
  name: text(),
  from: count('The growth that the level requires.'),
  gift: text("The content of the gift; '' if none."),
  birthday: count('Points on the birthday.'),
  pointsPercent: count('Points for play, in percent of the usual points.'),
  withAvatars: count('Pictures that the level unlocks.'),
  mine: flag("The player's own level."),
});

export const levels = call({
  method: 'GET',
  path: '/api/UserCenter/Levels',
  summary: '会员等级、成长值与权益',
  session: 'player',
  fields: {},
  answer: object({
    name: text("The player's nickname, or else the login name."),
    level: count(),
    levelName: text(),
    growth: count(),
    points: count(),
    lapse: orNull(
      object({ at: instant('When they expire.'), points: count('The number of points, unless they are spent before.') }),
      'The points (积分) that expire next; null: none.',
    ),
    next: orNull(object({ name: text(), from: count(), missing: count('The growth that is still needed.') }), 'Null: the highest level.'),
    doneBp: bp('The progress towards the next level.'),
    keeps: count('The growth that is needed to stay on this level at the end of the year.'),
    startsAt: instant('When the year of this level began.'),
    endsAt: instant('When it ends.'),
    forecast: oneOf(['keep', 'down'], 'The level that the end of the year would give now.'),
    levels: list(level, 'All levels, the lowest first.'),
    history: list(object({ at: instant(), before: text(), after: text(), up: flag() }), 'Changes of the level, the newest first.'),
  }),
  example: {
    fields: {},
    models: {
      name: '彩友',
      level: 0,
      levelName: 'V0',
      growth: 20,
      points: 20,
      lapse: { at: 1_835_366_400_000, points: 20 },
      next: { name: 'V1', from: 100, missing: 80 },
      doneBp: 2_000,
      keeps: 0,
      startsAt: 1_795_300_000_000,
      endsAt: 1_826_836_000_000,
      forecast: 'keep',
      levels: [{ level: 0, name: 'V0', from: 0, gift: '', birthday: 0, pointsPercent: 100, withAvatars: 17, mine: true }],
      history: [],
    },
  },
});

export const growthList = call({
  method: 'GET',
  path: '/api/UserCenter/GrowthList',
  summary: '成长值或积分的收支明细，新的在前',
  session: 'player',
  fields: { purse: optional(oneOf(['growth', 'points'], 'growth when left out.')), ...paging() },
  answer: object({
    items: list(
      object({
        id: text(),
        label: text('The kind in words.'),
        subject: text("The subject: the product of the store, the activity, or the question of a quiz; '' if it has no name."),
        amount: Type.Integer({ description: 'The amount; a negative amount leaves the purse.' }),
        balance: count('The balance after the movement.'),
        at: instant(),
      }),
    ),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
  }),
  example: {
    fields: { purse: 'growth' },
    models: { items: [{ id: '12', label: '任务成长值', subject: '', amount: 50, balance: 120, at: 1_795_300_000_000 }], next: null },
  },
});

export const taskItem = object({
  code: text('The code for the call Claim.'),
  name: text(),
  reward,
  daily: flag('The task starts again every day.'),
  status: oneOf(['open', 'ready', 'claimed']),
  doneBp: bp('The progress.'),
  to: text("The route of the page on which it is done; '' if none."),
});

export const tasks = call({
  method: 'GET',
  path: '/api/UserCenter/Tasks',
  summary: '任务：今日与一次性',
  session: 'player',
  fields: {},
  answer: object({ items: list(taskItem), ready: count('Tasks that can be claimed.') }),
  example: {
    fields: {},
    models: {
      items: [{ code: 'task:login', name: '每日登录', reward: '5 成长值', daily: true, status: 'ready', doneBp: 10_000, to: '' }],
      ready: 1,
    },
  },
});

export const giftItem = object({
  code: text('The code for the call Claim.'),
  name: text(),
  reward,
  status: oneOf(['locked', 'ready', 'claimed']),
  note: text('When it can be claimed.'),
});

export const gifts = call({
  method: 'GET',
  path: '/api/UserCenter/Gifts',
  summary: '等级礼包与生日礼包',
  session: 'player',
  fields: {},
  answer: object({ items: list(giftItem), ready: count('Gifts that can be claimed.') }),
  example: {
    fields: {},
    models: {
      items: [{ code: 'gift:1', name: 'V1 等级礼包', reward: '50 积分、补签卡 ×1', status: 'locked', note: '成长值达到 100 可领' }],
      ready: 0,
    },
  },
});

export const claimReward = call({
  method: 'POST',
  path: '/api/UserCenter/Claim',
  summary: '领取任务奖励、等级礼包或生日礼包',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { code: Type.String({ minLength: 1, maxLength: 40, description: 'Code of a task or gift.' }) },
  wallet: true,
  answer: object({ reward, growth: count(), points: count(), balanceFen: fen('Wallet after the call, fen.') }),
  refuses: ['notFound', 'stateChanged'],
  example: { fields: { code: 'task:login' }, models: { reward: '5 成长值', growth: 5, points: 0, balanceFen: 1_000_000 } },
});

export const checkinRecord = call({
  method: 'GET',
  path: '/api/UserCenter/QueryUserCheckinRecord',
  summary: '签到日历',
  session: 'player',
  fields: { month: optional(Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$', description: '2026-11; this month when left out.' })) },
  answer: object({
    today: text('Today by the server, 2026-11-22.'),
    done: flag('Today is marked.'),
    days: list(object({ date: text(), madeUp: flag('The day was made up with a card.'), mark: text() }), 'Marked days of the month.'),
    streak: count('Days in a row, up to today or yesterday.'),
    longest: count('The longest series so far.'),
    next: orNull(
      object({ days: count(), left: count('The number of days that are still needed.'), reward }),
      'The next reward of the series; null: none.',
    ),
    cardsLeft: count('Unused make-up cards (补签卡).'),
    makeUpsLeft: count('Days of this month that can still be made up.'),
    rules: list(text()),
  }),
  example: {
    fields: { month: '2026-11' },
    models: {
      today: '2026-11-22',
      done: true,
      days: [{ date: '2026-11-22', madeUp: false, mark: '已签' }],
      streak: 1,
      longest: 1,
      next: { days: 3, left: 2, reward: '10 积分' },
      cardsLeft: 0,
      makeUpsLeft: 3,
      rules: ['每天签到得 5 积分，以服务器的日期为准'],
    },
  },
});

export const checkin = call({
  method: 'POST',
  path: '/api/UserCenter/Checkin',
  summary: '签到，或用补签卡补签',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { day: optional(Type.String({ maxLength: 10, description: 'A missed day of this month, 2026-11-20; left out: today.' })) },
  answer: object({
    points: count('Points that the check-in brought.'),
    reward,
    streak: count(),
    balancePoints: count('Points after the call.'),
  }),
  refuses: ['soldOut', 'limitReached', 'stateChanged'],
  example: { fields: {}, models: { points: 5, reward: '5 积分', streak: 1, balancePoints: 40 } },
});

export const offlineReward = call({
  method: 'POST',
  path: '/api/Account/OfflineReward',
  summary: '领取离线奖励',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {},
  answer: object({
    minutes: count("The length of the absence, by the server's clock."),
    points: count(),
    balancePoints: count('Points after the call.'),
    nextAt: instant('When the next reward can be claimed.'),
  }),
  refuses: ['limitReached', 'stateChanged'],
  example: { fields: {}, models: { minutes: 380, points: 38, balancePoints: 78, nextAt: 1_795_301_800_000 } },
});

export const friends = call({
  method: 'GET',
  path: '/api/UserCenter/QueryFriend',
  summary: '我的邀请码与邀请的好友',
  session: 'player',
  fields: { ...paging() },
  answer: object({
    items: list(
      object({
        whoMask: text("The friend's name, masked."),
        joinedAt: instant(),
        status: oneOf(['joined', 'played', 'sameDevice'], 'sameDevice: registered on a device of the inviter, so there is no reward.'),
        rewardPoints: count('The reward for this friend.'),
      }),
      'The newest first.',
    ),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
    code: text("The player's own code."),
    path: text('The path on which a friend registers with the code.'),
    url: text('The same as a whole address, if the server knows its own address; otherwise the path.'),
    total: count('Friends in all.'),
    points: count('The reward for all friends.'),
    registeredPoints: count('The reward when a friend registers.'),
    playedPoints: count('The reward when the friend plays.'),
  }),
  example: {
    fields: {},
    models: {
      items: [{ whoMask: '蓝***天', joinedAt: 1_795_300_000_000, status: 'joined', rewardPoints: 20 }],
      next: null,
      code: 'K7M2QX9A',
      path: '/registerpromote?code=K7M2QX9A',
      url: '/registerpromote?code=K7M2QX9A',
      total: 1,
      points: 20,
      registeredPoints: 20,
      playedPoints: 100,
    },
  },
});

export const invitation = call({
  method: 'GET',
  path: '/api/account/Invitation',
  summary: '邀请码是谁的',
  session: 'none',
  fields: { code: Type.String({ minLength: 1, maxLength: 16, description: 'The code of an invitation.' }) },
  answer: object({
    valid: flag('The code exists.'),
    whoMask: text('The name of the inviting player, masked.'),
    points: count('The reward of the inviting player.'),
  }),
  example: { fields: { code: 'K7M2QX9A' }, models: { valid: true, whoMask: '蓝***天', points: 20 } },
});
