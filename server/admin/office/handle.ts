/** Registers the calls of protocol/desk: fields read and typed by their definition, the right checked by the guard, answers checked against the table of calls. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asCall, type DeskAnswer, type DeskDefinition, type DeskFields } from '../../../protocol/desk/define.ts';
import { DESK_TABLE } from '../../../protocol/desk/table.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { type AuditEntry, answerCheck, fieldReader, refuseField, send, TooManyRequests, refuseTooMany } from '../../platform/index.ts';
import type { Operator } from '../sessions.ts';

export interface DeskRequest<D extends DeskDefinition> {
  readonly fields: DeskFields<D>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Undefined for a call that needs no login. */
  readonly operator: D extends { readonly open: true } ? undefined : Operator;
  /** Writes into the audit list what was looked at: a GET has no other way to write. */
  readonly record: (act: AuditEntry) => Promise<void>;
}

/** A request for any handler of the desk. */
type ServedDeskRequest = Omit<DeskRequest<DeskDefinition>, 'fields' | 'operator'> & {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly operator: Operator | undefined;
};

export interface HandledDeskCall {
  readonly definition: DeskDefinition;
  readonly work: (request: never) => Promise<Envelope<unknown>>;
}

/** Says what answers a call of the desk. */
export const handleDeskCall = <D extends DeskDefinition>(
  definition: D,
  work: (request: DeskRequest<D>) => Promise<Envelope<DeskAnswer<D> | null>>,
): HandledDeskCall => ({ definition, work });

/** Bytes: a description of the largest size that the loader reads, with its line ends escaped in JSON. */
const LARGE = 1_500_000;

/** Texts of a JSON body; undefined: it is none. */
function textsOf(body: unknown): URLSearchParams | undefined {
  if (body === undefined || body === null) return new URLSearchParams();
  if (typeof body !== 'object' || Array.isArray(body)) return undefined;
  const entries = Object.entries(body);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string') ? new URLSearchParams(entries) : undefined;
}

/** Throws when a call of the table has no handler or a handler's call is not in the table. */
export function registerOffice(
  calls: FastifyInstance,
  handled: readonly HandledDeskCall[],
  {
    record,
    onWrongAnswer,
  }: {
    readonly record: (request: FastifyRequest, act: AuditEntry) => Promise<void>;
    readonly onWrongAnswer: ((fault: string) => void) | undefined;
  },
): void {
  const missing = new Set<DeskDefinition>(DESK_TABLE);
  for (const { definition, work } of handled) {
    const title = `call ${definition.method} ${definition.path} of the desk`;
    if (!missing.delete(definition)) throw new Error(`${title} has two handlers, or is not in the table`);
    const read = fieldReader(asCall(definition));
    const check = onWrongAnswer === undefined ? undefined : answerCheck(asCall(definition));
    calls.route({
      method: definition.method,
      url: definition.path,
      config: { desk: definition },
      ...(definition.large === true && { bodyLimit: LARGE }),
      async handler(request, reply) {
        const query = new URLSearchParams(request.url.split('?')[1] ?? '');
        const body = definition.method === 'GET' ? new URLSearchParams() : textsOf(request.body);
        if (body === undefined) return send(reply, refuseField('', '内容须为 JSON 对象，每项为文字'));
        const fields = read(query, body);
        if (!fields.ok) return send(reply, refuseField(fields.field, fields.msg));
        const served: ServedDeskRequest = {
          fields: fields.values,
          request,
          reply,
          operator: request.operator,
          record: (act) => record(request, act),
        };
        const answer = await work(served as never).catch((error: unknown) => {
          if (error instanceof TooManyRequests) return refuseTooMany(reply, error.waitMs, error.message);
          throw error;
        });
        const fault = answer.status === STATUS.invalid ? undefined : check?.(answer);
        if (fault !== undefined) {
          onWrongAnswer?.(fault);
          throw new Error(fault);
        }
        return send(reply, answer);
      },
    });
  }
  const [left] = missing;
  if (left !== undefined) throw new Error(`call ${left.method} ${left.path} of the desk has no handler; give it one with onDesk()`);
}

/** A keyset cursor of whole numbers, "12" or "1795300000000-12"; undefined: none, or not one of ours. */
export function cursorOf(text: string | undefined, parts: number): readonly number[] | undefined {
  const numbers = text?.split('-').map(Number) ?? [];
  return text !== undefined && /^\d{1,16}(-\d{1,16})*$/.test(text) && numbers.length === parts ? numbers : undefined;
}

/** The rows of a page out of those that were read, one more than a page has, and the cursor after it. */
export function pageOf<R>(
  rows: readonly R[],
  size: number,
  cursor: (row: R) => string,
): { readonly shown: readonly R[]; readonly next: string | null } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, next: rows.length > size && last !== undefined ? cursor(last) : null };
}
