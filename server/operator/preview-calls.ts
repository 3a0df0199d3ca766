/** What the phone of the workshop asks for pages that a draft is looked at on: POST /operator/api/preview. */
import type { FastifyInstance } from 'fastify';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../context.ts';
import { ok, refuse, send } from '../web/call.ts';
import { BODY_LIMIT, CODE } from './desk-calls.ts';
import { type DraftedText, openPreview } from './text-preview.ts';
import PREVIEW from './text-preview.json' with { type: 'json' };

const ASKED = {
  type: 'object',
  required: ['kind', 'code', 'text', 'path', 'params'],
  properties: {
    kind: { type: 'string', enum: Object.keys(PREVIEW.pages) },
    code: CODE,
    text: { type: 'string' },
    path: { type: 'string', maxLength: 100 },
    params: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string', maxLength: 500 } },
  },
} as const;

/** Answers what a call would answer if the draft were in force: `{ answer }`, the envelope that a player would get. */
export function registerPreview(calls: FastifyInstance, context: Context): void {
  const preview = openPreview(context);
  calls.post<{ Body: DraftedText & { path: string; params: Record<string, string> } }>(
    '/operator/api/preview',
    { bodyLimit: BODY_LIMIT, schema: { body: ASKED } },
    async (request, reply) => {
      const { path, params, ...draft } = request.body;
      const previewed = await preview(draft, path, params, request);
      if (previewed.is === 'answer') return send(reply, ok({ answer: previewed.answer }));
      if (previewed.is === 'wrong')
        return send(reply, { status: STATUS.invalid, models: { problems: previewed.problems }, msg: '描述有误，不能预览' });
      return send(reply, refuse(STATUS.notFound, '这是预览：不会真的提交，也没有帐户'));
    },
  );
}
