/**
 * The log. Every part of the server says a line, with fields about it where there are any. On a terminal it is read as it was said; as
 * JSON (CAIPU_LOG=json) each line is an object with time, level, msg and the fields. Secrets are taken out of both: parts that log take
 * care not to say any, and what slips into an error's text is masked here.
 */
import pino from 'pino';

export const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];
export const FORMATS = ['text', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** Fields of a line; without a level it is information. */
export interface LogFields {
  readonly level?: Level;
  /** Id of the request that it is about, as its answer carries it in x-request-id. */
  readonly requestId?: string;
  readonly [field: string]: unknown;
}

export type Log = (line: string, about?: LogFields) => void;

export interface LogOptions {
  readonly format: Format;
  /** Lines below it are not written. */
  readonly level: Level;
  readonly write: (text: string) => void;
}

/** Names of fields: token, signature, passwords, codes, and what tells who somebody is. */
const SECRET = 'tk|s|token|\\w*password|\\w*pwd|passwd|code|oldCode|cardNo|idNo|idLast4|realName|mobile|email|to';

const MASKS: readonly (readonly [RegExp, string])[] = [
  // Query and form fields.
  [new RegExp(`\\b((?:${SECRET})=)[^&\\s"']+`, 'gi'), '$1***'],
  [new RegExp(`("(?:${SECRET})"\\s*:\\s*")[^"]*`, 'gi'), '$1***'],
  // The password in an address such as DATABASE_URL.
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^:@\s/]*):[^@\s/]+@/gi, '$1:***@'],
  [/\b(Bearer|Basic) [\w+/=.~-]+/gi, '$1 ***'],
  // 256 bits in base64url: every token that this server hands out.
  [/(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])/g, '***'],
];

/** The text without what looks like a secret. */
export function maskSecrets(text: string): string {
  return MASKS.reduce((now, [pattern, mask]) => now.replace(pattern, mask), text);
}

export function createLog({ format, level, write }: LogOptions): Log {
  if (format === 'json') {
    const json = pino(
      { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
      { write: (text) => write(maskSecrets(text)) },
    );
    return (line, { level: of = 'info', ...fields } = {}) => json[of](fields, line);
  }
  const lowest = LEVELS.indexOf(level);
  return (line, { level: of = 'info', requestId } = {}) => {
    if (LEVELS.indexOf(of) >= lowest) write(`${maskSecrets(line)}${requestId === undefined ? '' : `  [request ${requestId}]`}\n`);
  };
}
