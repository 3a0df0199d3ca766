/** The same of the operators' calls as tests/server/field-formats.deep.test.ts has of players': what a field's format takes, its column takes. */
import { expect, it } from 'vitest';
import { asTexts } from '../../../protocol/calls/define.ts';
import { DESK_TABLE } from '../../../protocol/desk/table.ts';
import { boundaryValues, FOREIGN_ID_FORMS } from '../support/edges.ts';
import { deskStage } from './support/desk.ts';

const { tokens, ask, desk } = deskStage(['admin'], () => {});

const FIELDS = DESK_TABLE.flatMap((row) =>
  Object.entries(row.fields as Readonly<Record<string, { format?: string }>>).map(([name, schema]) => [row, name, schema] as const),
);

it('an id in the form of another program is refused in words, and no edge of a format is an error of the server', async () => {
  const wrong: unknown[] = [];
  const token = tokens.get('admin') ?? '';
  const isLogin = (path: string) => /\/(start|login|logout|end)$/.test(path);
  expect(FIELDS.filter(([, , { format }]) => format === 'uuid').length).toBeGreaterThan(1);
  for (const [row, name, schema] of FIELDS)
    for (const value of boundaryValues(name, schema)) {
      if (isLogin(row.path)) continue;
      const fields = { ...asTexts(row.example.fields as Readonly<Record<string, unknown>>), [name]: value };
      const { http, msg } = await ask(row.method, row.path, fields, token);
      const isExpectedAnswer = schema.format === 'uuid' ? http === 400 && msg === `参数 ${name} 不正确：须为 UUID 编号` : http < 500;
      if (!isExpectedAnswer) wrong.push([row.path, name, value, http, msg]);
    }
  expect(wrong).toEqual([]);
});

it('of numbers and days that no field of the table is an example of', async () => {
  const wrong: unknown[] = [];
  const token = tokens.get('admin') ?? '';
  for (const id of [...FOREIGN_ID_FORMS, '9223372036854775808', '99999999999999999999', '2147483648', '-1', '0', 'x'])
    for (const [name, fields] of [
      ['withdrawal/take', { id, by: '某人' }],
      ['withdrawal/refuse', { id, by: '某人', reason: '资料不符' }],
      ['comment/takedown', { id, by: '某人' }],
      ['comment/keep', { id, by: '某人' }],
      ['correction/sign', { id, by: '某人' }],
      ['correction/withdraw', { id }],
    ] as const) {
      const { http, msg } = await desk(name, fields, token, 'POST');
      if (http >= 500 || http === 200) wrong.push([name, id, http, msg]);
    }
  for (const day of ['0000-01-01', '0001-01-01', '9999-12-31', '10000-01-01']) {
    const { http, msg } = await desk('results', { show: 'day', day }, token);
    if (http >= 500) wrong.push([day, http, msg]);
  }
  for (const startsAt of [2 ** 53, 1e19, 1e300]) {
    const { http, msg } = await desk('result/postpone', { match: 'm-1', startsAt }, token, 'POST');
    if (http !== 400) wrong.push([startsAt, http, msg]);
  }
  expect(wrong).toEqual([]);
});
