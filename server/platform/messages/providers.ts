/**
 * What takes messages out of the house: SMTP for e-mail, an HTTP call that a file describes for text messages. Without either nothing leaves,
 * and the development outbox shows what would have.
 */
import { readFileSync } from 'node:fs';
import type { RenderedMessage } from './templates.ts';

/** Sends one message. Rejects when it was not taken; the reason never holds the message. */
export type Channel = 'mobile' | 'email';

export interface MessageProvider {
  readonly name: string;
  send(to: string, message: RenderedMessage): Promise<void>;
  close?(): void;
}

export type MessageProviders = Partial<Readonly<Record<Channel, MessageProvider>>>;

const PATIENCE_MS = 15_000;
const MAIL = {
  connectionTimeout: PATIENCE_MS,
  greetingTimeout: PATIENCE_MS,
  socketTimeout: PATIENCE_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

/** `address`: smtp://user:password@host:port or smtps://…; `from`: the sender's address. */
export function smtpProvider(address: string, from: string): MessageProvider {
  // Loaded when it is used: most servers send no mail.
  const opening = import('nodemailer').then(({ createTransport }) => createTransport({ url: address, ...MAIL }, { from }));
  opening.catch(() => {});
  return {
    name: 'smtp',
    async send(to, { subject, text }) {
      const transport = await opening;
      const { rejected } = await transport.sendMail({ to, subject, text });
      if (rejected.length > 0) throw new Error('the mail server refused the recipient');
    },
    close: () => void opening.then((transport) => transport.close()).catch(() => {}),
  };
}

/** What CAIPU_SMS names: how a gateway wants to be asked. `{to}`, `{text}` and `{subject}` are replaced in `body` and `url`. */
export interface SmsTemplate {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** The body with placeholders. Values are escaped as JSON in a JSON body, and as form values in a form body. */
  readonly body?: string;
  /** A part of the answer that says that it was taken; without it every status 2xx does. */
  readonly accepted?: string;
}

export function smsProvider(template: SmsTemplate): MessageProvider {
  const json = /json/i.test(Object.entries(template.headers ?? {}).find(([name]) => /^content-type$/i.test(name))?.[1] ?? '');
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  return {
    name: 'sms',
    async send(to, { subject, text }) {
      const put = (pattern: string, escape: (text: string) => string) =>
        pattern.replace(/\{(to|text|subject)\}/g, (_, name: string) => escape({ to, text, subject }[name] as string));
      const response = await fetch(put(template.url, encodeURIComponent), {
        method: template.method ?? 'POST',
        headers: template.headers ?? {},
        ...(template.body === undefined ? {} : { body: put(template.body, json ? inJson : encodeURIComponent) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
        redirect: 'error',
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
      if (template.accepted !== undefined && !answer.includes(template.accepted)) throw new Error('the gateway did not accept the message');
    },
  };
}

/** Reads the file that CAIPU_SMS names. Throws with its fault. */
export function readSmsTemplate(file: string): SmsTemplate {
  let template: SmsTemplate;
  try {
    template = JSON.parse(readFileSync(file, 'utf8')) as SmsTemplate;
  } catch (error) {
    throw new Error(`CAIPU_SMS: ${file} cannot be read as JSON (${(error as Error).message}). Correct it or leave it out.`);
  }
  const whole = `${template.url}${template.body ?? ''}`;
  if (!/^https?:\/\//.test(String(template.url)) || !whole.includes('{to}') || !whole.includes('{text}'))
    throw new Error(`CAIPU_SMS: ${file} needs a "url" that begins with https:// and {to} and {text} in "url" or "body".`);
  return template;
}
