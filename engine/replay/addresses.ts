/** Names that hold secrets, and addresses without theirs, as they may be recorded. The first screen needs this much of the recorder. */
import { KEPT_PARAMETERS, SECRET_ENDING, SECRET_FIELDS } from './secret-names.ts';

/** Stands for a value that is not recorded. Absent, null and true/false stay: models ask whether there is a value. */
export const REDACTED = '[redacted]';

export const plainName = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');
const COMMON = new Set(SECRET_FIELDS.map(plainName));
const KEPT = new Set(KEPT_PARAMETERS);

/** Whether a field, or a parameter of an address, is a secret by its name in every model. */
export function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return COMMON.has(plain) || SECRET_ENDING.test(plain);
}

/** A parameter of an address. */
const PARAMETER = /([?&#])([\w-]+)=([^&#\s]*)/g;

/** A text whose parameters, if it is an address with some, say nothing secret: those that are not listed as harmless go, whatever they are called. */
export function withoutSecrets(text: string, isSecret: (name: string) => boolean = isSecretName): string {
  if (!text.includes('=') || !/[?&#]/.test(text)) return text;
  return text.replace(PARAMETER, (whole, mark: string, name: string) =>
    isSecret(name) || !KEPT.has(name) ? `${mark}${name}=${REDACTED}` : whole,
  );
}
