/**
 * Hosts of games, customer service and activities: server configuration. A launch address is a template with {gamecode}, {company},
 * {demo}, the origin of the demonstration pages, and {session}, the company's token for the player; it has no other data of the player.
 */
import { readFileSync } from 'node:fs';
import described from './providers.json' with { type: 'json' };

export interface ProviderGame {
  readonly code: string;
  readonly name: string;
  readonly note?: string;
  /** "2": opens on the frame page that minds how the phone is held. */
  readonly page?: '1' | '2';
}

/** The stand-in that this server keeps itself. */
export interface DemoWallet {
  readonly kind: 'demo';
  /** Real ms until it answers. */
  readonly answerMs?: number;
  /** One of this number of answers to transfers is lost, so that the server has to query the outcome. */
  readonly loses?: number;
}

/** Another company's server, asked by signed messages (docs/providers.md). */
export interface HttpWallet {
  readonly kind: 'http';
  readonly address: string;
  readonly secret: string;
}

export interface GameProvider {
  readonly company: string;
  readonly name: string;
  readonly launchUrl: string;
  readonly games: readonly ProviderGame[];
  /** It keeps money of players: it stands in the transfer centre. */
  readonly wallet?: DemoWallet | HttpWallet;
}

/** The companies of games that a server has unless CAIPU_PROVIDERS names a file of others. */
export const PROVIDERS = described as readonly GameProvider[];

/** Where outside pages are, as the environment says. */
export interface OutsideOptions {
  readonly providers: readonly GameProvider[];
  /** Port of the demonstration pages; undefined when they are off. */
  readonly demoPort?: number | undefined;
  /** Their origin, when it is not the page's host with that port. */
  readonly demoOrigin?: string | undefined;
  /** The app's own public origin, as players reach it. */
  readonly origin?: string | undefined;
  /** Address of customer service; {demo} is known here too, and {mid}, {page} and {client} are what the phone says of player, page and itself. */
  readonly kefuUrl?: string | undefined;
}

/** Reads a providers file. @throws with what to do when it is not one. */
export function readProviders(file: string): readonly GameProvider[] {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}. CAIPU_PROVIDERS names a JSON file with a list of providers.`);
  }
  if (Array.isArray(read) && read.every(isProvider)) return read;
  throw new Error(
    `${file}: a provider is {"company", "name", "launchUrl", "games": [{"code", "name"}]}, and may have a "wallet" (docs/providers.md). Correct the file that CAIPU_PROVIDERS names.`,
  );
}

/** Such as `{"kind": "demo", "answerMs": 200, "loses": 2}` or `{"kind": "http", "address": "https://…", "secret": "…"}`. */
function isWallet(wallet: unknown): boolean {
  if (wallet === undefined) return true;
  if (typeof wallet !== 'object' || wallet === null) return false;
  const { kind, ...rest } = wallet as Record<string, unknown>;
  if (kind === 'http') {
    const { address, secret, ...more } = rest;
    const addressed = typeof address === 'string' && /^https?:\/\/[^\s?#]+$/.test(address);
    return addressed && typeof secret === 'string' && secret.length >= 32 && Object.keys(more).length === 0;
  }
  const { answerMs = 0, loses = 0, ...more } = rest;
  const whole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 60_000;
  return kind === 'demo' && whole(answerMs) && whole(loses) && Object.keys(more).length === 0;
}

const CODE = /^[A-Za-z0-9_-]{1,64}$/;

function isProvider(value: unknown): value is GameProvider {
  if (typeof value !== 'object' || value === null) return false;
  const { company, name, launchUrl, games, wallet } = value as Record<string, unknown>;
  const coded = (code: unknown): boolean => typeof code === 'string' && CODE.test(code);
  return (
    coded(company) &&
    isWallet(wallet) &&
    typeof name === 'string' &&
    typeof launchUrl === 'string' &&
    /^(https?:\/\/|\{demo\}\/)/.test(launchUrl) &&
    Array.isArray(games) &&
    games.every(
      (game: unknown) =>
        typeof game === 'object' && game !== null && coded((game as ProviderGame).code) && typeof (game as ProviderGame).name === 'string',
    )
  );
}

/**
 * Origin of the demonstration pages; undefined when they are off. Without an origin of their own they are on the host of the app's
 * (CAIPU_ORIGIN), else at the address that this connection came to. The Host header is whatever the caller wrote, and goes into no address.
 */
export function demoOriginFor({ demoOrigin, demoPort, origin }: OutsideOptions, localAddress: string | undefined): string | undefined {
  if (demoOrigin) return demoOrigin;
  if (demoPort === undefined) return undefined;
  const address = (localAddress ?? '127.0.0.1').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const host = origin === undefined ? (address.includes(':') ? `[${address}]` : address) : new URL(origin).hostname;
  return `http://${host}:${demoPort}`;
}

/** Fills a template; undefined when it needs the demonstration pages and they are off. */
export function fillAddress(template: string, demo: string | undefined, values: Readonly<Record<string, string>> = {}): string | undefined {
  if (template.includes('{demo}') && demo === undefined) return undefined;
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'demo' ? (demo as string) : encodeURIComponent(Object.hasOwn(values, name) ? (values[name] as string) : ''),
  );
}
