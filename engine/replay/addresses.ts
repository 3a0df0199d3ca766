/** Addresses without what must not be recorded. The first screen needs this much of the recorder, for the addresses that it keeps. */

/** Stands for a value that is not recorded. Absent, null and true/false stay: models ask whether there is a value. */
export const REDACTED = '[redacted]';

/**
 * Parameters of addresses that are recorded: which page, list, game, order or part of one was open. Any other is redacted, so that an address
 * that somebody gives a new parameter tells nobody what is in it.
 */
export const RECORDED_PARAMETERS: readonly string[] =
  'id orderId chaseId card code cup game gameCode issue play playCode kind list menu page parent path purse scope shelf status tab title type view'.split(
    ' ',
  );

const KEPT = new Set(RECORDED_PARAMETERS);

/** A parameter of an address, whatever it is called, or what stands there without a name. */
const PARAMETER = /([?&#])([^&#=]*)(=?)([^&#]*)/g;
/** One of an address that stands somewhere in a text, where a question mark alone is none. */
const IN_TEXT = /([?&#])([^\s?&#=]+)(=)([^\s&#]*)/g;

/** What cannot be decoded is as what is encoded twice. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '%';
  }
}

/** A text whose parameters, if it is an address with some, say nothing secret: those that are not listed as harmless go, and values that lead elsewhere. */
export function withoutSecrets(text: string, isSecret?: (name: string) => boolean): string {
  if (!/[?&#]/.test(text)) return text;
  return text.replace(/^([/?]|[a-z][\w+.-]*:\/\/)/i.test(text) ? PARAMETER : IN_TEXT, (whole, mark, name, is, value) => {
    const plain = decoded(name);
    return !(name || is) || (KEPT.has(plain) && !isSecret?.(plain) && !/[?&#=%]|\/\//.test(decoded(value)))
      ? whole
      : mark + (is && name + is) + REDACTED;
  });
}
