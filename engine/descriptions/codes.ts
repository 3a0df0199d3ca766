/**
 * The one table of errors of descriptions: code, sentence and remedy, in Chinese and English. {name} is filled in from the problem.
 * docs/reference/game-errors.md has the part for games and screen-errors.md the part for screens. The parts of other kinds are in the guides of
 * these kinds, after the comment `codes: begin`. Tests compare them with this table.
 */
import { type CodeEntry, entry } from './code-entry.ts';
import { SCRATCH_CODES } from './scratch/codes.ts';
import { STORE_CODES } from './store/codes.ts';
import { CONTENT_CODES } from './content/codes.ts';
import { SCREEN_CODES } from './screens/codes.ts';
import { SPORT_CODES } from './sports/codes.ts';
import { SMALL_CODES } from '../small/codes.ts';
import { QUIZ_CODES } from '../quiz/codes.ts';

export type { CodeEntry, Lang } from './code-entry.ts';

/** The errors of games, and those of any file. */
export const GAME_CODES = {
  // The file itself.
  FILE_UNREADABLE: entry(
    '读不了这个文件（{reason}）',
    '检查文件是否存在、是否可读',
    'the file cannot be read ({reason})',
    'check that it exists and is readable',
  ),
  FILE_TOO_LARGE: entry(
    '文件有 {size} 字节，上限 {limit}',
    '拆分或删去不需要的内容',
    'the file has {size} bytes, at most {limit} are read',
    'split it, or remove the parts that are not needed',
  ),
  FILE_TOO_MANY: entry(
    '这里有 {count} 项，上限 {limit}',
    '拆分或删去不需要的内容',
    'there are {count} items here, at most {limit} are read',
    'split it, or remove the parts that are not needed',
  ),
  FILE_ENCODING: entry('文件不是 UTF-8 文本', '另存为 UTF-8', 'the file is not UTF-8 text', 'save it as UTF-8'),
  FILE_EMPTY: entry('文件是空的', '写入一个描述，或删除文件', 'the file is empty', 'write a description or delete the file'),
  FILE_NAME: entry(
    'code 是 "{code}"，文件名却是 "{name}"',
    '文件名改为 {code}.json，或修改 code',
    'the code is "{code}" but the file is called "{name}"',
    'rename the file to {code}.json or change the code',
  ),
  FILE_CHECK: entry(
    '检查程序在这个文件上出错',
    '请报告这个文件；它不会发布',
    'the check of this file failed because of an error in the program',
    'report the file; it is not published',
  ),
  FILE_NEEDED: entry(
    '文件不在了，{by} 却需要它{reason}；原来的内容继续运行',
    '放回这个文件；真要撤掉它，请先改 {by}',
    'the file was removed, but {by} needs it{reason}; the former version stays in force',
    'put the file back, or change {by} first',
  ),
  CHANGE_BREAKS: entry(
    '这样改，{by} 就有误{reason}；原来的内容继续运行',
    '把两个文件一起改好，或改回这个文件',
    'this change makes {by} wrong{reason}; the former version stays in force',
    'change both files so that they fit, or undo this change',
  ),
  FOLDER_GONE: entry(
    '文件夹不在了；里面原来的内容继续运行',
    '放回这个文件夹；里面的都不要了，就留一个空文件夹',
    'the folder was removed; its former files stay in force',
    'put the folder back; to remove all of its files, leave an empty folder',
  ),
  FILE_KIND: entry(
    '这个文件夹里放的是 {wanted}，文件却写 kind "{kind}"',
    '移到对应的文件夹，或修改 kind',
    'this folder is for kind {wanted}, but the file has kind "{kind}"',
    'move the file to its folder or change kind',
  ),

  // JSON.
  JSON_SYNTAX: entry('JSON 写法有误：{detail}', '按提示补上或删去这一处', 'this is not JSON: {detail}', 'add or remove the named part'),
  JSON_COMMENT: entry('JSON 里不能写注释', '删去注释', 'JSON has no comments', 'remove the comment'),
  JSON_TRAILING_COMMA: entry('最后一项后面多了逗号', '删去这个逗号', 'a comma follows the last item', 'remove the comma'),
  JSON_NUMBER: entry(
    '"{text}" 不是可用的数{guess}',
    '写十进制整数，不超过 9007199254740991',
    '"{text}" is not a usable number{guess}',
    'write a decimal integer up to 9007199254740991',
  ),
  JSON_STRING: entry(
    '字符串写法有误：{detail}',
    '补上引号，或改正转义',
    'the string is wrong: {detail}',
    'close the quotes or correct the escape',
  ),
  JSON_DUPLICATE_KEY: entry('属性 "{key}" 写了两次', '只留一个', 'property "{key}" is written twice', 'keep one'),
  JSON_FORBIDDEN_KEY: entry('不允许的属性名 "{key}"', '换一个名字', 'property name "{key}" is not allowed', 'use another name'),
  JSON_DEPTH: entry(
    '嵌套超过 {limit} 层',
    '描述不需要这么深，检查括号',
    'nested deeper than {limit} levels',
    'no description is that deep; check the brackets',
  ),
  JSON_NOT_OBJECT: entry('描述必须是一个对象 { … }', '最外层写成 { }', 'a description is one object { … }', 'wrap it in { }'),

  // The head of a description.
  HEADER_SCHEMA: entry(
    '$schema 写的是 "{found}"，应为 "{wanted}"',
    '改成 "{wanted}"',
    '$schema is "{found}", expected "{wanted}"',
    'write "{wanted}"',
  ),
  HEADER_KIND: entry(
    '没有 "{kind}" 这种描述{guess}',
    'kind 可以是：{known}',
    'there is no description kind "{kind}"{guess}',
    'kind is one of {known}',
  ),
  FORMAT_NEWER: entry(
    '格式 {format} 比本程序认识的 {current} 新',
    '升级程序，或使用旧格式的文件',
    'format {format} is newer than the {current} that this program knows',
    'upgrade the program or use an older file',
  ),
  FORMAT_UNKNOWN: entry('没有格式 {format}', '写 {current}', 'there is no format {format}', 'write {current}'),

  // Shape: the rules of the schema.
  SHAPE_UNKNOWN_PROPERTY: entry(
    '不认识属性 "{property}"{guess}',
    '改正拼写或删去；这里可用：{known}',
    'unknown property "{property}"{guess}',
    'correct the spelling or remove it; known here: {known}',
  ),
  SHAPE_MISSING: entry('缺少属性 "{property}"', '补上 "{property}"', 'property "{property}" is missing', 'add "{property}"'),
  SHAPE_TYPE: entry('应为{wanted}，写的是{found}', '改成{wanted}', 'expected {wanted}, found {found}', 'write {wanted}'),
  SHAPE_ENUM: entry('不能是 {found}{guess}', '可用：{known}', '{found} is not allowed{guess}', 'use one of {known}'),
  SHAPE_RANGE: entry(
    '{found} 超出范围，应{comparison} {limit}',
    '改成范围内的数',
    '{found} is out of range, must be {comparison} {limit}',
    'write a number in range',
  ),
  SHAPE_LENGTH: entry(
    '文字有 {found} 个字符，应{comparison} {limit}',
    '{detail}',
    'the text has {found} characters, must have {comparison} {limit}',
    '{detail}',
  ),
  SHAPE_ITEMS: entry(
    '有 {found} 项，应{comparison} {limit}',
    '{detail}',
    'the number of items is {found}, must be {comparison} {limit}',
    '{detail}',
  ),
  SHAPE_ONE: entry(
    '这里要恰好写一种，写的是 {found}',
    '只写其中一种：{known}',
    'exactly one is needed here, found {found}',
    'write one of {known}',
  ),
  SHAPE_FEW: entry('这样等于没有写', '在 {known} 中至少再写一个', 'there is nothing in it', 'write at least one more of {known}'),
  SHAPE_UNIQUE: entry(
    '第 {first} 项和第 {second} 项相同',
    '删去重复的一项',
    'items {first} and {second} are the same',
    'remove one of them',
  ),
  SHAPE_PATTERN: entry(
    '"{found}" 写法不对，应为{wanted}{guess}',
    '按格式改写：{pattern}',
    '"{found}" is not written as {wanted}{guess}',
    'write it in the form {pattern}',
  ),
  TEXT_BLANK: entry('只有空白，玩家什么也看不到', '写上文字', 'the text has only blanks, so players see nothing', 'write a text'),
  TEXT_HIDDEN: entry(
    '文字里有看不见的字符 {character}',
    '删去它，整段文字写在一行里',
    'the text has an invisible character, {character}',
    'remove it, and write the text on one line',
  ),
  SHAPE_FORMAT: entry(
    '"{found}" 不是 {format}{guess}',
    '日期写成 2026-01-31 这样',
    '"{found}" is not a {format}{guess}',
    'write a date as 2026-01-31',
  ),
  SHAPE_OTHER: entry(
    '不符合描述的规定：{detail}',
    '对照 schemas/ 里的说明',
    'the schema refuses this: {detail}',
    'compare with the file in schemas/',
  ),

  // Meaning: unknown and duplicate names.
  DUPLICATE: entry('"{name}" 在{what}里出现了两次', '改掉一个', '"{name}" occurs twice among the {what}', 'rename one'),
  FAMILY_UNKNOWN: entry('没有家族 "{name}"{guess}', '已有：{known}', 'there is no family "{name}"{guess}', 'known: {known}'),
  FAMILY_BROKEN: entry(
    '家族 "{name}" 的文件本身有错',
    '先改正 families/{name}.json',
    'the file of family "{name}" has errors',
    'correct families/{name}.json first',
  ),
  FAMILY_NEEDED: entry(
    '没有 family 的游戏必须写 "{property}"',
    '补上 "{property}"，或写 family',
    'a game without a family needs "{property}"',
    'add "{property}", or name a family',
  ),
  FAMILY_ONLY: entry(
    '"{property}" 只对有 family 的游戏有意义',
    '删去，或写 family',
    '"{property}" has a meaning only with a family',
    'remove it or name a family',
  ),
  ZONE_UNKNOWN: entry('没有开奖区 "{name}"{guess}', '已有：{known}', 'there is no zone "{name}"{guess}', 'known: {known}'),
  PLACE_UNKNOWN: entry(
    '开奖区 "{zone}" 没有位置 "{name}"{guess}',
    '已有：{known}',
    'zone "{zone}" has no place "{name}"{guess}',
    'known: {known}',
  ),
  AREA_UNKNOWN: entry('这个玩法没有选号区 "{name}"{guess}', '已有：{known}', 'this play has no area "{name}"{guess}', 'known: {known}'),
  PLAY_UNKNOWN: entry(
    '家族里没有玩法 "{name}"{guess}',
    '用家族里的玩法代码：{known}',
    'the family has no play "{name}"{guess}',
    'use a play code of the family: {known}',
  ),
  LIKE_PLAY: entry(
    'like 的玩法 "{name}" 不在这个文件里{guess}',
    '写同一文件里的玩法代码：{known}',
    'like names "{name}", which is not a play of this file{guess}',
    'name a play of the same file: {known}',
  ),
  LIKE_CHAIN: entry(
    '"{name}" 自己也是 like 别的玩法写的',
    '改成完整写出的玩法：{known}',
    'play "{name}" itself uses like',
    'name a play that is written in full: {known}',
  ),
  LIKE_LACKS: entry(
    'like 的玩法在这里没有 "{name}"{guess}',
    '改正名字；列表里的项按 id、value、tier、area、place 称呼，都没有时按位置从 0 数；要另外的项，就写整个列表 [ … ]；这里有：{known}',
    'the play that like names has no "{name}" here{guess}',
    'correct the name; items of a list are named by id, value, tier, area or place, or else by position from 0; for other items write the whole list [ … ]; here: {known}',
  ),
  TIER_UNKNOWN: entry('没有奖级 "{name}"{guess}', '已有：{known}', 'there is no tier "{name}"{guess}', 'known: {known}'),
  OPTION_UNKNOWN: entry(
    '选号区 "{area}" 没有选项 "{name}"{guess}',
    '已有：{known}',
    'area "{area}" has no value "{name}"{guess}',
    'known: {known}',
  ),

  // Meaning: zones and areas.
  RANGE_ORDER: entry('from {from} 大于 to {to}', '对调，或改正', 'from {from} is greater than to {to}', 'swap or correct them'),
  ZONE_PICK: entry(
    '{size} 个号码里开不出 {pick} 个不同的',
    '减少 pick，或扩大 from–to',
    '{pick} different numbers cannot come from {size}',
    'lower pick or widen from–to',
  ),
  ZONE_PLACES: entry(
    '开 {pick} 个号码，却有 {places} 个位置名',
    'places 恰好写 {pick} 个',
    '{pick} numbers are drawn but {places} places are named',
    'name exactly {pick} places',
  ),
  ZONE_EXCLUDES: entry(
    'excludes 必须指向前面的开奖区，"{name}" 不是',
    '写一个更靠前的开奖区，或删去',
    'excludes must name an earlier zone, and "{name}" is not one',
    'name an earlier zone or remove it',
  ),
  AREA_BOUNDS: entry(
    '最少 {min}、最多 {max}，而可选的有 {size} 个',
    '使 min ≤ max ≤ {size}',
    'min is {min}, max is {max}, and there are {size} to pick from',
    'make min ≤ max ≤ {size}',
  ),
  AREA_UNUSED: entry(
    '选号区 "{name}" 没有被规则用到',
    '写进规则，或删去',
    'no part of the rule uses area "{name}"',
    'use it in the rule or remove it',
  ),
  AREA_KIND: entry(
    '选号区 "{name}" 应为 {wanted}',
    '改 kind，或换一个选号区',
    'area "{name}" must be of kind {wanted}',
    'change its kind or name another area',
  ),
  AREA_OUTSIDE: entry(
    '选号区有 {from}–{to}，开奖区 "{zone}" 只有 {zoneFrom}–{zoneTo}',
    '两边范围写成一致',
    'the area has {from}–{to}, but zone "{zone}" has {zoneFrom}–{zoneTo}',
    'make the ranges agree',
  ),
  BANKERS_RULE: entry(
    '规则 "{kind}" 不支持胆码',
    '删去 bankers，或改用 combination',
    'rule "{kind}" takes no bankers',
    'remove bankers or use combination',
  ),
  BANKERS_BOUNDS: entry(
    '胆码最少 {min}、最多 {max}，每注选 {choose} 个',
    '使 min ≤ max < {choose}',
    'bankers: min is {min}, max is {max}, and a bet has {choose}',
    'make min ≤ max < {choose}',
  ),

  // Meaning: rules.
  RULE_UNSATISFIABLE: entry(
    '每注要 {needed} 个，选号区 "{area}" 最多只能选 {available} 个',
    '加大 max，或减少 choose',
    'a bet needs {needed}, but area "{area}" gives at most {available}',
    'raise max or lower choose',
  ),
  DISTINCT_NONE: entry(
    '{needed} 个位置要各不相同，最多只有 {available} 个能有自己的号码，凑不出一注',
    '扩大号码范围，减少位置，或去掉 distinct',
    '{needed} places must have different numbers, but at most {available} of them can, so there is no bet',
    'widen the numbers, use fewer places, or leave `distinct` out',
  ),
  PLAY_COSTLY: entry(
    '玩法 {play} 的中奖机会算不完：要看的开奖结果太多',
    '让条件少分辨一些：整区的 sum、max、min、span、rank 可以各自单独用，不要同时用几个；不要与 at、mod 混用；或拆成几个玩法',
    'the chances of play {play} take too long to compute, because there are too many different draws',
    'simplify its conditions: use only one of sum, max, min, span and rank of a whole zone, without at and mod; or split it into several plays',
  ),
  AREA_LEAST: entry(
    '每注 {choose} 个，胆码最多 {bankers} 个，最少只选 {min} 个凑不出一注',
    'min 写 {least} 以上',
    'a bet has {choose}, of which at most {bankers} are bankers, so the fewest picks, {min}, make no bet',
    'make min {least} or more',
  ),
  HITS_LENGTH: entry(
    '命中数有 {found} 个，应为 {wanted} 个',
    '每个（选号，开奖区）一个数',
    'the hit list has {found} numbers, expected {wanted}',
    'write one number for each part',
  ),
  HITS_IMPOSSIBLE: entry(
    '命中 {hits} 个不可能发生，此处只能是 {least}–{most}',
    '改正命中数',
    '{hits} hits cannot happen; {least}–{most} can',
    'correct the number',
  ),
  HITS_TWICE: entry(
    '命中 [{hits}] 已属于奖级 "{tier}"',
    '一种命中只能属于一个奖级',
    'hits [{hits}] already belong to tier "{tier}"',
    'give each hit list one tier',
  ),
  GROUP_SIZE: entry(
    '一注共 {found} 个号码，开奖取 {wanted} 个',
    '使 times × choose 之和等于 {wanted}',
    'a bet has {found} numbers, but the part of the draw has {wanted}',
    'make the sum of times × choose {wanted}',
  ),
  GROUP_REPEATS: entry(
    '开奖区 "{zone}" 不会开出重复号码',
    'times 只能是 1，或换 digits 区',
    'zone "{zone}" never draws a number twice',
    'use times 1 or a digits zone',
  ),
  PLACE_TWICE: entry('位置 "{place}" 用了两次', '每个位置只用一次', 'place "{place}" is used twice', 'use each place once'),
  AREA_TWICE: entry(
    '选号区 "{name}" 在规则里用了两次，单注就写不出来',
    '为每一处写一个选号区',
    'the rule uses area "{name}" twice, so a single bet cannot be written',
    'give each its own area',
  ),
  ROLE_TIMES_TWICE: entry(
    '两个角色都重复 {times} 次，同一注会算两遍',
    '合并成一个角色，把 choose 相加',
    'two roles have times {times}, so one bet would count twice',
    'join them into one role and add their choose',
  ),
  DISTINCT_PLACES: entry(
    'distinct 的规则有 {found} 个位置，最多 {most} 个',
    '减少位置，或去掉 distinct',
    'a distinct rule has {found} places, at most {most} are allowed',
    'use fewer places, or remove distinct',
  ),
  DIRECT_FORM: entry(
    'choose 与 suffixes 只能用于一个 part、score 为 count、没有 distinct 的规则，且不能同时写',
    '去掉其一，或拆成两个玩法',
    'choose and suffixes need a rule of one part with score count and without distinct, and exclude each other',
    'remove one of them, or make two plays',
  ),
  TUPLES_MANY: entry(
    '{base} 个号码填 {size} 个位置有 {found} 种，最多 {most} 种',
    '减少位置',
    '{base} numbers fill {size} places in {found} ways, at most {most} are allowed',
    'use fewer places',
  ),
  TUPLES_ORDER: entry(
    '开奖区 "{zone}" 没有先后，不能用 order: direct',
    '写 group',
    'zone "{zone}" has no order, so order cannot be direct',
    'write group',
  ),
  TUPLES_NONE: entry(
    '没有一注的{what}是 {name}，它永远不会中奖',
    '改小选号区的范围',
    'no bet has {what} {name}, so it can never win',
    'narrow the range of the area',
  ),
  RANK_PAST: entry('只有 {count} 个号码，没有第 {nth} 个', '改小 nth', 'there are {count} numbers, so none has rank {nth}', 'lower nth'),
  CASE_TIER: entry(
    'combine 为 each、choose 或 pass 时，每个情形都要写 tier',
    '补上 tier',
    'with combine each, choose or pass, every case needs a tier',
    'add a tier',
  ),
  CHOOSE_FORM: entry(
    'combine 为 choose 时，choose 和 wins 都要写，而且只有一个选号区；其他情况都不写',
    '写 "choose": 每注几个、"wins": "all"（都要中）或 "any"（中一个即可），只留一个选号区；或改 combine',
    'combine choose needs choose, wins and exactly one area; other values of combine have neither choose nor wins',
    'write "choose": values of a bet and "wins": "all" or "any", and keep one area; or change combine',
  ),
  CASE_TIER_IGNORED: entry(
    'combine 为 all 时，情形里的 tier 不起作用',
    '只在规则上写 tier',
    'with combine all, the tier of a case has no effect',
    'write the tier on the rule',
  ),
  BY_OUTSIDE: entry(
    '号码 {number} 不在选号区的 {from}–{to} 之内',
    '从 set 里删去，或放宽 from–to',
    'number {number} is not within {from}–{to} of the area',
    'remove it from the set or widen from–to',
  ),
  PASS_FORM: entry(
    'combine 为 pass 时，least、legs 和 tiers 都要写；其他情况都不写',
    '写 "least": 至少几关、"legs": 一关的各种结果、"tiers": 各奖级的关数；或改 combine',
    'combine pass needs least, legs and tiers; other values of combine have none of them',
    'write "least": the fewest legs, "legs": the results of a leg, "tiers": for each tier the number of legs with each result; or change combine',
  ),
  PASS_LEAST: entry(
    '至少 {least} 关，却只有 {areas} 个选号区',
    '减小 least，或加选号区',
    'a bet has {least} legs or more, but there are {areas} areas',
    'lower least or add areas',
  ),
  PASS_HITS: entry(
    '这里共 {sum} 关，一注是 {least}–{areas} 关，永远不会有',
    '使关数之和在 {least}–{areas} 之间',
    'these are {sum} legs, but a bet has {least}–{areas}, so this can never happen',
    'make the legs add up to {least}–{areas}',
  ),
  LEG_UNKNOWN: entry(
    'legs 里没有 "{name}"{guess}',
    '写 legs 之一：{known}；或加进 legs',
    'legs has no "{name}"{guess}',
    'write one of legs: {known}; or add it there',
  ),
  RULE_TIER: entry('combine 为 all 时，规则要写 tier', '补上 tier', 'with combine all, the rule needs a tier', 'add a tier'),
  CASE_MISSING: entry(
    '选号区 "{area}" 的 {name} 没有任何情形，永远不会中奖',
    '补一个情形，或删去这个选项',
    'no case has {name} of area "{area}", so it can never win',
    'add a case or remove the value',
  ),
  CASE_NEVER_FOR: entry(
    '选 {name} 时这个条件永远不成立',
    '改正条件，或删去这个选项',
    'this condition can never be true for {name}',
    'correct the condition or remove the value',
  ),
  CASE_NEVER: entry('这个条件永远不成立', '改正条件里的数', 'this condition can never be true', 'correct its numbers'),
  PICK_TEXT: entry(
    '选号区 "{area}" 的选项是文字，不能用 pick 计算',
    '用 values 逐个写条件',
    'the values of area "{area}" are words; pick cannot compute with them',
    'write a case for each value',
  ),

  // Meaning: prizes and money.
  SET_UNKNOWN: entry(
    '没有号码集 "{name}"{guess}；已有：{known}',
    '写进 sets，或改正名字',
    'there is no set "{name}"{guess}; known: {known}',
    'add it to sets or correct the name',
  ),
  SET_ORDER: entry(
    '这张表的 from {from} 不在前一张之后',
    '按日期从旧到新排列，只有第一张可以不写 from',
    'the from {from} of this table is not after that of the table before',
    'order the tables from old to new; only the first may have no from',
  ),
  PRIZE_MISSING: entry('奖级 "{tier}" 没有奖金', '在 prizes 里补上', 'tier "{tier}" has no prize', 'add it to prizes'),
  PRIZE_UNUSED: entry(
    '奖级 "{tier}" 不会产生{guess}',
    '删去，或在规则里写这个奖级',
    'tier "{tier}" never occurs{guess}',
    'remove it or give the rule that tier',
  ),
  BOARD_DIFFERS: entry(
    '"{play}" 与同一选号板的 "{last}" {what}不同',
    '改成一样，或去掉 "oneBoard"',
    '"{play}" and "{last}" share a board, but differ in {what}',
    'make them the same, or remove "oneBoard"',
  ),
  BOARD_NARROW: entry(
    '选号板 "{last}" 的 {area} 装不下 "{play}" 能选的号码',
    '把数量范围最大的玩法放在最后',
    'the board of "{last}" does not allow all picks of "{play}" in {area}',
    'put the play with the widest bounds last',
  ),
  PRIZE_ZERO: entry('奖金为 0', '至少 1 分', 'the prize is 0', 'at least 1 fen'),
  PRIZE_FLOATING: entry(
    '"{tier}" 是浮动奖，不能改成固定奖金',
    '删去这一项',
    '"{tier}" is a floating prize and cannot be given a fixed amount',
    'remove this item',
  ),
  PRIZE_ESTIMATE: entry(
    '估计奖金 {estimate} 超过封顶 {cap}',
    '使 estimateFen ≤ capFen',
    'the estimate {estimate} is above the cap {cap}',
    'make estimateFen ≤ capFen',
  ),
  PRIZE_FIXED: entry(
    '"{tier}" 是固定奖，没有 {property}',
    '改写 fen；要变成浮动奖，写齐 poolPermille、capFen、estimateFen，不写 fen',
    '"{tier}" is a fixed prize and has no {property}',
    'write fen instead; for a floating prize write poolPermille, capFen and estimateFen, and no fen',
  ),
  PERIOD_INSTANT: entry(
    '没有 {found} 这一刻',
    '写有的日期和时刻，如 2026-12-01T00:00:00',
    '{found} is not an instant',
    'write an existing day and time, such as 2026-12-01T00:00:00',
  ),
  PERIOD_ORDER: entry(
    '改奖金的时刻 {from} 不晚于前一项的 {before}',
    '从早到晚排列；同一刻的写在一项里',
    'the prizes of {from} do not begin after the preceding ones of {before}',
    'order them from the earliest to the latest; write prizes of the same instant as one entry',
  ),
  PERIOD_END: entry(
    '加奖的结束 {until} 不晚于开始 {from}',
    '把 until 写在 from 之后',
    'the bonus period ends at {until}, but begins at {from}',
    'write an until that is after from',
  ),
  PERIOD_OVERLAP: entry(
    '{prize} 在同一段时间里已有加奖「{other}」',
    '错开两段时间，或并成一项',
    '{prize} has the bonus period "{other}" at the same time',
    'separate the two periods, or join them',
  ),
  BONUS_NOTHING: entry(
    '{fen} 分的千分之 {permille} 不足一分，等于没有加奖',
    '改大 permille，或改写 fen',
    '{permille}‰ of {fen} fen is less than a fen, so nothing is added',
    'raise permille, or write fen',
  ),
  POOL_MISSING: entry(
    '有浮动奖，却没有 poolFen',
    '在游戏里写 poolFen',
    'there is a floating prize but no poolFen',
    'add poolFen to the game',
  ),
  POOL_IDLE: entry('没有浮动奖，{property} 用不到', '删去 {property}', 'no prize floats, so {property} is never used', 'remove {property}'),
  POOL_SEED: entry(
    '奖池起始 {seed} 分少于保底 {least} 分',
    '使 poolSeedFen 不少于 poolFen，或删去',
    'the pool begins with {seed} fen, less than its least amount of {least} fen',
    'make poolSeedFen at least poolFen, or leave it out',
  ),
  POOL_PRIZES_ORDER: entry(
    '停止的金额 {below} 分多于生效的 {from} 分',
    '使 belowFen 不多于 fromFen，或删去',
    'the condition ends below {below} fen, more than the {from} fen at which it begins',
    'make belowFen at most fromFen, or leave it out',
  ),
  TIER_ALWAYS: entry(
    '这个玩法的规则去掉 "{tier}" 就没有奖级',
    '把奖金写成至少 1 分',
    'the rule of this play has no other tier than "{tier}"',
    'make the prize at least 1 fen',
  ),
  POOL_SHARES: entry('浮动奖共占奖池 {sum}‰', '合计不超过 1000', 'the floating prizes take {sum}‰ of the pool', 'keep the sum within 1000'),
  UNIT_ZERO: entry('单价为 0', '至少 1 分', 'the unit price is 0', 'at least 1 fen'),
  AMOUNT_OVERFLOW: entry(
    '{what}最大可达 {amount} 分，超出精确范围',
    '降低 caps 或奖金',
    '{what} can reach {amount} fen, which is too large for exact numbers',
    'lower the caps or the prize',
  ),
  LIMIT_PLAY: entry(
    '没有玩法 "{name}"{guess}',
    '限额只能写在售的玩法：{known}',
    'there is no play "{name}"{guess}',
    'limits are for plays that are sold: {known}',
  ),
  LIMIT_ORDER: entry(
    '限额 {fen} 分大于它外面的限额 {outer} 分，永远用不到',
    '改小，或去掉',
    'the limit of {fen} fen is above the wider limit of {outer} fen, so it never applies',
    'lower it or leave it out',
  ),
  LIMIT_SMALL: entry(
    '限额 {fen} 分连一注也卖不了：一注要 {least} 分',
    '至少写 {least}；要停售就写 disabled 或 omitPlays',
    'a limit of {fen} fen allows no bet, because one bet takes {least} fen',
    'write at least {least}; to sell none, use disabled or omitPlays',
  ),
  LIMIT_MANY: entry(
    '玩法 {play} 有 {bets} 种注，逐注限额最多管 {most} 种',
    '去掉 selection，改用玩法的 stakeFen',
    'play {play} has {bets} different bets; limits of single bets are for at most {most}',
    'leave `selection` out and use the stakeFen of the play',
  ),
  LIMIT_VALUES: entry(
    '玩法 {play} 的一注不止一个号码，不能按号码写限额',
    '改用 selection',
    'a bet of play {play} has more than one pick, so single values cannot have limits',
    'use `selection`',
  ),
  NO_PLAYS: entry('去掉 omitPlays 后一个玩法都不剩', '至少保留一个', 'omitPlays leaves no play', 'keep at least one'),

  // Meaning: schedule, screens and routes.
  SCHEDULE_DAY: entry(
    '最后一期在 {last} 开奖，超过当天 24:00',
    '减少 drawsPerDay，或提早 first；要开过零点，改用 kind sessions',
    'the last draw is at {last}, past 24:00',
    'lower drawsPerDay or begin earlier; for draws past midnight use kind sessions',
  ),
  SCHEDULE_SESSIONS: entry(
    '场次互相重叠，或一天的场次拖到了下一天的第一场',
    '按先后写场次，减少 draws 或推迟 first',
    'sessions overlap, or the last session of a day ends after the first of the next day begins',
    'write them in order, lower draws or begin later',
  ),
  SCHEDULE_OFF: entry(
    '休市从 {from} 到 {to}，先后颠倒',
    '使 to 不早于 from',
    'the days off from {from} to {to} end before they begin',
    'write a to that is not before from',
  ),
  SCHEDULE_MOVED: entry(
    '{day} 本来不开奖，没有可改期的一期',
    '写本来开奖的日子；要多开一期，写进 extra',
    'there is no draw on {day} that could be moved',
    'write a day with a draw; for one more draw use extra',
  ),
  CALENDAR_UNKNOWN: entry(
    '没有休市日历 "{name}"{guess}',
    '放入 games/calendars；已有：{known}',
    'there is no calendar "{name}"{guess}',
    'put it into games/calendars; known: {known}',
  ),
  CALENDAR_BROKEN: entry(
    '休市日历 "{name}" 的文件本身有错',
    '先改正 calendars/{name}.json',
    'the file of calendar "{name}" has errors',
    'correct calendars/{name}.json first',
  ),
  CALENDAR_OVERLAP: entry(
    '休市 {from} 到 {to} 与「{name}」重叠',
    '合成一段，或改掉日期',
    'the closure from {from} to {to} overlaps that of {name}',
    'make them one, or correct the days',
  ),
  CALENDAR_UNTIL: entry(
    'until 是 {until}，而休市写到了 {day}',
    '使 until 不早于最后一天休市',
    'until is {until}, and a closure ends on {day}',
    'write an until that is not before the last closure ends',
  ),
  CALENDAR_CLOSED: entry(
    '{day} 在休市「{name}」之内，不能开奖',
    '换一天，或缩短休市',
    'there is no draw on {day}, which is in the closure {name}',
    'choose another day, or shorten the closure',
  ),
  SCHEDULE_CLOCK: entry(
    '写了 timeZone {zone}，又写了 utcOffset',
    '删去其中一个；有夏令时的地方留 timeZone',
    'there is a timeZone {zone} and a utcOffset',
    'remove one; keep timeZone for a place with daylight saving',
  ),
  TIME_ZONE: entry(
    '没有时区 {zone}',
    '写 IANA 时区名，如 Europe/Paris、America/New_York、Asia/Shanghai',
    'there is no time zone {zone}',
    'write an IANA name, such as Europe/Paris, America/New_York or Asia/Shanghai',
  ),
  ISSUE_RUN: entry(
    '{run:n} 与 run 要一起写',
    '在 kind sessions 里写 run（从哪天起、第一期是几号），期号格式里写 {run:n}；或两处都删去',
    '{run:n} and run belong together',
    'write run (from which day, with which number) in a schedule of kind sessions and {run:n} in issue, or neither',
  ),
  FACT_PICK: entry(
    '开奖说明里没有投注，不能用 pick',
    '写具体的数（number）',
    'a fact of a result has no bet, so it cannot use pick',
    'write a number',
  ),
  SOURCE_ZONE: entry(
    '推算不出开奖区 "{zone}"：要 {wanted} 个号码，写了 {found} 个',
    '在 numbers 的 "{zone}" 里恰好写 {wanted} 个',
    'zone "{zone}" needs {wanted} numbers of the source, but {found} are written',
    'write exactly {wanted} under "{zone}" in numbers',
  ),
  SOURCE_KIND: entry(
    '推算出的号码可能重复，开奖区 "{zone}" 却是 {kind}',
    '把这个开奖区的 kind 写成 digits',
    'derived numbers may repeat, but zone "{zone}" is a {kind}',
    'make that zone of kind digits',
  ),
  SOURCE_NUMBER: entry(
    '开奖区 "{zone}" 是 {kind}，推算要写 {wanted}',
    '只写 {wanted}：set 按大小用 ranks，sequence 和 digits 按位置用 places',
    'zone "{zone}" is a {kind}, so the number needs {wanted}',
    'write only {wanted}: ranks by size for a set, places for a sequence or digits',
  ),
  SOURCE_MIXED: entry(
    '按大小取的号码（ranks）必须都来自同一个开奖区',
    '都取自同一个 set，或都用 places',
    'all numbers by rank must come from one zone',
    'take all of them from one set, or use places throughout',
  ),
  SOURCE_RANGE: entry(
    '推算出的号码在 {least}–{most} 之间，开奖区 "{zone}" 只有 {from}–{to}',
    '用 mod 和 plus 把它收进范围，或改开奖区的 from、to',
    'the number can be {least}–{most}, but zone "{zone}" has {from}–{to}',
    'use mod and plus to bring it into the range, or change from and to of the zone',
  ),
  SOURCE_COSTLY: entry(
    '推算出的号码有太多种，机会算不完',
    '用 mod 减少结果，或少推算几个号码',
    'the chances take too long to compute, because there are too many different results',
    'use mod for fewer results, or derive fewer numbers',
  ),
  SOURCE_GAME: entry(
    '没有可以推算的彩种 "{name}"{guess}',
    '写一个自己开奖的彩种：{known}；或先放入它的文件',
    'there is no game "{name}" to derive from{guess}',
    'name a game with its own draws: {known}; or add its file first',
  ),
  SOURCE_DRAW: entry(
    '"{name}" 开的不是这些号码',
    '把 zones 写成 "{name}"（或它的家族）里的 draw.zones',
    '"{name}" draws other zones than these',
    'copy draw.zones of "{name}" or of its family',
  ),
  SOURCE_SCHEDULE: entry(
    '开奖时间或期号写法与 "{name}" 不同',
    '照抄 "{name}" 的 schedule；只有 closeBeforeSeconds 可以不同',
    'draws or issue numbers are not those of "{name}"',
    'copy the schedule of "{name}"; only closeBeforeSeconds may differ',
  ),
  SOURCE_ISSUES: entry(
    '最多追 {issues} 期，而 "{name}" 只提前开售 {known} 期',
    '使 caps.issues 不超过 {known}',
    'a chase may have {issues} issues, but "{name}" opens {known} ahead',
    'make caps.issues at most {known}',
  ),
  SCHEDULE_OVERLAP: entry(
    '提前 {close} 秒截止，而两期只隔 {gap} 秒',
    '使 closeBeforeSeconds 小于间隔',
    'sales close {close} s before a draw, but draws are {gap} s apart',
    'make closeBeforeSeconds less than the gap',
  ),
  ISSUE_FIELD: entry(
    '期号格式里不认识 {field}',
    '可用：{yyyy} {yy} {MM} {dd} {seq:n} {run:n}',
    'the issue format has an unknown {field}',
    'use {yyyy} {yy} {MM} {dd} {seq:n} {run:n}',
  ),
  ISSUE_TEXT: entry(
    '期号里不能有 "{text}"{guess}',
    '只用上面的字段、字母、数字和 -；「第…期」由界面加上',
    'an issue number cannot have "{text}"{guess}',
    'use only fields, letters, digits and -; screens add 第 and 期',
  ),
  ISSUE_REPEATS: entry('期号会重复：缺少 {missing}', '补上 {missing}', 'issue numbers would repeat: {missing} is missing', 'add {missing}'),
  ISSUE_SEQ: entry(
    '序号只有 {width} 位，而一{period}有 {count} 期',
    '写 {seq:{needed}}',
    'the sequence has {width} digits, but a {period} has {count} draws',
    'write {seq:{needed}}',
  ),
  GAME_CODE: entry(
    '代码 "{code}" 会打开 {to}，那里是界面 {shows}，不是这个彩种的',
    '换一个代码：app/descriptions/routes.json 的 gameKeys 按代码里的字母分派',
    'code "{code}" opens {to}, which shows screen {shows} instead of the screen of this game',
    'choose another code: gameKeys of app/descriptions/routes.json use the letters of the code',
  ),
  GAME_ROUTE: entry(
    '没有规则通向游戏 "{code}"',
    '在 app/descriptions/routes.json 的 gameKeys 里写上它，或给它一个已列出的 family',
    'no rule leads to game "{code}"',
    'name it in gameKeys of app/descriptions/routes.json, or give it a family that is listed there',
  ),
  SCREEN_UNKNOWN: entry('没有界面 "{name}"{guess}', '已有：{known}', 'there is no screen "{name}"{guess}', 'known: {known}'),
  ROUTE_UNKNOWN: entry(
    '没有路径 "{path}"{guess}',
    '改成已有的路径：{known}；或写进 app/descriptions/routes.json',
    'there is no route "{path}"{guess}',
    'name an existing route: {known}; or add it to app/descriptions/routes.json',
  ),
  ROUTE_CONFIRM: entry(
    '路径 "{path}" 不是确认页，玩家在那里投不了注',
    '改成确认投注的路径：{known}',
    'route "{path}" is not a confirmation, so nobody could bet there',
    'name a route of a confirmation: {known}',
  ),
  ROUTE_FIELD: entry(
    '确认页路径里不认识 {field}',
    '可用：{gameCode} {playCode}',
    'the confirm route has an unknown {field}',
    'use {gameCode} {playCode}',
  ),
  // Warnings, which refuse no file.
  RETURN_BAND: entry(
    '玩法 {play} 的返奖率 {found} 不在 {low}%–{high}% 之内',
    '改奖金；确实要这样时，命令行用 --band 写另一个范围，工作台再次确认',
    'play {play} returns {found}, outside of {low}%–{high}%',
    'change its prizes; if this is intended, write another --band on the command line, or confirm it in the workshop',
  ),
  CALENDAR_ENDS: entry(
    '日历只写到 {until}，以后到 {year} 年底的休市还没有写，期号会算上休市的日子',
    '公布以后写进 closures，并把 until 改为 {year}-12-31',
    'the calendar ends on {until}: without later closures up to the end of {year}, issue numbers count days without a draw',
    'when they are announced, add them to closures and write an until of {year}-12-31',
  ),
} as const satisfies Record<string, CodeEntry>;

export const CODES = {
  ...GAME_CODES,
  ...SCREEN_CODES,
  ...SPORT_CODES,
  ...SCRATCH_CODES,
  ...SMALL_CODES,
  ...QUIZ_CODES,
  ...STORE_CODES,
  ...CONTENT_CODES,
} as const;

export type ProblemCode = keyof typeof CODES;
