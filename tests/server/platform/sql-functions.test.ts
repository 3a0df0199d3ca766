/** SQL functions that read no table, by tables of arguments and results; and the messages of SQL functions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointsFromCarryover } from '../../../engine/quiz/split.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { toShortTicket } from '../../../server/lottery/draws/sold-tickets.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { SQL_TEXTS, textsFunctionSql } from '../../../server/words.ts';
import { openEmbedded } from '../support/lite.ts';
import { temporaryFolder } from '../support/server.ts';

let database: Database;
beforeAll(async () => {
  database = await openEmbedded(temporaryFolder());
});
afterAll(() => database?.close());

async function valueOf(call: string): Promise<unknown> {
  return (await database.query<{ value: unknown }>(`SELECT ${call} AS value`)).rows[0]?.value;
}

const A = `'11111111-1111-7111-8111-111111111111'`;
const SHA = 'ab'.repeat(32);
const DAY = 86_400_000;
const UTC8 = 28_800_000;
const wall = (text: string) => Date.parse(`${text}+08:00`);

describe.each<readonly [name: string, cases: readonly (readonly [call: string, value: unknown])[]]>([
  [
    'group_commission: a share of the profit, or of the prize as far as it leaves what was paid',
    [
      [`group_commission(1000, 1000, 10, 'profit')`, 0],
      [`group_commission(1001, 1000, 10, 'profit')`, 0],
      [`group_commission(1999, 1000, 10, 'profit')`, 99],
      [`group_commission(2000, 1000, 10, 'profit')`, 100],
      [`group_commission(2000, 1000, 10, 'prize')`, 200],
      [`group_commission(1100, 1000, 10, 'prize')`, 100],
      [`group_commission(1000, 1000, 100, 'prize')`, 0],
      // As much as a bigint holds is multiplied without an overflow.
      [`group_commission(9000000000000000000, 0, 100, 'profit')::text`, '9000000000000000000'],
    ],
  ],
  [
    'group_icon: the largest icon whose least profit was reached',
    [
      [`group_icon(99, '{100,1000}')`, null],
      [`group_icon(100, '{100,1000}')`, 1],
      [`group_icon(999, '{100,1000}')`, 1],
      [`group_icon(1000, '{100,1000}')`, 2],
    ],
  ],
  [
    'idempotent_id: what comes before stays, the last 60 bits are of player and key',
    [
      [`left(idempotent_id(${A}, 7, 'k')::text, 19)`, '11111111-1111-7111-'.slice(0, 19)],
      [`idempotent_id(${A}, 7, 'k') = idempotent_id(${A}, 7, 'k')`, true],
      [
        `right(idempotent_id(${A}, 7, 'k')::text, 17) = right(idempotent_id('22222222-2222-7222-9222-222222222222', 7, 'k')::text, 17)`,
        true,
      ],
      [`idempotent_id(${A}, 7, 'k') = idempotent_id(${A}, 8, 'k')`, false],
      [`idempotent_id(${A}, 7, 'k') = idempotent_id(${A}, 7, 'l')`, false],
      [`idempotent_id(${A}, 7, NULL)`, null],
    ],
  ],
  [
    'nonces and hashes keep as many bits as they say',
    [
      [`short_nonce('0123456789abcdef0123456789abcdef')`, '0123456789abcdef'],
      [`short_hash('${SHA}')`, 'ab'.repeat(16)],
      [`nonce_hash('0123456789abcdefXX') = nonce_hash('0123456789abcdefYY')`, true],
      [`length(request_hash('${SHA}', 'n'))`, 24],
      [`length(request_hash('${SHA}', NULL))`, 16],
      [`ref_hash(1, ${A}) = ref_hash(2, ${A})`, false],
    ],
  ],
  [
    'earlier_answer: the answer, or what is wrong with the key',
    [
      [`earlier_answer('${'ab'.repeat(16)}', '{"status": 0}', '${SHA}')`, { status: 0 }],
      [`earlier_answer('', 'null', '${SHA}')->>'msg'`, SQL_TEXTS.keyBurnt],
      [`earlier_answer('cd', '{"status": 0}', '${SHA}')->>'msg'`, SQL_TEXTS.keyOther],
    ],
  ],
  [
    'items_without and answers_with_gaps: a batch without some, and the answers in its places again',
    [
      [`items_without('["a","b","c"]', '{2}')`, ['a', 'c']],
      [`items_without('["a"]', '{1}')`, []],
      [`answers_with_gaps('["A","C"]', '{2}')`, ['A', null, 'C']],
      [`answers_with_gaps('[]', '{1,2}')`, [null, null]],
    ],
  ],
  [
    'is_purse and described_account: accounts of a player, and names that stand for any company or game',
    [
      [`is_purse('wallet')`, true],
      [`is_purse('transit:ag')`, true],
      [`is_purse('house:stakes')`, false],
      [`is_purse('pool:ssq')`, false],
      [`described_account('transit:ag')`, 'transit:*'],
      [`described_account('pool:ssq')`, 'pool:*'],
      [`described_account('house:stakes')`, 'house:stakes'],
    ],
  ],
  [
    'yuan_text, player_limit_now and period_start: amounts in words, the limit that holds, and when a period began',
    [
      [`yuan_text(0)`, '0.00'],
      [`yuan_text(123456789)`, '1,234,567.89'],
      [`player_limit_now(5, 9, 100, 99)`, 5],
      [`player_limit_now(5, 9, 100, 100)`, 9],
      [`player_limit_now(5, NULL, 100, 100)`, null],
      [`player_limit_now(5, NULL, NULL, 100)`, 5],
      [`period_start('day', ${wall('2026-11-29T00:00:00')}, ${UTC8})`, wall('2026-11-29T00:00:00')],
      [`period_start('day', ${wall('2026-11-29T00:00:00') - 1}, ${UTC8})`, wall('2026-11-28T00:00:00')],
      // A week begins on Monday.
      [`period_start('week', ${wall('2026-11-29T23:00:00')}, ${UTC8})`, wall('2026-11-23T00:00:00')],
      [`period_start('week', ${wall('2026-11-30T00:00:00')}, ${UTC8})`, wall('2026-11-30T00:00:00')],
      [`period_start('month', ${wall('2026-11-29T12:00:00')}, ${UTC8})`, wall('2026-11-01T00:00:00')],
    ],
  ],
  [
    'coupon_fits: all games, one game, or one kind of games',
    [
      [`coupon_fits('{"for": "all"}', 'number', 'ssq')`, true],
      [`coupon_fits('{"for": "game", "game": "ssq"}', 'number', 'ssq')`, true],
      [`coupon_fits('{"for": "game", "game": "ssq"}', 'number', 'dlt')`, false],
      [`coupon_fits('{"for": "sport"}', 'number', 'ssq')`, false],
      [`coupon_fits('{"for": "sport"}', 'sport', 'jczq')`, true],
    ],
  ],
  [
    'quiz_share and quiz_taken: what a right entry is paid, and what a round takes of what was left',
    [
      [`quiz_share(10, 100, 90, 30)`, 30],
      [`quiz_share(1, 100, 90, 70)`, 1],
      [`quiz_share(3000000000, 9000000000, 100, 3000000000)::text`, '9000000000'],
      [`quiz_taken(100, 50, 90)`, pointsFromCarryover(100, 50, 90)],
      [`quiz_taken(1000, 50, 90)`, pointsFromCarryover(1_000, 50, 90)],
    ],
  ],
  [
    'what a ticket keeps of its description, its key and its lines',
    [
      [`encode(ticket_key('01ab', ${A}), 'hex')`, '01ab'],
      [`encode(ticket_key(NULL, ${A}), 'hex')`, `00${'1'.repeat(12)}7111811${'1'.repeat(13)}`],
      [`short_ticket_hash('${SHA}', decode('01${'ab'.repeat(6)}ff', 'hex'))`, ''],
      [`short_ticket_hash('${SHA}', decode('01${'cd'.repeat(6)}ff', 'hex'))`, SHA],
      [`short_ticket_hash('${SHA}', decode('00${'ab'.repeat(6)}ff', 'hex'))`, SHA],
    ],
  ],
  [
    'final_or_last: odds at the end of a sale, and the last ones where there are none',
    [
      [`final_or_last(NULL, '{"had": {"h": "2.00"}}')`, { had: { h: '2.00' } }],
      [`final_or_last('{"had": {"h": "1.90"}}', '{"had": {"h": "2.00", "d": "3.00"}}')`, { had: { h: '1.90', d: '3.00' } }],
    ],
  ],
  [
    'days and months: of 余额宝, of agents, and of ids that grow with time',
    [
      [`savings_day(${10 * DAY - UTC8}, ${UTC8})`, 10],
      [`savings_day(${10 * DAY - UTC8 - 1}, ${UTC8})`, 9],
      [`month_before(202601)`, 202_512],
      [`month_before(202612)`, 202_611],
      [`savings_confirms_on(${10 * DAY - UTC8}, ${UTC8}, 54000000)`, 11],
      [`savings_confirms_on(${10 * DAY - UTC8} + 54000000, ${UTC8}, 54000000)`, 12],
      [`day_month(20786)`, 202_611],
      [`uuid_ms(uuid_from(1795953120000))`, 1_795_953_120_000],
    ],
  ],
  [
    'pauses that double, and end at a longest',
    [
      [`attempt_delay(2, 3, 900000)`, 0],
      [`attempt_delay(3, 3, 900000)`, 1_000],
      [`attempt_delay(5, 3, 900000)`, 4_000],
      [`attempt_delay(99, 3, 900000)`, 900_000],
      [`quarantine_pause(1)`, 60_000],
      [`quarantine_pause(3)`, 240_000],
      [`quarantine_pause(99)`, 3_600_000],
    ],
  ],
  [
    'what a movement is to the limits of a player: spent, given back, won',
    [
      [`is_spending('wallet', 'house:stakes')`, true],
      [`is_spending('wallet', 'transit:ag')`, true],
      [`is_spending('wallet', 'house:prizes')`, false],
      [`is_given_back('escrow:hm', 'wallet')`, true],
      [`is_given_back('house:prizes', 'wallet')`, false],
      [`won_by('house:prizes', 'wallet', 5)`, 5],
      [`won_by('wallet', 'house:prizes', 5)`, -5],
      [`won_by('wallet', 'house:stakes', 5)`, 0],
    ],
  ],
  [
    'steps of a withdrawal, scopes of an agent, families of tickets of matches, and names of outrights',
    [
      [`may_move_withdrawal('requested', 'withdrawn')`, true],
      [`may_move_withdrawal('reviewing', 'withdrawn')`, false],
      [`may_move_withdrawal('paying', 'paid')`, true],
      [`may_move_withdrawal('paid', 'returned')`, false],
      [`ARRAY(SELECT rebate_scopes(0))`, ['self', 'team']],
      [`ARRAY(SELECT rebate_scopes(1))`, ['direct', 'team']],
      [`ARRAY(SELECT rebate_scopes(2))`, ['team']],
      [`sport_family('{"passes": ["1_1"]}')`, 'single'],
      [`sport_family('{"passes": ["2_1"]}')`, 'sport'],
      [`outright_key('champion', '2026', 'bra')`, 'outright/champion/2026/bra'],
      [`offer_posts('{"posts": [1, 2]}')`, [1, 2]],
      [`offer_posts('{"posts": null}')`, null],
      [`balance_event('points', 'points', 5)`, { type: 'balance', purse: 'points', unit: 'points', balance: 5 }],
      [`balance_event('wallet', 'fen', 5)`, { type: 'balance', purse: 'wallet', unit: 'fen', balance: 5, balanceFen: 5 }],
    ],
  ],
])('%s', (_name, cases) => {
  it.each(cases)('%s', async (call, value) => {
    expect(await valueOf(call)).toEqual(value);
  });
});

it('short_ticket writes a ticket as shortTicket does', async () => {
  const lines = [
    { play: 'DS', picks: { red: [1, 2], blue: [7] } },
    { play: 'DT', picks: { red: [3] }, bankers: { red: [1] } },
  ];
  for (const ticket of [
    { game: 'g', lines: [], multiplier: 1, issues: 1 },
    { game: 'g', lines, multiplier: 1, issues: 1 },
    { game: 'g', lines, multiplier: 3, issues: 1 },
    { game: 'g', lines, multiplier: 1, issues: 1, later: true },
    { game: 'g', lines },
  ])
    expect(await valueOf(`short_ticket('${JSON.stringify(ticket)}')`)).toEqual(toShortTicket(ticket as never));
});

describe('words that SQL functions say', () => {
  const texts = Object.entries(SCHEMA.routines).filter(([file]) => file.endsWith('.sql'));
  const named = new Set(texts.flatMap(([, text]) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name)));

  it('stand in server/words.ts alone, and every one is said', () => {
    for (const [file, text] of texts) {
      expect(text.replaceAll(/^\s*--.*$/gm, '').replaceAll(/ -- .*$/gm, ''), file).not.toMatch(/'[^'\n]*\p{Script=Han}/u);
      for (const [, name = ''] of text.matchAll(/words\('(\w+)'/g)) expect(Object.keys(SQL_TEXTS), file).toContain(name);
    }
    // Those of breaks and exclusions are put together from two parts (limits.sql).
    expect(Object.keys(SQL_TEXTS).filter((name) => !named.has(name) && !/^(excluded|break)(Deposit|Stake)$/.test(name))).toEqual([]);
  });

  it('are filled in, and an unknown name is an error', async () => {
    expect(await valueOf(`words('balanceShort')`)).toBe(SQL_TEXTS.balanceShort);
    expect(await valueOf(`words('limitTime', 'X', '30')`)).toBe('已达您设定的X游戏时长 30 分钟，请休息');
    expect(await valueOf(`words('groupTooFar', '90')`)).toBe('进度加保底已达 90%，不能撤单');
    await expect(valueOf(`words('nothing')`)).rejects.toThrow('server/words.ts has no words nothing');
    expect(textsFunctionSql({ one: `it's` })).toContain(`WHEN 'one' THEN 'it''s'`);
  });
});
