import type { RuleError } from './types.ts';

export type Language = 'zh' | 'en';

/**
 * Every refusal of a ticket, a line, a draw or a match result: what is wrong, then what to do. One table for both languages.
 * {name} is filled from the error's params.
 */
export const RULE_MESSAGES = {
  JSON_SYNTAX: {
    zh: '不是有效的 JSON：{detail}；每行写一个完整的 JSON 对象',
    en: 'not valid JSON: {detail}; write one complete JSON object per line',
  },
  DUPLICATE_KEY: { zh: '属性 {name} 写了两次；只留一个', en: 'property {name} is written twice; keep one' },
  INSTANT: {
    zh: '{found} 不是时刻；请写成 2027-02-06T21:30:00+08:00 这样',
    en: '{found} is no instant; write it like 2027-02-06T21:30:00+08:00',
  },
  TYPE: { zh: '应为{expected}，实为{found}；请改正类型', en: 'expected {expected}, found {found}; correct the type' },
  MISSING: { zh: '缺少 {name}；请补上', en: '{name} is missing; add it' },
  UNKNOWN_PROPERTY: { zh: '没有名为 {name} 的属性{hint}；请删除或改正', en: 'there is no property {name}{hint}; remove or correct it' },
  UNKNOWN_GAME: { zh: '没有游戏 {name}{hint}；请改正游戏代码', en: 'there is no game {name}{hint}; correct the game code' },
  GAME_REFUSED: {
    zh: '游戏 {name} 的描述有误：{problem}；请先改正文件',
    en: 'the description of {name} is refused: {problem}; correct the file first',
  },
  INTERNAL: { zh: '内部错误：{detail}；请报告此行', en: 'internal error: {detail}; report this line' },
  WRONG_GAME: {
    zh: '投注单属于 {name}，这里是 {game}；请用 {game} 的投注单',
    en: 'the ticket is for {name}, this is {game}; use a ticket of {game}',
  },
  UNKNOWN_PLAY: { zh: '没有玩法 {name}{hint}；请改正玩法代码', en: 'there is no play {name}{hint}; correct the play code' },
  UNKNOWN_AREA: { zh: '玩法 {play} 没有选区 {name}{hint}；请改正选区', en: 'play {play} has no area {name}{hint}; correct the area' },
  UNKNOWN_OPTION: { zh: '{area} 没有选项 {name}{hint}；请改正选项', en: '{area} has no option {name}{hint}; correct the option' },
  NOT_INTEGER: {
    zh: '{area} 的号码须为整数；请写 {from} 至 {to} 的整数',
    en: 'a number of {area} is a whole number; write one from {from} to {to}',
  },
  OUT_OF_RANGE: { zh: '{area} 没有号码 {value}；请选 {from} 至 {to}', en: '{area} has no number {value}; pick from {from} to {to}' },
  DUPLICATE: { zh: '{area} 的 {value} 重复；请只选一次', en: '{value} of {area} is picked twice; pick it once' },
  BANKER_IN_PICKS: {
    zh: '{area} 的 {value} 既是胆码又是拖码；请只留一处',
    en: '{value} of {area} is both banker and pick; keep one of them',
  },
  NO_BANKERS: { zh: '{area} 不能设胆码；请去掉胆码', en: '{area} takes no bankers; remove them' },
  TOO_FEW: {
    zh: '{area} 选了 {count} 个，至少 {min} 个；还差 {missing} 个',
    en: '{area} has {count} picks, at least {min} are needed; add {missing}',
  },
  TOO_MANY: {
    zh: '{area} 选了 {count} 个，最多 {max} 个；请减少 {extra} 个',
    en: '{area} has {count} picks, at most {max} are allowed; remove {extra}',
  },
  TOO_FEW_BANKERS: {
    zh: '{area} 有 {count} 个胆码，至少 {min} 个；还差 {missing} 个',
    en: '{area} has {count} bankers, at least {min} are needed; add {missing}',
  },
  TOO_MANY_BANKERS: {
    zh: '{area} 有 {count} 个胆码，最多 {max} 个；请减少 {extra} 个',
    en: '{area} has {count} bankers, at most {max} are allowed; remove {extra}',
  },
  TOO_FEW_WITH_BANKERS: {
    zh: '{area} 的胆码与拖码共 {count} 个，一注需 {min} 个；还差 {missing} 个',
    en: '{area} has {count} bankers and picks, a bet takes {min}; add {missing}',
  },
  ENTRY_CHARACTER: {
    zh: '“{entry}”里有不是号码的字符；请只写 {from} 至 {to} 的号码，如 {example}',
    en: '"{entry}" has characters that are no numbers; write numbers from {from} to {to} alone, such as {example}',
  },
  ENTRY_LENGTH: {
    zh: '“{entry}”不是 {size} 个号码；请写成 {example} 这样',
    en: '"{entry}" is not {size} numbers; write it like {example}',
  },
  ENTRY_RANGE: {
    zh: '“{entry}”有范围以外的号码；请只用 {from} 至 {to}',
    en: '"{entry}" has a number out of range; use {from} to {to} only',
  },
  ENTRY_REPEATED: {
    zh: '“{entry}”有重复的号码；请写不同的号码，如 {example}',
    en: '"{entry}" has a number twice; write different numbers, such as {example}',
  },
  ENTRY_SHAPE: {
    zh: '“{entry}”的形态不属于这个玩法；请写 {example} 这样的号码',
    en: '"{entry}" has a shape that this play does not sell; write numbers like {example}',
  },
  ENTRY_SIGN: {
    zh: '“{entry}”里有正负号；号码没有正负，请写成 {example} 这样',
    en: '"{entry}" has a sign; numbers have none, write it like {example}',
  },
  ENTRY_TWICE: { zh: '“{entry}”前面已有；只算一注，可删除', en: '"{entry}" stands there already; it counts once, remove it' },
  NO_BETS: { zh: '所选号码组不成一注；请多选一个不同的号码', en: 'the picks make no bet; add a different number' },
  NO_LINES: { zh: '投注单没有号码；请至少加一行', en: 'the ticket has no lines; add at least one' },
  OVER_LINES: {
    zh: '共 {count} 行，最多 {max} 行；请分单投注',
    en: 'there are {count} lines, at most {max} are allowed; split the ticket',
  },
  WHOLE_NUMBER: { zh: '{value} 不是从 1 起的整数；请改正', en: '{value} is not a whole number from 1; correct it' },
  OVER_MULTIPLIER: { zh: '倍数 {value} 超出上限 {max}；请减少倍数', en: 'the multiplier {value} is over the cap of {max}; lower it' },
  OVER_ISSUES: { zh: '期数 {value} 超出上限 {max}；请减少期数', en: '{value} issues are over the cap of {max}; take fewer' },
  TOO_LARGE: {
    zh: '共 {count} 注，一次最多展开 {max} 注；请减少选号',
    en: 'there are {count} bets, at most {max} are expanded at once; pick less',
  },
  NO_MATCHES: { zh: '没有选择比赛；请至少选 1 场', en: 'the ticket has no matches; pick at least one' },
  OVER_MATCHES: { zh: '共 {count} 场，最多 {max} 场；请减少', en: 'there are {count} matches, at most {max} are allowed; drop some' },
  POOL_MATCHES: {
    zh: '{play} 需 {min} 至 {max} 场，选了 {count} 场；请改正',
    en: '{play} takes {min} to {max} matches, {count} are picked; correct it',
  },
  MATCH_TWICE: { zh: '比赛 {name} 出现两次；请合并', en: 'match {name} stands twice; put its picks together' },
  NO_CHOICES: { zh: '比赛 {match} 没有选项；请至少选一个', en: 'nothing is picked of match {match}; pick at least one choice' },
  ONE_PLAY: { zh: '{game} 一张投注单只能有一种玩法；请分单投注', en: 'a ticket of {game} has one play; split it' },
  UNKNOWN_CHOICE: { zh: '玩法 {play} 没有选项 {name}{hint}；请改正', en: 'play {play} has no choice {name}{hint}; correct it' },
  ODDS_FORMAT: {
    zh: '赔率 {value} 不对；请写从 1 起、最多 {decimals} 位小数的数，如 "1.85"',
    en: 'odds {value} are wrong; write a number from 1 with at most {decimals} decimals as text, such as "1.85"',
  },
  NUMBER_MISSING: {
    zh: '比赛 {match} 缺少 {name}；请补上 numbers.{code}',
    en: 'match {match} lacks {name}; add numbers.{code}',
  },
  NUMBER_UNKNOWN: { zh: '比赛没有 {name}{hint}；请删除或改正', en: 'a match has no number {name}{hint}; remove or correct it' },
  NUMBER_FORMAT: {
    zh: '{name} 不能是 {value}；请写 {from} 至 {to}、最多 {decimals} 位小数的数，如 "-1"',
    en: '{name} cannot be {value}; write a number from {from} to {to} with at most {decimals} decimals as text, such as "-1"',
  },
  PLAY_NOT_SOLD: {
    zh: '{name} 为 {value} 的比赛不售 {play}；只售 {values}',
    en: '{play} is not sold where {name} is {value}; only where it is {values}',
  },
  NO_PASSES: { zh: '没有选过关方式；请至少选一种', en: 'the ticket has no passes; pick at least one' },
  UNKNOWN_PASS: { zh: '没有过关方式 {name}{hint}；请改正', en: 'there is no pass {name}{hint}; correct it' },
  PASS_TWICE: { zh: '过关方式 {name} 出现两次；请只留一个', en: 'pass {name} stands twice; keep one' },
  PASS_MATCHES: {
    zh: '{pass} 需 {needed} 场，只选了 {count} 场；请加场次或换过关方式',
    en: '{pass} joins {needed} matches, {count} are picked; add matches or take another pass',
  },
  PASS_TOO_LONG: {
    zh: '{pass} 有 {needed} 关，{play} 最多 {max} 关；请换过关方式',
    en: '{pass} joins {needed} matches, {play} allows {max}; take a shorter pass',
  },
  PASS_BANKERS: {
    zh: '胆有 {count} 场，{pass} 最多 {max} 场胆；请减少胆',
    en: 'there are {count} bankers, {pass} takes at most {max}; drop some',
  },
  OVER_BETS: {
    zh: '共 {count} 注，最多 {max} 注；请减少选项或过关方式',
    en: 'there are {count} bets, at most {max} are allowed; pick fewer choices or passes',
  },
  UNITS_GAME: {
    zh: '{game} 不能奖金优化；请去掉 units',
    en: 'tickets of {game} cannot be optimised; remove units',
  },
  UNITS_COUNT: {
    zh: 'units 有 {count} 项，单注有 {wanted} 注；请逐注写出倍数',
    en: 'units has {count} entries for {wanted} single bets; write one for each',
  },
  UNITS_MULTIPLIER: {
    zh: '奖金优化的倍数写在 units 中，multiplier 须为 1',
    en: 'an optimised ticket says in units how often each bet is played; multiplier must be 1',
  },
  UNITS_NONE: { zh: 'units 全部为 0；请至少投一注', en: 'every entry of units is 0; play at least one bet' },
  OVER_UNITS: {
    zh: '倍数应为 0 到 {max} 的整数，不是 {value}；请改正',
    en: 'an entry of units is a whole number from 0 to {max}, not {value}; correct it',
  },
  RESULT_MISSING: { zh: '缺少比赛 {match} 的赛果；请补上', en: 'the result of match {match} is missing; add it' },
  RESULT_MEASURE: {
    zh: '{name} 应为两个不小于 0 的整数 [主, 客]；请改正 measures.{code}',
    en: '{name} is two whole numbers from 0, [home, away]; correct measures.{code}',
  },
  RESULT_WITHIN: {
    zh: '{name} 不会大于 {whole}；请改正',
    en: '{name} is never larger than {whole}; correct it',
  },
  RESULT_TIE: {
    zh: '{name} 不会打平；请改正',
    en: '{name} is never level; correct it',
  },
  RESULT_NO_SCORE: {
    zh: '没有{name}比分，不知道这场比赛怎样结束；请补上 {code}',
    en: '{name} is missing, so nobody knows how the match ended; add {code}',
  },
  RESULT_EXTRA_BELOW: {
    zh: '加时后 {extra} 少于加时前的 {score}；加时后的比分含前 90 分钟的进球，请改正',
    en: '{extra} after extra time is below {score} before it; it counts the goals of the 90 minutes too, so correct it',
  },
  RESULT_EXTRA_DECIDED: {
    zh: '{score} 已分胜负，不会有加时；请改正比分或删去加时，两回合的次回合请连同首回合一起给出',
    en: '{score} is decided, so there is no extra time; correct the score or remove it, and give a second leg with its first leg',
  },
  RESULT_PENALTIES_DECIDED: {
    zh: '{score} 已分胜负，不会有点球大战；请改正比分或删去点球，两回合的次回合请连同首回合一起给出',
    en: '{score} is decided, so there are no penalties; correct the score or remove them, and give a second leg with its first leg',
  },
  RESULT_PENALTIES_LEVEL: {
    zh: '点球大战 {penalties} 没有分出胜负；请改正',
    en: 'penalties of {penalties} have no winner; correct them',
  },
  RESULT_GOALS: {
    zh: '{name} {score} 与列出的进球（{goals}）不符；请核对，改正其中之一，或由管理员在赛果台录入',
    en: '{name} {score} contradicts the goals that are listed ({goals}); correct one of them, or enter the result on the results desk',
  },
  RESULT_EARLY: {
    zh: '比赛 {starts} 开赛，{over} 之前不会结束；请核对开赛时间，或在结束后再给出赛果',
    en: 'the match kicks off at {starts} and cannot be over before {over}; check the kick-off, or give the result once it is over',
  },
  RESULT_STATUS: {
    zh: '不认识的状态 {status}；请写 {known} 之一，正常踢完的比赛不写',
    en: 'the status {status} is not known; write one of {known}, and none for a match that was played to its end',
  },
  RESULT_ODDS: { zh: '缺少 {play} {choice} 的最终赔率；请补上', en: 'the final odds of {play} {choice} are missing; add them' },
  DRAW_ZONE_MISSING: { zh: '缺少 {zone} 的开奖号码；请补上 {count} 个', en: 'the numbers of {zone} are missing; add {count}' },
  DRAW_ZONE_UNKNOWN: { zh: '没有号码区 {name}{hint}；请删除或改正', en: 'there is no zone {name}{hint}; remove or correct it' },
  DRAW_LENGTH: {
    zh: '{zone} 有 {count} 个号码，应为 {expected} 个；请改正',
    en: '{zone} has {count} numbers, {expected} are drawn; correct it',
  },
  DRAW_NUMBER: {
    zh: '{zone} 不会开出 {value}；请写 {from} 至 {to} 的整数',
    en: '{zone} cannot show {value}; write a whole number from {from} to {to}',
  },
  DRAW_REPEATED: { zh: '{zone} 的 {value} 重复；同一号码只开一次', en: '{zone} shows {value} twice; a number is drawn once' },
  DRAW_EXCLUDED: {
    zh: '{value} 已在 {other} 开出，{zone} 不会再开；请改正',
    en: '{value} was drawn in {other} and cannot come in {zone}; correct it',
  },
  DRAW_PRIZE_UNKNOWN: { zh: '没有奖级 {name}{hint}；写作“玩法/奖级”', en: 'there is no prize {name}{hint}; write it as "play/tier"' },
  DRAW_PRIZE_FIXED: { zh: '{name} 是固定奖金；请删除', en: '{name} is a fixed prize; remove it' },
  POOL_PRIZES_UNKNOWN: {
    zh: '{game} 没有奖池条件 {name}（有：{ids}）；请改正',
    en: '{game} has no condition of the pool {name} (it has: {ids}); correct it',
  },
  DRAW_PRIZE_VALUE: { zh: '奖金须为不小于 0 的整数（分）；请改正', en: 'a prize is a whole number of fen, 0 or more; correct it' },
} as const;

export type RuleCode = keyof typeof RULE_MESSAGES;

export type RuleParams = Readonly<Record<string, string | number>>;

const WORDS: Readonly<Record<string, string>> = {
  object: '对象',
  array: '数组',
  string: '字符串',
  integer: '整数',
  number: '数字',
  boolean: '布尔值',
  null: 'null',
  nothing: '空',
  'number or text': '数字或文字',
};

/** The sentence of an error in a language. */
export function explain(error: { readonly code: string; readonly params?: RuleParams }, language: Language): string {
  const text: string = RULE_MESSAGES[error.code as RuleCode][language];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = error.params?.[name];
    if (name === 'hint') return value ? (language === 'zh' ? `（是否想写 ${value}？）` : ` (did you mean ${value}?)`) : '';
    if (name === 'expected' || name === 'found') return language === 'zh' ? (WORDS[String(value)] ?? String(value)) : String(value);
    return String(value ?? '');
  });
}

export function ruleError(code: RuleCode, pointer: string, params: RuleParams, language: Language): RuleError {
  return { code, pointer, message: explain({ code, params }, language), params };
}
