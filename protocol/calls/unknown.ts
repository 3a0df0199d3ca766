/** For development: the fault of a call that is about to be sent. Kept apart, so that the list of all calls stays out of the phone's bundle. */
import { shortPath } from './facts.ts';
import { METHODS } from './generated/facts.ts';

/** A sentence for the author of the request; undefined when there is such a call. */
export function unknownCallMessage(method: string, path: string): string | undefined {
  const short = shortPath(path);
  const known = Object.hasOwn(METHODS, short) ? METHODS[short] : undefined;
  if (known === undefined) return `${method} ${path} is not in the table of calls (protocol/calls/); correct the path or declare the call`;
  if (known !== method) return `${path} is a ${known} and was sent as a ${method}`;
  return undefined;
}
