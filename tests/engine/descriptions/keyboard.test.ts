/** What an operator writes with a Chinese keyboard, or as people say it, is refused with what he meant. */
import { expect, it } from 'vitest';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import { suggestedFix } from '../../../engine/descriptions/fix-suggestions.ts';

const GAME = `{
  "$schema": "../schemas/game.schema.json", "format": 2, "kind": "game", "code": "gd", "name": "广东，11：选5", "family": "11x5",
  "prizeTable": { "version": "2012", "date": "2012-01-01", "source": "表" },
  "schedule": { "kind": "interval", "utcOffset": "+08:00", "first": "09:30:00", "everySeconds": 1200, "drawsPerDay": 42,
    "closeBeforeSeconds": 60, "issue": "{yy}{MM}{dd}{seq:2}" },
  "caps": { "multiplier": 9999 }, "menu": { "section": "quick", "order": 1 }
}`;

function messagesAfter(from: string, to: string, lang: 'zh' | 'en' = 'zh'): string {
  const loaded = loadDocument(GAME.replace(from, to), { file: 'gd.json' });
  return loaded.ok ? 'ok' : loaded.problems.map((problem) => formatProblem(problem, lang).replace(/^gd\.json:/, '')).join('\n');
}

it('marks of a Chinese keyboard are named at their place, with the plain one', () => {
  expect(messagesAfter('"name"', '"name"')).toBe('ok');
  expect(messagesAfter('"code": ', '"code"： ')).toBe(
    '2:80  /  JSON_SYNTAX  JSON 写法有误：中文输入法的 ：；改成半角的 :；按提示补上或删去这一处',
  );
  expect(messagesAfter('"gd",', '"gd"，', 'en')).toBe(
    '2:86  /  JSON_SYNTAX  this is not JSON: ， of a Chinese keyboard; write ,; add or remove the named part',
  );
  for (const [from, to, place, mark] of [
    ['"code":', '“code”:', '2:74', '“；改成半角的 "'],
    ['"code":', '"code”:', '2:79', '”；改成半角的 "'],
    ['"gd"', '‘gd’', '2:82', '‘；改成半角的 "'],
    ['{ "section"', '｛ "section"', '6:43', '｛；改成半角的 {'],
    ['42,', '４２,', '4:118', '４；改成半角的 4'],
    ['"caps": {', '"caps":　{', '6:10', ''],
  ] as const)
    expect(messagesAfter(from, to)).toContain(
      `${place}  /  JSON_SYNTAX  JSON 写法有误：${mark === '' ? '全角空格；改成普通空格' : `中文输入法的 ${mark}`}`,
    );
});

it('single quotes are named, and draws past the end of the day have no gap to speak of', () => {
  expect(messagesAfter('"gd"', "'gd'")).toBe('2:82  /  JSON_SYNTAX  JSON 写法有误：单引号；改成双引号 "；按提示补上或删去这一处');
  expect(messagesAfter('"drawsPerDay": 42', '"drawsPerDay": 82')).toMatch(/^\S+ {2}\/schedule\/drawsPerDay {2}SCHEDULE_DAY [^\n]*$/);
});

it('the problem of a value that is nearly right suggests the right one', () => {
  for (const [from, to, pointer, guess] of [
    ['"09:30:00"', '"9:30"', '/schedule/first', '"09:30:00"'],
    ['"09:30:00"', '"9点30分"', '/schedule/first', '"09:30:00"'],
    ['"09:30:00"', '"０９：３０：００"', '/schedule/first', '"09:30:00"'],
    ['"+08:00"', '"+8"', '/schedule/utcOffset', '"+08:00"'],
    ['"2012-01-01"', '"2012/1/1"', '/prizeTable/date', '"2012-01-01"'],
    ['"2012-01-01"', '"2012年1月1日"', '/prizeTable/date', '"2012-01-01"'],
    ['"gd"', '"ｇｄ"', '/code', '"gd"'],
    ['"quick"', '"ｑｕｉｃｋ"', '/menu/section', '"quick"'],
    ['"caps"', '"ｃａｐｓ"', '/ｃａｐｓ', '"caps"'],
  ] as const) {
    expect(messagesAfter(from, to)).toContain(`${pointer}  SHAPE_`);
    expect(messagesAfter(from, to)).toContain(`，是不是 ${guess}；`);
  }
  expect(messagesAfter('42', '"４２"')).toMatch(/SHAPE_TYPE {2}应为不加引号的整数 42，写的是"４２"；改成不加引号的整数 42$/);
});

it('the problem of an article’s day and time suggests the right form', () => {
  const article = (at: string) =>
    loadDocument(
      `{ "$schema": "../../../schemas/article.schema.json", "format": 1, "kind": "article", "code": "a", "type": "number", "title": "题", "summary": "要", "author": "编", "at": "${at}", "icon": { "name": "lotto", "tone": "blue" }, "body": ["文"] }`,
      { file: 'a.json' },
    );
  for (const at of ['2026-7-7 20:00', '2026/07/07 20:00', '2026年7月7日 20点']) {
    const loaded = article(at);
    expect(loaded.ok ? '' : loaded.problems.map((problem) => formatProblem(problem)).join()).toContain('是不是 "2026-07-07 20:00"；');
  }
});

it('an instant, a path, a sign of comparison and an amount in yuan get a problem with the right form', () => {
  const more = (text: string, lang?: 'zh' | 'en') => messagesAfter('"caps"', `${text}, "caps"`, lang);
  const period = (from: string) =>
    more(
      `"bonusPeriods": [{ "name": "加奖", "from": "${from}", "until": "2027-01-01T00:00:00", "prizes": [{ "plays": ["A"], "tier": "b", "fen": 1 }] }]`,
    );
  for (const from of ['2026-12-20', '2026/12/20 0:00', '2026年12月20日', '2026-12-20 00:00:00'])
    expect(period(from)).toContain('/bonusPeriods/0/from  SHAPE_PATTERN');
  for (const from of ['2026-12-20', '2026/12/20 0:00', '2026年12月20日', '2026-12-20 00:00:00'])
    expect(period(from)).toContain('是不是 "2026-12-20T00:00:00"');
  expect(more('"confirm": "NumConfirmation/{gameCode}"')).toContain('是不是 "/NumConfirmation/{gameCode}"；');
  for (const [amount, fen] of [
    ['240.00', 24000],
    ['2.5', 250],
    ['¥13', 1300],
    ['13元', 1300],
  ] as const)
    expect(more(`"prizes": [{ "play": "A", "tier": "b", "fen": "${amount}" }]`)).toMatch(
      new RegExp(`/prizes/0/fen  SHAPE_TYPE .*改成整数 ${fen}（金额以分为单位）$`),
    );
  // 11.00 is the whole number 11 for JSON; where fen are wanted, nobody means that.
  const prize = (fen: string, name = 'fen') => more(`"prizes": [{ "play": "A", "tier": "v1.0", "${name}": ${fen} }]`);
  for (const fen of ['11.00', '11.0'])
    expect(prize(fen)).toContain(`/prizes/0/fen  SHAPE_TYPE  应为整数 1100（金额以分为单位），写的是${fen}；`);
  expect(prize('1100')).not.toContain('SHAPE_TYPE');
  expect(messagesAfter('"multiplier": 9999', '"multiplier": 9999.0')).toBe('ok');
  const fact = (op: string) =>
    more(
      `"facts": [{ "say": [{ "cases": [{ "text": "大", "when": { "op": "${op}", "left": { "get": "sum", "of": { "zone": "z" } }, "right": { "get": "number", "is": 1 } } }] }] }]`,
    );
  for (const [sign, name] of [
    ['>=', 'gte'],
    ['≤', 'lte'],
    ['==', 'eq'],
    ['＞', 'gt'],
    ['!=', 'ne'],
  ] as const)
    expect(fact(sign)).toContain(`，是不是 "${name}"；`);
});

it('a text without visible characters, and an empty object, have a problem of their own', () => {
  expect(messagesAfter('"广东，11：选5"', '"  "')).toMatch(/\/name {2}TEXT_BLANK /);
  for (const [character, named] of [
    ['\\n', 'U+000A'],
    ['\u202e', 'U+202E'],
    ['\\u0007', 'U+0007'],
  ] as const)
    expect(messagesAfter('"广东，11：选5"', `"广东${character}11选5"`)).toContain(`/name  TEXT_HIDDEN  文字里有看不见的字符 ${named}；`);
  expect(messagesAfter('"caps"', '"limits": { "plays": [{ "play": "A" }] }, "caps"', 'en')).toContain(
    '/limits/plays/0  SHAPE_FEW  there is nothing in it; write at least one more of stakeFen, selection, selections',
  );
});

it('nothing is guessed where nothing near fits', () => {
  expect(messagesAfter('"09:30:00"', '"25:00:00"')).not.toContain('是不是');
  expect(messagesAfter('"gd"', '"广东"')).not.toContain('是不是');
  expect(suggestedFix('9:99', (text) => /^\d\d:[0-5]\d:\d\d$/.test(text))).toBeUndefined();
});
