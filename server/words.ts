/**
 * Texts of SQL functions for players, by name: words('issueClosed'), words('quizLeast', least::text). `%s` stands for
 * the next argument, and `%%` for a percent sign in texts with arguments.
 */
export const SQL_TEXTS = {
  // platform
  keyBurnt: '本次提交已失效，请重新提交',
  keyOther: '提交内容与上次不一致，请重新下单',
  loggedOut: '登录已失效，请重新登录',
  requestUsed: '请求已失效，请重新提交',
  // accounts
  frozen: '账户已冻结，请联系在线客服',
  today: '今日',
  thisWeek: '本周',
  thisMonth: '本月',
  limitTime: '已达您设定的%s游戏时长 %s 分钟，请休息',
  limitLeftDeposit: '超出您设定的%s%s上限 ¥%s，还可充值 ¥%s',
  limitLeftStake: '超出您设定的%s%s上限 ¥%s，还可投注 ¥%s',
  limitDeposit: '充值',
  limitStake: '投注',
  limitLoss: '亏损',
  limitAtWorst: '；本局最多输 ¥%s，按此计算',
  excludedDeposit: '您已自我排除，%s 前不能充值',
  excludedStake: '您已自我排除，%s 前不能投注',
  breakDeposit: '您正在休息，%s 前不能充值',
  breakStake: '您正在休息，%s 前不能投注',
  // lottery
  issueUnknown: '所选期次中有已截止或尚未开放的，请重新选择期数',
  balanceShort: '余额不足',
  chasePlaced: '追号成功',
  issueNamed: '第 %s 期',
  issueLeft: '%s 只剩 %s 元可投',
  issueFull: '%s 已达限额，不能再投',
  issueSoldOut: '%s 已售完',
  issueClosed: '本期已截止投注，请选择下一期',
  betPlaced: '投注成功',
  // sports
  matchCancelled: '取消',
  matchPostponed: '延期',
  matchMissing: '比赛不存在或已下架',
  matchOff: '比赛已取消',
  matchEnded: '比赛已结束',
  matchStarted: '比赛已开始',
  saleStopped: '已截止',
  saleNotOpen: '尚未开售',
  playClosed: '该玩法未开售',
  playNotSingle: '该玩法不能单关投注，请选择过关',
  removeLegs: '%s，请移除后再投注',
  legsStopped: '（共 %s 场）',
  numbersChanged: '让球数或盘口已变化，请确认后再投注',
  oddsChanged: '%s 个赔率已变化，请确认后再投注',
  oneIssue: '一张投注单不能跨期，请分期投注（/matches）',
  draftExpired: '投注信息已过期，请重新确认',
  pickMissing: '没有这个选项',
  pickOut: '已淘汰',
  pickVoid: '已取消',
  pickDecided: '已揭晓',
  saleSuspended: '暂停销售',
  issueCancelled: '本期取消',
  // mini-games
  quizMissing: '题目不存在或已下线',
  quizClosed: '本题已截止，未扣积分',
  optionMissing: '没有这个选项（/option）',
  quizSide: '您已选“%s”，每题只能选一项，可继续追加',
  quizLeast: '每次至少 %s 积分',
  quizFull: '本题最多 %s 积分，您已投满',
  quizLeft: '本题最多 %s 积分，还可投 %s',
  pointsShort: '积分不足：现有 %s 积分',
  quizEntered: '已参与',
  cardsGone: '这一批已售完',
  cardsLeft: '这一批只剩 %s 张',
  cardsBusy: '剩余卡片正在被购买，请稍后再试',
  cardsBought: '购买成功',
  cardMissing: '刮刮乐不存在',
  offerOver: '本局已结束，未扣款，请开始新的一局',
  offerExpired: '本局已过期，未扣款，已重新发牌',
  worstShort: '余额不足：本局最多输 %s 元，余额不能低于该金额',
  roundClosed: '本局已截止，未扣款',
  rulesChanged: '玩法说明已更新，请核对新赔率后再下注',
  roundFull: '本局最多下注 %s 元',
  roundEntered: '已下注',
  // social
  releasesFull: '今日已发布 %s 单，请明天再发布',
  ruleGame: '不是指定的彩种',
  ruleBelow: '方案金额低于设定',
  ruleAbove: '方案金额高于设定',
  ruleLate: '已满员或已截止',
  ruleShare: '设定金额不足一份',
  ruleShares: '剩余份额不足',
  rulePrepaid: '预付金额不足',
  ruleBalance: '余额低于设定',
  ruleDone: '已完成 %s 次',
  ruleIdle: '长期没有成功跟单',
  ruleMissed: '连续 %s 次未中奖',
  groupIssueClosed: '本期已截止投注',
  groupMatchStopped: '方案中有比赛已截止或暂停销售，暂不能出票',
  groupNumbersChanged: '让球数或盘口已变化，不能出票',
  groupTooLate: '距截止不足 %s 分钟，不能发起合买，可直接投注',
  idUsed: '这个编号已经用过，请重新提交（/id）',
  groupStarted: '发起成功',
  groupMissing: '合买不存在',
  groupFull: '已满员，没有剩余份额',
  groupCalledOff: '发起人已撤单',
  groupFailed: '合买未满员，已流单退款',
  groupClosed: '合买已截止',
  sharesLeft: '份额不足，只剩 %s 份，请减少份数',
  groupFilled: '认购成功，已满员出票',
  groupJoined: '认购成功',
  alreadyCalledOff: '已撤单',
  alreadyFailed: '已流单退款',
  alreadyFull: '已满员出票，不能撤单',
  cancelTooLate: '已截止，不能撤单',
  groupTooFar: '进度加保底已达 %s%%，不能撤单',
  groupCancelled: '已撤单，全部退款',
  editTooLate: '合买已结束招募，不能修改',
  guaranteeLess: '保底只能增加，现为 %s 份',
  guaranteeMore: '保底不能多于剩余的 %s 份',
  groupSaved: '已保存',
  // loyalty
  couponMissing: '背包中没有该红包',
  couponUsed: '红包已使用',
  couponOver: '红包已过期',
  couponOther: '红包不适用于该彩种',
  couponLeast: '投注满 %s 元可用该红包',
} as const;

/** The SQL function that gives the words of a name. An unknown name is an error when it is called. */
export function textsFunctionSql(words: Readonly<Record<string, string>> = SQL_TEXTS): string {
  const cases = Object.entries(words).map(([name, text]) => `    WHEN '${name}' THEN '${text.replaceAll("'", "''")}'`);
  return `CREATE FUNCTION words(p_name text, VARIADIC p_filled text[] DEFAULT '{}') RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  said text := CASE p_name
${cases.join('\n')}
  END;
BEGIN
  IF said IS NULL THEN RAISE EXCEPTION 'server/words.ts has no words %', p_name; END IF;
  RETURN CASE WHEN p_filled = '{}' THEN said ELSE format(said, VARIADIC p_filled) END;
END
$$;`;
}
