/** The environment, read once: names and meanings are the project's stable interface. Throws with what to do about a wrong value. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readRechargeRules } from './money/recharge/rules.ts';
import { readProviders } from './outside/providers.ts';
import type { ServerOptions } from './server-options.ts';
import { HISTORY } from './draws/history.ts';
import type { MessagesOptions } from './messages/outbox.ts';
import { readSmsTemplate, smsProvider, smtpProvider } from './messages/providers.ts';
import { keysOf } from './push/encrypt.ts';
import type { PushOptions } from './push/push.ts';
import { parseKeys, VAULT_KEYS, type VaultKey } from './vault/keys.ts';
import { FORMATS, type Format, LEVELS, type Level } from './watch/log.ts';

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
  /** Real ms between being told to end and ending, in which balancers see that this process is not ready. */
  readonly drainMs: number;
  /** Hold every answer against the table of calls; for tests and development. */
  readonly checkAnswers: boolean;
}

export function readOptions(env: Readonly<Record<string, string | undefined>>): ProcessOptions {
  function integer(name: string, fallback: number, from: number, to: number): number {
    const text = env[name];
    if (text === undefined || text === '') return fallback;
    const value = Number(text);
    if (!Number.isInteger(value) || value < from || value > to) {
      throw new Error(`${name}=${text} is not a whole number from ${from} to ${to}. Correct it or leave it out.`);
    }
    return value;
  }

  function oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const text = env[name] || fallback;
    const value = values.find((known) => known === text);
    if (value === undefined) throw new Error(`${name}=${text} is not one of ${values.join(', ')}. Correct it or leave it out.`);
    return value;
  }

  function address(name: string): string | undefined {
    const text = env[name];
    if (!text) return undefined;
    if (!/^https?:\/\/\S+$/.test(text)) throw new Error(`${name}=${text} is not an http or https address. Correct it or leave it out.`);
    return text;
  }

  function origins(name: string): string[] {
    return (env[name] ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((text) => {
        const { origin, protocol } = URL.canParse(text) ? new URL(text) : { origin: '', protocol: '' };
        // What goes into the policy is an origin and nothing else.
        if (protocol !== 'http:' && protocol !== 'https:') {
          throw new Error(`${name}: ${text} is not an http or https origin, such as https://pay.example. Correct it or leave it out.`);
        }
        return origin;
      });
  }

  /** How many times the limits of the table of calls hold. CAIPU_LOGINS_PER_MINUTE is the older name of it, of which 20 was once. */
  function limits(): number {
    const text = env.CAIPU_LIMITS;
    if (text === undefined || text === '') return integer('CAIPU_LOGINS_PER_MINUTE', 20, 1, 1_000_000) / 20;
    if (text === 'off') return Number.POSITIVE_INFINITY;
    const value = Number(text);
    if (!(value > 0 && value <= 1_000_000))
      throw new Error(`CAIPU_LIMITS=${text} is neither a number above 0 nor off. Correct it or leave it out.`);
    return value;
  }

  /** Addresses and networks, as 10.0.0.7 or 10.0.0.0/8. */
  function proxies(name: string): string[] {
    const list = (env[name] ?? '').split(/[\s,]+/).filter(Boolean);
    for (const each of list) {
      const [address = '', length] = each.split('/');
      const bits = isIP(address) === 4 ? 32 : 128;
      if (isIP(address) === 0 || (length !== undefined && !(/^\d{1,3}$/.test(length) && Number(length) <= bits)))
        throw new Error(`${name}: ${each} is not an address or network, such as 10.0.0.7 or 10.0.0.0/8. Correct it or leave it out.`);
    }
    return list;
  }

  function vaultKeys(): readonly VaultKey[] | undefined {
    const text = env[VAULT_KEYS];
    if (text !== undefined && text !== '') return parseKeys(text);
    if (env.DATABASE_URL && env.NODE_ENV === 'production')
      throw new Error(
        `${VAULT_KEYS} is missing: players’ phone numbers, identities and card numbers are encrypted under it, and it must not lie in the database. ` +
          'Make one with: openssl rand -hex 32. Give all server processes the same, and keep it apart from backups of the database.',
      );
    return undefined;
  }

  function messages(): MessagesOptions {
    const smtp = env.CAIPU_SMTP || undefined;
    if (smtp !== undefined && !(URL.canParse(smtp) && /^smtps?:$/.test(new URL(smtp).protocol)))
      throw new Error('CAIPU_SMTP is not an address such as smtps://user:password@mail.example:465. Correct it or leave it out.');
    const from = env.CAIPU_SMTP_FROM || undefined;
    if (smtp !== undefined && !/@/.test(from ?? ''))
      throw new Error('CAIPU_SMTP_FROM is missing: the address that mail comes from, such as "彩谱 <no-reply@play.example>".');
    return {
      providers: {
        ...(smtp === undefined ? {} : { email: smtpProvider(smtp, from as string) }),
        ...(env.CAIPU_SMS ? { mobile: smsProvider(readSmsTemplate(resolve(env.CAIPU_SMS))) } : {}),
      },
      // Whoever reads it would have everybody's codes.
      development: env.NODE_ENV !== 'production',
    };
  }

  function push(): PushOptions {
    const key = env.CAIPU_PUSH_KEY || undefined;
    if (key !== undefined) keysOf(key);
    const contact = env.CAIPU_PUSH_CONTACT || undefined;
    if (contact !== undefined && !/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(contact))
      throw new Error(`CAIPU_PUSH_CONTACT=${contact} is neither a mailto: nor an https: address. Correct it or leave it out.`);
    const hosts = (env.CAIPU_PUSH_HOSTS ?? '').split(/[\s,]+/).filter(Boolean);
    for (const host of hosts) {
      const loopback = /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(host) && env.NODE_ENV !== 'production';
      if (!loopback && !/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))
        throw new Error(`CAIPU_PUSH_HOSTS: ${host} is not a host such as push.example or *.push.example. Correct it or leave it out.`);
    }
    return { key, contact, hosts };
  }

  /** A server on any free port is one of a test, and a clock that runs faster than life is one too; there they live only when asked for. */
  function life(): boolean {
    const embedded = !env.DATABASE_URL && role === 'all';
    const wanted = oneOf('CAIPU_DEMO_LIFE', ['on', 'off'] as const, embedded && !simulated && port !== 0 ? 'on' : 'off');
    if (wanted === 'on' && !embedded)
      throw new Error(
        'CAIPU_DEMO_LIFE=on is for the embedded database and one process: demonstration players have no place among others. Leave it out.',
      );
    return wanted === 'on';
  }

  const simulated = env.CAIPU_CLOCK !== undefined && env.CAIPU_CLOCK !== '';
  if (simulated && env.NODE_ENV === 'production') {
    throw new Error('CAIPU_CLOCK is for tests and demonstrations and is refused when NODE_ENV is production. Leave one of them out.');
  }
  const port = integer('PORT', 8080, 0, 65_535);
  // A server on any free port (tests) has no neighbour to name, and one that only draws shows nothing.
  const demoPort = integer('CAIPU_DEMO_PORT', port === 0 || port === 65_535 || env.CAIPU_ROLE === 'draw' ? 0 : port + 1, 0, 65_535);
  const role = oneOf('CAIPU_ROLE', ['all', 'web', 'draw'], 'all');
  const metricsToken = env.CAIPU_METRICS_TOKEN || undefined;
  if (metricsToken !== undefined && metricsToken.length < 16) {
    throw new Error(
      'CAIPU_METRICS_TOKEN has fewer than 16 characters. Choose a longer one, or leave it out: then this machine alone reads /metrics.',
    );
  }
  const rechargeSecret = env.CAIPU_RECHARGE_SECRET || undefined;
  if (rechargeSecret !== undefined && rechargeSecret.length < 32) {
    throw new Error('CAIPU_RECHARGE_SECRET has fewer than 32 characters. Choose a longer one together with the provider.');
  }
  const rechargeRules = env.CAIPU_RECHARGE ? readRechargeRules(resolve(env.CAIPU_RECHARGE)) : undefined;
  if (rechargeRules !== undefined && !rechargeRules.url.startsWith('{demo}/') && rechargeSecret === undefined) {
    throw new Error(
      'CAIPU_RECHARGE names a provider, and CAIPU_RECHARGE_SECRET is missing: without it nobody could say that something was paid.',
    );
  }
  const operatorPassword = env.CAIPU_OPERATOR_PASSWORD || undefined;
  if (operatorPassword !== undefined && operatorPassword.length < 8) {
    throw new Error('CAIPU_OPERATOR_PASSWORD has fewer than 8 characters. Choose a longer one, or leave it out for no workshop.');
  }
  return {
    host: env.HOST || '127.0.0.1',
    port,
    demoPort: demoPort === 0 ? undefined : demoPort,
    demoPortAsked: Boolean(env.CAIPU_DEMO_PORT),
    demoDir: resolve('server/demo-games'),
    logFormat: oneOf('CAIPU_LOG', FORMATS, 'text'),
    logLevel: oneOf('CAIPU_LOG_LEVEL', LEVELS, 'info'),
    drainMs: integer('CAIPU_DRAIN_SECONDS', 0, 0, 300) * 1000,
    metricsToken,
    checkAnswers: env.CAIPU_CHECK_ANSWERS === '1',
    dataDir: resolve(env.CAIPU_DATA || '.data'),
    databaseUrl: env.DATABASE_URL || undefined,
    poolSize: integer('CAIPU_POOL', 8, 1, 200),
    programOver: env.CAIPU_PROGRAM_OVER ? integer('CAIPU_PROGRAM_OVER', 0, 1, 1_000_000) : undefined,
    vaultKeys: vaultKeys(),
    messages: messages(),
    push: push(),
    gamesDir: resolve(env.CAIPU_GAMES || 'games'),
    appDir: resolve(env.CAIPU_DESCRIPTIONS || 'app/descriptions'),
    brand: env.CAIPU_BRAND || undefined,
    webDir: resolve(env.CAIPU_WEB || 'dist/app'),
    operatorPassword,
    operatorTwoStep: env.CAIPU_OPERATOR_TWO_STEP === '1',
    workshopDir: resolve(env.CAIPU_WORKSHOP || 'dist/workshop'),
    workbenchDir: resolve(env.CAIPU_WORKBENCH || 'dist/workbench'),
    clockSpeed: simulated ? integer('CAIPU_CLOCK', 1, 1, 100_000) : undefined,
    role,
    limits: limits(),
    trustedProxies: proxies('CAIPU_TRUSTED_PROXIES'),
    history: integer('CAIPU_DEMO_DRAWS', HISTORY, 0, HISTORY),
    life: life(),
    // A server on any free port is one of a test, and makes pools when asked to.
    cards: oneOf('CAIPU_CARDS', ['on', 'off'] as const, port === 0 ? 'off' : 'on') === 'on',
    feed: oneOf('CAIPU_FEED', ['demo', 'none'] as const, 'demo'),
    maintenance: env.CAIPU_MAINTENANCE || undefined,
    formOrigins: origins('CAIPU_FORM_ORIGINS'),
    recharge: { rules: rechargeRules, secret: rechargeSecret },
    outside: {
      origin: origins('CAIPU_ORIGIN')[0],
      demoOrigin: address('CAIPU_DEMO_ORIGIN')?.replace(/\/+$/, ''),
      kefuUrl: address('CAIPU_KEFU_URL'),
      ...(env.CAIPU_PROVIDERS ? { providers: readProviders(resolve(env.CAIPU_PROVIDERS)) } : {}),
    },
  };
}
