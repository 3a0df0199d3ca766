/** Nothing that tells who the player is, or lets anyone be that player, is in what is recorded. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { framePageMachine, recognisedMessage } from '../../../engine/machines/frame-page.ts';
import { type Submission, submissionMachine } from '../../../engine/machines/submission.ts';
import { createPlainDigester } from '../../../engine/replay/digest.ts';
import {
  createDigester,
  digesterOf,
  hashText,
  MACHINES,
  firstContradiction,
  type Recorder,
  record,
  replay,
  type Trace,
} from '../../../engine/replay/index.ts';
import { START, settle, world } from '../../app/platform/world.ts';

const MARKS = {
  token: 'TOKEN-marked-5f0c',
  password: 'PASSWORD-marked-77',
  name: 'NAME-marked-player',
  mid: 'MID-marked-90210',
  ip: '203.0.113.77',
  key: 'SIGNING-KEY-marked',
} as const;

const user = { Mid: MARKS.mid, UserName: MARKS.name, GameTransferPermission: true, v: '1' };

describe('redaction', () => {
  it('a login, a heartbeat, a refused bet and a forced logout leave no token, password, name, id or address', async () => {
    const clock = { now: () => START };
    const recorder: Recorder = record({ now: clock.now, app: { name: 'test', version: '1' } });
    const attached: string[] = [];
    let refuse = false;
    const one = world({
      brand: { code: 'brand', signingKey: MARKS.key },
      attach: (actor) => {
        attached.push(actor.id);
        recorder.attach(actor);
      },
      server: {
        '/api/account/weblogin': () => ({ status: 0, models: { token: MARKS.token, user, balanceFen: 4_242 } }),
        '/api/usercenter/queryprofilelist': () =>
          refuse ? { status: 2, msg: `${MARKS.name} 已在别处登录` } : { status: 0, models: { user, balanceFen: 4_242 } },
        '/api/systemconfig/getip': () => ({ status: 0, models: { IP: MARKS.ip } }),
        '/api/lottery/bet_szc': () => ({ status: 6, msg: `${MARKS.name} 余额不足` }),
      },
    });
    await settle();
    one.platform.loginWanted(`/mine?tk=${MARKS.token}&tab=2`);
    await one.platform.login(MARKS.name, MARKS.password);
    await settle();
    one.clock.advance(3_000);
    await settle();
    one.clock.advance(61_000);
    await settle();
    await one.platform.submissions.submit('slip/ssq', {
      call: '/api/lottery/bet_szc',
      params: { ticket: '{}', fund: MARKS.password },
      secret: ['fund'],
    });
    refuse = true;
    await one.platform.refreshProfile();
    await settle();
    one.platform.close();

    const trace = recorder.trace();
    const text = JSON.stringify(trace);
    for (const [what, mark] of Object.entries(MARKS)) expect(text.includes(mark), what).toBe(false);
    // The tale is whole all the same.
    expect(attached).toContain('session');
    const eventNames = trace.events.map(({ machine, event }) => `${machine.split('#')[0]} ${event.type}`);
    expect(eventNames).toEqual(
      expect.arrayContaining(['session LOGGED_IN', 'session BEAT_DUE', 'session FORCED_OUT', 'request /api/account/weblogin ANSWER']),
    );
    expect(trace.events.find(({ event }) => event.type === 'LOGGED_IN')?.event).toMatchObject({ token: '[redacted]', user: '[redacted]' });
    expect(text).toContain('/mine?tk=[redacted]&tab=2');
    // The trace keeps facts of the server's answer, and the type of each other field.
    const answer = trace.events.find(
      ({ machine, event }) => machine.startsWith('request /api/account/weblogin') && event.type === 'ANSWER',
    );
    expect(answer?.event).toMatchObject({ answer: { status: 0, models: { token: '[text]', user: '[record]', balanceFen: 4_242 } } });
    expect(replay(trace, MACHINES).divergence()).toBeUndefined();
  });

  it('of an outside page only its origin is kept, and of its messages only those that the app obeys', () => {
    const recorder = record({ now: () => 1, app: { name: 'test', version: '1' } });
    const rules = { kinds: { game: { header: false } }, messages: { login: '/login' } };
    const actor = createActor(framePageMachine, { id: 'framePage', input: { rules, appOrigin: 'https://app.test', landscape: false } });
    recorder.attach(actor);
    actor.start();
    const url = `https://games.test:8443/${MARKS.token}?player=${MARKS.mid}#${MARKS.key}`;
    const open = (address: string) =>
      actor.send({
        type: 'OPEN',
        request: { title: 'game', url: address, method: 'POST', fields: { sign: MARKS.key, mid: MARKS.mid } },
        marker: -1,
      });
    const say = (origin: string, data: unknown) => actor.send({ type: 'MESSAGE', origin, own: true, data: recognisedMessage(rules, data) });
    open(url);
    say('https://games.test:8443', { frame: 1, type: 'login', who: MARKS.name });
    say('https://games.test:8443', { frame: 1, type: MARKS.name });
    for (const address of [
      `https://${MARKS.name}:${MARKS.password}@games.test/`,
      `javascript:${MARKS.token}`,
      MARKS.token,
      'https://app.test/x',
    ])
      open(address);
    const trace = recorder.trace();
    const text = JSON.stringify(trace);
    for (const [what, mark] of Object.entries(MARKS)) expect(text.includes(mark), what).toBe(false);
    expect(
      trace.events.map(({ event, after }) => [(event.request as { url: string } | undefined)?.url ?? event.data, after.value]),
    ).toEqual([
      ['https://games.test:8443/[redacted]', 'loading'],
      [{ frame: 1, type: 'login' }, 'loading'],
      [null, 'loading'],
      ['https://[redacted]@games.test/[redacted]', 'refused'],
      ['javascript:[redacted]', 'refused'],
      ['[redacted]', 'refused'],
      ['https://app.test/[redacted]', 'refused'],
    ]);
    // What is redacted leads the model the same way, and is its own redaction.
    expect(replay(trace, MACHINES).divergence()).toBeUndefined();
    const digest = digesterOf('framePage');
    for (const { event } of trace.events) expect(digest(event).value).toEqual(event);
  });

  it('by name however deep and however written; absent, null and true stay; what descriptions name is left alone', () => {
    const digest = createDigester({ secret: ['answer'], described: ['picks'] });
    const value = {
      a: [{ Password: 'x', new_password: 'x', accessToken: 'x', 'RD-UID': 'x', kept: 'y' }],
      token: null,
      user: undefined,
      name: true,
      answer: { orderId: 'x' },
      picks: { mid: [1], name: ['大'] },
      at: 'https://h/p?s=x&n=x&page=2#token=x',
    };
    expect(digest(value).value).toEqual({
      a: [{ Password: '[redacted]', new_password: '[redacted]', accessToken: '[redacted]', 'RD-UID': '[redacted]', kept: 'y' }],
      token: null,
      name: true,
      answer: '[redacted]',
      picks: { mid: [1], name: ['大'] },
      at: 'https://h/p?s=[redacted]&n=[redacted]&page=2#token=[redacted]',
    });
    // Once redacted, a value is its own redaction and has the same hash.
    const once = digest(value);
    const twice = createDigester({ secret: ['answer'], described: ['picks'] })(JSON.parse(JSON.stringify(once.value)));
    expect([twice.a, twice.b]).toEqual([once.a, once.b]);
    expect(value.answer.orderId).toBe('x');
  });

  it('of addresses only the parameters that are listed', () => {
    const digest = createDigester();
    const address = '/orderDetail?orderId=o1&tab=2&ticket=ab12&invite=zhang#view=x';
    expect(digest(address).value).toBe('/orderDetail?orderId=o1&tab=2&ticket=[redacted]&invite=[redacted]#view=x');
  });

  it.each([
    [
      '/x?access.token=SECRET&%74oken=SECRET&姓名=张三&a[b]=SECRET',
      '/x?access.token=[redacted]&%74oken=[redacted]&姓名=[redacted]&a[b]=[redacted]',
    ],
    ['/x?SECRET', '/x?[redacted]'],
    ['/x?tab=2&SECRET#SECRET', '/x?tab=2&[redacted]#[redacted]'],
    ['?q=a secret', '?q=[redacted]'],
    ['/iframe?path=https%3A%2F%2Fh%2Fp%3Ftoken%3DSECRET&title=1', '/iframe?path=[redacted]&title=1'],
    ['/iframe?path=%252Fp%253Ftoken%253DSECRET', '/iframe?path=[redacted]'],
    ['/iframe?path=%E0%A4%A', '/iframe?path=[redacted]'],
    ['see https://h/p?access.token=SECRET now', 'see https://h/p?access.token=[redacted] now'],
    // What is none stays, and what stood there empty.
    ['/lottery?%70age=2&path=%2Fnumber%2Fssq&title=%E5%8F%8C#', '/lottery?%70age=2&path=%2Fnumber%2Fssq&title=%E5%8F%8C#'],
    ['#E53935', '#E53935'],
    ['真的? 1 & 2 = 3', '真的? 1 & 2 = 3'],
  ])('however a parameter is written: %s', (address, plain) => {
    const digest = createDigester();
    expect([digest(address).value, digest(plain).value]).toEqual([plain, plain]);
  });

  it('answers are facts and shapes, of lists the first items, and are their own facts', () => {
    const answer = {
      status: 0,
      models: {
        issue: '2026133',
        numbers: { red: [1, 5, 9], blue: [7] },
        balanceFen: 4_200,
        odds: '1.95',
        nickname: 'zhang',
        level: 3,
        comment: 'hello',
        bankCard: '6222',
        orders: Array.from({ length: 9 }, (_, n) => ({ orderId: `o${n}`, amountFen: n, user: { mid: '7' } })),
        'zhang san': 1,
        deep: { a: { b: { c: { d: { e: { f: 1 } } } } } },
        none: null,
        won: true,
      },
    };
    const digest = digesterOf('request');
    const once = digest({ answer });
    expect(once.value).toEqual({
      answer: {
        status: 0,
        models: {
          issue: '2026133',
          numbers: { red: [1, 5, 9], blue: [7] },
          balanceFen: 4_200,
          odds: '1.95',
          nickname: '[text]',
          level: '[number]',
          comment: '[text]',
          bankCard: '[text]',
          orders: [...[0, 1, 2, 3].map((n) => ({ orderId: '[text]', amountFen: n, user: '[record]' })), '[5 more]'],
          deep: { a: { b: { c: { d: { e: '[record]' } } } } },
          none: null,
          won: true,
        },
      },
    });
    const twice = digesterOf('request')(JSON.parse(JSON.stringify(once.value)));
    expect(twice.value).toEqual(once.value);
    expect([twice.a, twice.b]).toEqual([once.a, once.b]);
    // What older recordings have in its place.
    expect(digest({ models: '[redacted]' }).value).toEqual({ models: '[redacted]' });
  });

  it('the code that a player invites others with is no fact, and those of games, plays and matches are', () => {
    const models = {
      code: 'K7M2QX9A',
      links: [{ code: 'AB23CD45' }],
      game: { code: 'ssq' },
      play: { code: 'Q3_ZX' },
      match: { code: '周六001' },
    };
    expect(digesterOf('request')({ models }).value).toEqual({
      models: { ...models, code: '[text]', links: [{ code: '[text]' }] },
    });
  });

  it('what a game of matches calls its plays is no secret on a slip either', () => {
    const legs = [{ match: 'm1', picks: { QQ: { Mid: '1.80' } }, numbers: { ip: '-1' } }];
    const context = { rules: { plays: { QQ: 8 }, pool: { matches: 9, choose: { phone: 9 } } }, legs };
    expect(digesterOf('matchSlip')(context).value).toEqual(context);
    expect(digesterOf('matchPicks')({ legs }).value).toEqual({ legs });
  });
});

/** A submission of these params, recorded under this id until it is sent. */
function submitted(id: string, params: Submission['params']): Trace {
  const recorder = record({ now: () => 1, app: { name: 'test', version: '1' } });
  const actor = createActor(submissionMachine, { id, input: {} });
  recorder.attach(actor);
  actor.start();
  actor.send({ type: 'SUBMIT', submission: { key: 'k', call: '/c', method: 'POST', params } });
  actor.send({ type: 'NO_ANSWER' });
  return recorder.trace();
}

describe('an idempotent call', () => {
  it.each([
    [
      'submission.screen/homePage/blocks/0/action?mid=100004&path=%2FhomePage%3Fmid%3D100004&tab=2',
      'submission.screen/homePage/blocks/0/action?mid=[redacted]&path=[redacted]&tab=2',
    ],
    ['submission.screen/mine/submit/action?tk=TOKEN', 'submission.screen/mine/submit/action?tk=[redacted]'],
    ['submission.screen/customMade/blocks/1/action/100004?', 'submission.screen/customMade/blocks/1/action/[redacted]?'],
    ['submission.screen/scratchLobby/action/xiao1?path=%2FScratch', 'submission.screen/scratchLobby/action/xiao1?path=%2FScratch'],
    ['submission.slip/ssq', 'submission.slip/ssq'],
  ])('is named by its place, and by nothing that an address may not tell: %s', (id, plain) => {
    const trace = submitted(id, {});
    expect(trace.machines.map((machine) => machine.id)).toEqual([plain]);
    expect(trace.events.map(({ machine }) => machine)).toEqual([plain, plain]);
  });

  it('tells of no other player, nothing that somebody says of himself or writes, and no code', () => {
    const trace = submitted('submission.x', {
      ...{
        who: '100004',
        creatorMid: '100004',
        birthday: '1990-02-03',
        region: '四川 成都',
        city: '成都',
        text: '大家好',
        coupon: 'GIFT-1',
      },
      ...{ ticket: '{"game":"ssq"}', amountFen: '200' },
    });
    expect(JSON.stringify(trace)).not.toMatch(/100004|1990|成都|大家好|GIFT/);
    expect(trace.events[0]?.event.submission).toMatchObject({ params: { ticket: '{"game":"ssq"}', amountFen: '200' } });
    expect(replay(trace, MACHINES).divergence()).toBeUndefined();
  });

  it('and told more in an older recording, which replays as it was, and is still seen to be changed by hand', () => {
    const now = submitted('submission.x', { who: '100004', amountFen: '200' });
    const renamedTrace = JSON.parse(JSON.stringify(now).replaceAll('"who":"[redacted]"', '"who":"100004"')) as Trace;
    let context = renamedTrace.machines[0]?.start.context ?? {};
    const older: Trace = {
      ...renamedTrace,
      events: renamedTrace.events.map((entry) => {
        context = { ...context, ...entry.after.changed };
        return { ...entry, after: { ...entry.after, context: hashText(createPlainDigester()(context)) } };
      }),
    };
    expect(older.events.map(({ after }) => after.context)).not.toEqual(now.events.map(({ after }) => after.context));
    expect(replay(older, MACHINES).divergence()).toBeUndefined();
    expect(firstContradiction(older)).toBeUndefined();
    const changed = JSON.parse(JSON.stringify(older).replaceAll('"amountFen":"200"', '"amountFen":"300"')) as Trace;
    expect(replay(changed, MACHINES).divergence()?.index).toBe(0);
    expect(firstContradiction(changed)?.index).toBe(0);
  });
});

/** Parameters of idempotent calls that identify nobody, and grant no access. */
const HARMLESS = new Set(
  'id kind code on what period target day month offer hash op question option points price productId count itemId type pool cardId all'
    .concat(' hmId shares guaranteeShares releaseId commentId emote why times fen percent maxFen dayMaxFen plays minOdds mode game partial')
    .concat(
      ' prepay minTotalFen maxTotalFen minBalanceFen stopAfterMisses ruleId family rateBp linkId score amountFen keepFen lotId company',
    )
    .concat(' method withdrawId chaseId limitFen limitMinutes avatar frame clear showOrders showRanks allowFollow market picks oddsPolicy')
    .concat(' oddsVersion isDefault channel step')
    .split(' '),
);

describe('every idempotent call of a screen', () => {
  type Json = Readonly<Record<string, unknown>>;
  /** Names of its parameters that are recorded; those that come from a secret field of the form around it never are. */
  function leakedSecrets(value: unknown, secret: ReadonlySet<string>): string[] {
    if (typeof value !== 'object' || value === null) return [];
    if (Array.isArray(value)) return value.flatMap((each) => leakedSecrets(each, secret));
    const { fields, do: does, key, params } = value as Json;
    const hidden = new Set(secret);
    if (Array.isArray(fields))
      for (const { name, type, secret: is } of fields as Json[])
        if (is === true || ['password', 'pin', 'code', 'picture'].includes(String(type))) hidden.add(String(name));
    const own =
      does === 'call' && key === true
        ? Object.entries((params ?? {}) as Record<string, string>)
            .filter(([, text]) => ![...text.matchAll(/form\.(\w+)/g)].some(([, field = '']) => hidden.has(field)))
            .map(([name]) => name)
        : [];
    return [...own, ...Object.values(value).flatMap((each) => leakedSecrets(each, hidden))];
  }
  const folder = join(fileURLToPath(new URL('../../..', import.meta.url)), 'app/descriptions/screens');
  const names = readdirSync(folder).flatMap((file) => leakedSecrets(JSON.parse(readFileSync(join(folder, file), 'utf8')), new Set()));

  it('has only parameters that are redacted, or known to be harmless', () => {
    expect(names.length).toBeGreaterThan(100);
    const { submission } = digesterOf('submission')({ submission: { params: Object.fromEntries(names.map((name) => [name, 'x'])) } })
      .value as {
      submission: { params: Json };
    };
    const unredactedNames = Object.entries(submission.params).flatMap(([name, value]) => (value === 'x' ? [name] : []));
    expect(unredactedNames.filter((name) => !HARMLESS.has(name))).toEqual([]);
  });
});
