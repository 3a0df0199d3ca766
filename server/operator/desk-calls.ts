/** The calls of one desk: list, read, publish, versions. Below /operator/api/{name}. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { STATUS } from '../../protocol/status.ts';
import type { Act } from '../audit/audit.ts';
import { ok, refuse, send } from '../web/call.ts';
import { type Desk, type Running, stampOf } from './desk.ts';
import { actorOf, operatorOf } from './guard.ts';

export interface DeskCallOptions<R extends Running> {
  readonly name: string;
  readonly desk: Desk<R>;
  /** What the list answers. */
  readonly list: () => Promise<unknown>;
  /** The message for a file that is not there. */
  readonly missing: string;
  /** What has become of a file so far; undefined for one that is not in force. */
  readonly figures?: (code: string) => Promise<Readonly<Record<string, number>> | undefined>;
  readonly log: (line: string) => void;
  /** Writes into the audit list what the operator of the request did. */
  readonly record: (request: FastifyRequest, act: Act) => Promise<void>;
}

/** A description of the largest size that the loader reads, with its line ends escaped in JSON. */
export const BODY_LIMIT = 1_500_000;

export const CODE = { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$' } as const;
const PARAMS = { type: 'object', properties: { code: CODE, id: { type: 'string', maxLength: 64 } } } as const;
const PUBLICATION = {
  type: 'object',
  required: ['text', 'stamp'],
  properties: { text: { type: 'string' }, stamp: { type: 'string', maxLength: 16 }, accepted: { type: 'boolean' } },
} as const;

export function registerDesk<R extends Running>(
  calls: FastifyInstance,
  { name, desk, list, missing, figures, log, record }: DeskCallOptions<R>,
): void {
  const base = `/operator/api/${name}`;
  const schema = { params: PARAMS };
  const notFound = refuse(STATUS.notFound, missing);

  calls.get(base, async (_request, reply) => send(reply, ok(await list())));
  calls.get<{ Params: { code: string } }>(`${base}/:code`, { schema }, async (request, reply) => {
    const file = await desk.read(request.params.code);
    return send(reply, file === undefined ? notFound : ok(file));
  });
  calls.get<{ Params: { code: string } }>(`${base}/:code/versions`, { schema }, async (request, reply) =>
    send(reply, ok({ versions: await desk.versions(request.params.code) })),
  );
  if (figures)
    calls.get<{ Params: { code: string } }>(`${base}/:code/figures`, { schema }, async (request, reply) =>
      send(reply, ok({ figures: (await figures(request.params.code)) ?? {} })),
    );
  calls.get<{ Params: { code: string; id: string } }>(`${base}/:code/versions/:id`, { schema }, async (request, reply) => {
    const text = await desk.version(request.params.code, request.params.id);
    return send(reply, text === undefined ? refuse(STATUS.notFound, '没有这个版本') : ok({ text }));
  });
  calls.put<{ Params: { code: string }; Body: { text: string; stamp: string; accepted?: boolean } }>(
    `${base}/:code`,
    { bodyLimit: BODY_LIMIT, schema: { ...schema, body: PUBLICATION } },
    async (request, reply) => {
      const { code } = request.params;
      const stamp = stampOf(request.body.text);
      const earlier = (await desk.versions(code)).some(({ id, current }) => !current && id.endsWith(`-${stamp}`));
      const body = { file: `${name}/${code}`, sha256: createHash('sha256').update(request.body.text).digest('hex') };
      const published = await desk.publish(
        code,
        request.body.text,
        request.body.stamp,
        {
          name: operatorOf(request).name,
          announce: () => record(request, { kind: earlier ? 'description.rollback' : 'description.publish', body }),
          takeBack: () => record(request, { kind: 'description.not-published', body }),
        },
        request.body.accepted,
      );
      if (published.is === 'changed') return send(reply, refuse(STATUS.descriptionChanged, '文件已被别人修改，请重新打开后再发布'));
      if (published.is === 'refused')
        return send(reply, { status: STATUS.invalid, models: { problems: published.problems }, msg: '描述有误，没有发布' });
      if (published.is === 'unwritable') {
        log(`description not published  ${name}/${code}  ${published.folder} cannot be written: ${published.why}`);
        return send(reply, refuse(STATUS.internal, `没有发布：写不进文件夹 ${published.folder}，${published.why}`));
      }
      if (published.is === 'warned')
        return send(reply, { status: STATUS.needsStep, models: { warnings: published.warnings }, msg: '没有发布：请看过提醒后再确认一次' });
      log(`operator published  ${name}/${code}  ${published.hash}  ${actorOf(request)}`);
      return send(reply, ok({ hash: published.hash, stamp: published.stamp }));
    },
  );
}
