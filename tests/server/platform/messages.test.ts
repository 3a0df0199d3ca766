/** Messages are sent through an SMTP server and an HTTP gateway: again after a failure, not after a rollback, and without secrets in the log. */
import { createServer } from 'node:http';
import { type AddressInfo, type Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSmsTemplate, smsProvider, smtpProvider } from '../../../server/platform/messages/providers.ts';
import { fillTemplate } from '../../../server/platform/messages/templates.ts';
import { readOptions } from '../../../server/read-options.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';

interface Mail {
  readonly to: string;
  readonly text: string;
}

const mails: Mail[] = [];
const texts: string[] = [];
/** HTTP statuses with which the gateway refuses the next requests. It accepts all later ones. */
const gatewayErrors: number[] = [];
const log: string[] = [];
let server: TestServer;
const ends: (() => Promise<unknown>)[] = [];
const portOf = (at: Server) => (at.address() as AddressInfo).port;

beforeAll(async () => {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, answer) =>
      username === 'caipu' && password === 'mail-password' ? answer(null, { user: 'caipu' }) : answer(new Error('no')),
    onData(stream, { envelope }, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
        const encoding = /content-transfer-encoding: (\S+)/i.exec(head)?.[1];
        const text = encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : body;
        mails.push({ to: envelope.rcptTo[0]?.address ?? '', text });
        answer();
      });
    },
  });
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  ends.push(() => new Promise<void>((done) => smtp.close(done)));
  const gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const status = gatewayErrors.shift();
      if (status !== undefined) return response.writeHead(status).end();
      texts.push(body);
      response.end('{"result":"OK"}');
    });
  });
  await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready));
  ends.push(() => new Promise((done) => gateway.close(done)));
  const folder = temporaryFolder();
  const file = join(folder, 'sms.json');
  writeFileSync(
    file,
    JSON.stringify({
      url: `http://127.0.0.1:${portOf(gateway)}/send`,
      headers: { 'content-type': 'application/json' },
      body: '{"phone":"{to}","content":"{text}"}',
      accepted: '"OK"',
    }),
  );
  server = await startServer({
    log: (line) => log.push(line),
    messages: {
      providers: {
        email: smtpProvider(`smtp://caipu:mail-password@127.0.0.1:${portOf(smtp.server)}`, '彩谱 <no-reply@play.example>'),
        mobile: smsProvider(readSmsTemplate(file)),
      },
    },
  });
});
afterAll(async () => {
  await server?.stop();
  for (const end of ends) await end();
});

const states = async () =>
  (
    await server.context.database.query<{
      state: string;
      tries: number;
      to_sealed: string | null;
      vars_sealed: string | null;
      result: string | null;
    }>('SELECT state, tries, to_sealed, vars_sealed, result FROM outgoing_messages ORDER BY id')
  ).rows;

it('sends codes to a phone number and an e-mail address, and stores neither the address nor the code afterwards', async () => {
  const client = await server.client().register('messaged', 'a-password-1');
  expect((await client.post('/api/account/SendCode', { channel: 'mobile', purpose: 'bind', to: '13800138000' })).status).toBe(0);
  expect((await client.post('/api/account/SendCode', { channel: 'email', purpose: 'bind', to: 'player@example.com' })).status).toBe(0);
  const text = await waitFor('a text message', async () => texts[0]);
  expect(JSON.parse(text)).toEqual({ phone: '13800138000', content: expect.stringMatching(/^【彩谱】验证码 \d{6}，5 分钟内有效/) });
  const mail = await waitFor('a mail', async () => mails[0]);
  expect(mail).toEqual({ to: 'player@example.com', text: expect.stringMatching(/验证码 \d{6}/) });
  await waitFor('both are done', async () => (await states()).every(({ state }) => state === 'sent'));
  expect(await states()).toMatchObject([
    { tries: 1, to_sealed: null, vars_sealed: null, result: 'sms' },
    { tries: 1, to_sealed: null, vars_sealed: null, result: 'smtp' },
  ]);
  const code = /\d{6}/.exec(mail.text)?.[0] as string;
  expect((await client.post('/api/Account/QQMailBind', { email: 'player@example.com', step: 'verify', code })).status).toBe(0);
  const all = log.join('\n');
  for (const secret of ['13800138000', 'player@example.com', code, 'mail-password']) expect(all).not.toContain(secret);
});

it('sends again after a failure, and gives up a code that has expired', async () => {
  const { database, messages } = server.context;
  const send = (expiresAt?: number) =>
    messages.queue(database, {
      channel: 'mobile',
      to: '13900139000',
      template: 'code',
      vars: { code: '246810', minutes: '5' },
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
  gatewayErrors.push(503);
  await send();
  await messages.flush();
  expect((await states()).at(-1)).toMatchObject({ state: 'queued', tries: 1, result: 'sms failed' });
  await database.query(`UPDATE outgoing_messages SET next_at = 0 WHERE state = 'queued'`);
  await waitFor('the second try', async () => {
    await messages.flush();
    return (await states()).at(-1)?.state === 'sent';
  });
  expect(texts.filter((text) => text.includes('246810'))).toHaveLength(1);
  await send(1);
  await messages.flush();
  await waitFor('the expired one is given up', async () => (await states()).at(-1)?.state === 'failed');
  expect(texts.filter((text) => text.includes('246810'))).toHaveLength(1);
  expect(log.filter((line) => line.includes('was not sent')).join()).not.toMatch(/246810|13900139000/);
});

it('sends no message that was queued in a rolled-back transaction', async () => {
  const { database, messages } = server.context;
  const before = (await states()).length;
  await database
    .transaction(async (client) => {
      await messages.queue(client, {
        channel: 'email',
        to: 'x@example.com',
        template: 'passwordChanged',
        vars: { time: '2026-11-22 10:00' },
      });
      throw new Error('taken back');
    })
    .catch(() => {});
  await messages.flush();
  expect((await states()).length).toBe(before);
});

it('refuses a template without its values, and wrong settings', () => {
  expect(() => fillTemplate('code', { brand: '彩谱' })).toThrow('no value for {code}');
  expect(() => readOptions({ CAIPU_SMTP: 'mail.example' })).toThrow('CAIPU_SMTP is not an address');
  expect(() => readOptions({ CAIPU_SMTP: 'smtp://mail.example' })).toThrow('CAIPU_SMTP_FROM is missing');
  expect(() => readOptions({ CAIPU_SMS: '/nowhere/sms.json' })).toThrow('CAIPU_SMS: /nowhere/sms.json cannot be read');
  const file = join(temporaryFolder(), 'sms.json');
  writeFileSync(file, '{"url":"https://sms.example/send"}');
  expect(() => readOptions({ CAIPU_SMS: file })).toThrow('{to} and {text}');
  expect(readOptions({ NODE_ENV: 'production' }).messages).toEqual({ providers: {}, development: false });
});
