/** The environment, read once: names and meanings are the project's stable interface. Throws with what to do about a wrong value. */
import { resolve } from 'node:path';
import { Environment } from './environment.ts';
import { readProviders, readRechargeRules, type RechargeOptions } from './payments/index.ts';
import type { ServerOptions } from './server-options.ts';
import { HISTORY } from './lottery/index.ts';
import {
  type Format,
  FORMATS,
  type Level,
  LEVELS,
  type MessagesOptions,
  parseKeys,
  readSmsTemplate,
  smsProvider,
  smtpProvider,
  KEYS_VARIABLE,
  type EncryptionKey,
} from './platform/index.ts';
import { signingKeysOf, type PushOptions } from './inbox/index.ts';

export interface ProcessOptions extends ServerOptions {
  readonly host: string;
  readonly port: number;
  /** Port of the demonstration pages; undefined for none. */
  readonly demoPort: number | undefined;
  /** The port was asked for by name: then it being taken is an error. */
  readonly demoPortAsked: boolean;
  /** Folder of the demonstration pages. */
  readonly demoDir: string;
  /** How the log is written, and what of it. */
  readonly logFormat: Format;
  readonly logLevel: Level;
  /** Real ms between the signal to stop and the end, in which load balancers see that this process is not ready. */
  readonly drainMs: number;
  /** Hold every answer against the table of calls; for tests and development. */
  readonly checkAnswers: boolean;
}

export function readOptions(values: Readonly<Record<string, string | undefined>>): ProcessOptions {
  const env = new Environment(values);
  const clockSpeed = simulatedSpeed(env);
  const port = env.integer('PORT', 8080, 0, 65_535);
  const demoPort = demoPortOf(env, port);
  const role = env.oneOf('CAIPU_ROLE', ['all', 'web', 'draw'], 'all');
  return {
    host: env.text('HOST') ?? '127.0.0.1',
    port,
    demoPort: demoPort === 0 ? undefined : demoPort,
    demoPortAsked: env.text('CAIPU_DEMO_PORT') !== undefined,
    demoDir: resolve('server/demo/games'),
    logFormat: env.oneOf('CAIPU_LOG', FORMATS, 'text'),
    logLevel: env.oneOf('CAIPU_LOG_LEVEL', LEVELS, 'info'),
    drainMs: env.integer('CAIPU_DRAIN_SECONDS', 0, 0, 300) * 1000,
    metricsToken: metricsTokenOf(env),
    checkAnswers: env.isOn('CAIPU_CHECK_ANSWERS'),
    dataDir: resolve(env.text('CAIPU_DATA') ?? '.data'),
    databaseUrl: env.text('DATABASE_URL'),
    poolSize: env.integer('CAIPU_POOL', 8, 1, 200),
    replaceRoutinesNumber: env.text('CAIPU_PROGRAM_OVER') === undefined ? undefined : env.integer('CAIPU_PROGRAM_OVER', 0, 1, 1_000_000),
    encryptionKeys: encryptionKeysOf(env),
    messages: messagesOf(env),
    push: pushOf(env),
    gamesDir: resolve(env.text('CAIPU_GAMES') ?? 'games'),
    appDir: resolve(env.text('CAIPU_DESCRIPTIONS') ?? 'app/descriptions'),
    brand: env.text('CAIPU_BRAND'),
    webDir: resolve(env.text('CAIPU_WEB') ?? 'dist/app'),
    operatorPassword: operatorPasswordOf(env),
    operatorTwoStep: env.isOn('CAIPU_OPERATOR_TWO_STEP'),
    officeDir: resolve(env.text('CAIPU_OFFICE') ?? 'dist/office'),
    workbenchDir: resolve(env.text('CAIPU_WORKBENCH') ?? 'dist/workbench'),
    clockSpeed,
    role,
    limits: limitsOf(env),
    trustedProxies: env.networks('CAIPU_TRUSTED_PROXIES'),
    history: env.integer('CAIPU_DEMO_DRAWS', HISTORY, 0, HISTORY),
    life: lifeOf(env, { role, port, simulated: clockSpeed !== undefined }),
    // A server on any free port is one of a test, and makes pools when asked to.
    cards: env.oneOf('CAIPU_CARDS', ['on', 'off'] as const, port === 0 ? 'off' : 'on') === 'on',
    feed: env.oneOf('CAIPU_FEED', ['demo', 'none'] as const, 'demo'),
    maintenance: env.text('CAIPU_MAINTENANCE'),
    formOrigins: env.origins('CAIPU_FORM_ORIGINS'),
    recharge: rechargeOf(env),
    outside: outsideOf(env),
  };
}

function simulatedSpeed(env: Environment): number | undefined {
  if (env.text('CAIPU_CLOCK') === undefined) return undefined;
  if (env.isProduction)
    throw new Error('CAIPU_CLOCK is for tests and demonstrations and is refused when NODE_ENV is production. Leave one of them out.');
  return env.integer('CAIPU_CLOCK', 1, 1, 100_000);
}

/** 0: no demonstration pages. */
function demoPortOf(env: Environment, port: number): number {
  // A server on any free port (tests) has no neighbour to name, and one that only draws shows nothing.
  const none = port === 0 || port === 65_535 || env.text('CAIPU_ROLE') === 'draw';
  return env.integer('CAIPU_DEMO_PORT', none ? 0 : port + 1, 0, 65_535);
}

function metricsTokenOf(env: Environment): string | undefined {
  const token = env.text('CAIPU_METRICS_TOKEN');
  if (token !== undefined && token.length < 16) {
    throw new Error(
      'CAIPU_METRICS_TOKEN has fewer than 16 characters. Choose a longer one, or leave it out: then this machine alone reads /metrics.',
    );
  }
  return token;
}

function operatorPasswordOf(env: Environment): string | undefined {
  const password = env.text('CAIPU_OPERATOR_PASSWORD');
  if (password !== undefined && password.length < 8) {
    throw new Error('CAIPU_OPERATOR_PASSWORD has fewer than 8 characters. Choose a longer one, or leave it out for no back office.');
  }
  return password;
}

/** How many times the limits of the table of calls hold. */
function limitsOf(env: Environment): number {
  const text = env.text('CAIPU_LIMITS');
  if (text === undefined) return 1;
  if (text === 'off') return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (!(value > 0 && value <= 1_000_000))
    throw new Error(`CAIPU_LIMITS=${text} is neither a number above 0 nor off. Correct it or leave it out.`);
  return value;
}

function encryptionKeysOf(env: Environment): readonly EncryptionKey[] | undefined {
  const text = env.text(KEYS_VARIABLE);
  if (text !== undefined) return parseKeys(text);
  if (env.text('DATABASE_URL') !== undefined && env.isProduction)
    throw new Error(
      `${KEYS_VARIABLE} is missing: players’ phone numbers, identities and card numbers are encrypted under it, and it must not lie in the database. ` +
        'Make one with: openssl rand -hex 32. Give all server processes the same, and keep it apart from backups of the database.',
    );
  return undefined;
}

function messagesOf(env: Environment): MessagesOptions {
  const smtp = env.text('CAIPU_SMTP');
  if (smtp !== undefined && !(URL.canParse(smtp) && /^smtps?:$/.test(new URL(smtp).protocol)))
    throw new Error('CAIPU_SMTP is not an address such as smtps://user:password@mail.example:465. Correct it or leave it out.');
  const from = env.text('CAIPU_SMTP_FROM');
  if (smtp !== undefined && !/@/.test(from ?? ''))
    throw new Error('CAIPU_SMTP_FROM is missing: the address that mail comes from, such as "彩谱 <no-reply@play.example>".');
  const sms = env.text('CAIPU_SMS');
  return {
    providers: {
      ...(smtp === undefined ? {} : { email: smtpProvider(smtp, from as string) }),
      ...(sms === undefined ? {} : { mobile: smsProvider(readSmsTemplate(resolve(sms))) }),
    },
    // A reader of the outbox would have the codes of all players.
    development: !env.isProduction,
  };
}

function pushOf(env: Environment): PushOptions {
  const key = env.text('CAIPU_PUSH_KEY');
  if (key !== undefined) signingKeysOf(key);
  const contact = env.text('CAIPU_PUSH_CONTACT');
  if (contact !== undefined && !/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(contact))
    throw new Error(`CAIPU_PUSH_CONTACT=${contact} is neither a mailto: nor an https: address. Correct it or leave it out.`);
  const hosts = env.list('CAIPU_PUSH_HOSTS');
  for (const host of hosts) {
    const loopback = /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(host) && !env.isProduction;
    if (!loopback && !/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))
      throw new Error(`CAIPU_PUSH_HOSTS: ${host} is not a host such as push.example or *.push.example. Correct it or leave it out.`);
  }
  return { key, contact, hosts };
}

function rechargeOf(env: Environment): RechargeOptions {
  const secret = env.text('CAIPU_RECHARGE_SECRET');
  if (secret !== undefined && secret.length < 32) {
    throw new Error('CAIPU_RECHARGE_SECRET has fewer than 32 characters. Choose a longer one together with the provider.');
  }
  const file = env.text('CAIPU_RECHARGE');
  const rules = file === undefined ? undefined : readRechargeRules(resolve(file));
  if (rules !== undefined && !rules.url.startsWith('{demo}/') && secret === undefined) {
    throw new Error(
      'CAIPU_RECHARGE names a provider, and CAIPU_RECHARGE_SECRET is missing: without it nobody could say that something was paid.',
    );
  }
  return { rules, secret };
}

function outsideOf(env: Environment): ProcessOptions['outside'] {
  const providers = env.text('CAIPU_PROVIDERS');
  return {
    origin: env.origins('CAIPU_ORIGIN')[0],
    demoOrigin: env.address('CAIPU_DEMO_ORIGIN')?.replace(/\/+$/, ''),
    kefuUrl: env.address('CAIPU_KEFU_URL'),
    ...(providers === undefined ? {} : { providers: readProviders(resolve(providers)) }),
  };
}

/** Whether demonstration players live here. On any free port (a test) and on a simulated clock they live only when asked for. */
function lifeOf(env: Environment, { role, port, simulated }: { role: string; port: number; simulated: boolean }): boolean {
  const embedded = env.text('DATABASE_URL') === undefined && role === 'all';
  const wanted = env.oneOf('CAIPU_DEMO_LIFE', ['on', 'off'] as const, embedded && !simulated && port !== 0 ? 'on' : 'off');
  if (wanted === 'on' && !embedded)
    throw new Error(
      'CAIPU_DEMO_LIFE=on is for the embedded database and one process: demonstration players have no place among others. Leave it out.',
    );
  return wanted === 'on';
}
