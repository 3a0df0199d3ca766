/** Names that hold secrets, and addresses without theirs, as they may be recorded. The first screen needs this much of the recorder. */
import { SECRET_ENDING, SECRET_FIELDS, SECRET_PARAMETERS } from './secret-names.ts';

/** Stands for a value that is not recorded. Absent, null and true/false stay: models ask whether there is a value. */
export const REDACTED = '[redacted]';

export const plainName = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');
const COMMON = new Set(SECRET_FIELDS.map(plainName));
const PARAMETERS = new Set(SECRET_PARAMETERS);

/** Whether a field, or a parameter of an address, is a secret by its name in every model. */
export function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return COMMON.has(plain) || SECRET_ENDING.test(plain);
}

/** A parameter of an address that is a secret by its name. */
const PARAMETER = /([?&#])([\w-]+)=([^&#\s]*)/g;

/** A text whose parameters, if it is an address with some, say nothing secret. */
export function withoutSecrets(text: string, isSecret: (name: string) => boolean = isSecretName): string {
  if (!text.includes('=') || !/[?&#]/.test(text)) return text;
  return text.replace(PARAMETER, (whole, mark: string, name: string) =>
    isSecret(name) || PARAMETERS.has(name) ? `${mark}${name}=${REDACTED}` : whole,
  );
}
