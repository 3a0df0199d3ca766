/** What can be wrong with a sports game or a table of passes beyond its shape: the part of the table of codes that docs/add-a-sport.md prints. */
import { type CodeEntry, entry } from '../code-entry.ts';

export const SPORT_CODES = {
  SPORT_MEASURE: entry(
    '没有量 "{name}"{guess}',
    '写进 measures，或改成已有的：{known}',
    'there is no measure "{name}"{guess}',
    'add it to measures, or name one of {known}',
  ),
  SPORT_NUMBER: entry(
    '没有数 "{name}"{guess}',
    '写进 numbers，或改成已有的：{known}',
    'there is no number "{name}"{guess}',
    'add it to numbers, or name one of {known}',
  ),
  SPORT_WITHIN: entry(
    '"{name}" 不能在 "{whole}" 之内',
    '写一个本身不在其他量之内的量',
    '"{name}" cannot be within "{whole}"',
    'name a measure that is not within another one',
  ),
  SPORT_POINTS: entry(
    '"{name}" 按分数计（points），条件只能看分差和总分',
    'take 写 difference 或 total，或把 counted 改成 goals',
    '"{name}" is counted in points, so conditions may ask for difference and total only',
    'write take: difference or total, or count it in goals',
  ),
  SPORT_BOUNDS: entry(
    '条件没有界限，永远成立',
    '写 from、to、above 或 below',
    'the condition has no bound and always holds',
    'write from, to, above or below',
  ),
  SPORT_REST: entry(
    'rest 只能直接写在选项的 when 里',
    '移到选项的 when',
    'rest stands only directly in the when of a choice',
    'move it there',
  ),
  SPORT_GAP: entry(
    '{result} 时没有一个选项成立',
    '补上选项，或放宽条件',
    'at {result} no choice comes true',
    'add a choice or widen a condition',
  ),
  SPORT_OVERLAP: entry(
    '{result} 时 "{first}" 和 "{second}" 同时成立',
    '一个玩法的选项不能同时成立；改正条件',
    'at {result} both "{first}" and "{second}" come true',
    'choices of a play exclude each other: mend a condition',
  ),
  SPORT_NEVER: entry(
    '选项 "{name}" 永远不成立',
    '改正条件，或放大量的 to',
    'choice "{name}" never comes true',
    'mend its condition or widen the measure’s to',
  ),
  SPORT_TOO_SMALL: entry(
    '"{name}" 的 to 是 {to}，条件看到 {seen}',
    '写大于 {seen} 的 to',
    '"{name}" goes to {to}, but conditions look as far as {seen}',
    'write a to above {seen}',
  ),
  SPORT_PASSES: entry('没有过关表 "{name}"{guess}', '已有：{known}', 'there is no table of passes "{name}"{guess}', 'known: {known}'),
  SPORT_PASSES_NEEDED: entry('按赔率派奖的玩法要有过关表', '写 passes', 'a game that pays by odds needs a table of passes', 'write passes'),
  SPORT_PASSES_POOL: entry('奖池玩法没有过关', '去掉 passes 和 mixed', 'a game with a pool has no passes', 'remove passes and mixed'),
  SPORT_TABLE: entry(
    '玩法 "{name}" 没有奖池表',
    '在 payout.tables 写上',
    'play "{name}" has no table of the pool',
    'add it to payout.tables',
  ),
  SPORT_TIER: entry(
    '命中 {hits} 场，一注只有 {choose} 场',
    'hits 不超过 choose',
    '{hits} hits are more than the {choose} matches of a bet',
    'write at most choose',
  ),
  SPORT_POOL: entry('各奖级共 {sum}‰，超过 1000‰', '减少 poolPermille', 'the tiers take {sum}‰, more than 1000‰', 'lower poolPermille'),
  SPORT_CAPS: entry(
    'capFen 的 legs 须从 1 起递增',
    '按场数从小到大写，从 1 开始',
    'the legs of capFen ascend from 1',
    'write them in order, beginning with 1',
  ),
  SPORT_LEAST: entry(
    '最低奖 {least} 分高于封顶 {cap} 分',
    '改低 leastFen 或改高封顶',
    'the least prize of {least} fen is above a cap of {cap} fen',
    'lower leastFen or raise the cap',
  ),
  PASS_CODE: entry(
    '"{code}" 的场数与 matches {matches} 不符',
    '写 {wanted}',
    '"{code}" says another number of matches than {matches}',
    'write {wanted}',
  ),
  PASS_COUNT: entry('{code} 应有 {bets} 注', '改成 {wanted}，或改正 legs', '{code} has {bets} bets', 'call it {wanted} or mend its legs'),
  PASS_LEGS: entry(
    '一注 {legs} 关，过关只有 {matches} 场',
    'legs 不超过 matches，从小到大写',
    'a bet of {legs} legs is longer than the {matches} matches',
    'write at most matches, ascending',
  ),
} as const satisfies Record<string, CodeEntry>;
