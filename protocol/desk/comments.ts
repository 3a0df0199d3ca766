/** Comments that players reported. */
import { count, flag, id, instant, list, object, oneOf, orNull, Type, text } from '../calls/schema.ts';
import { deskCall } from './define.ts';
import { playerId } from './players.ts';
import { signature } from './signature.ts';

export const deskComments = deskCall({
  method: 'GET',
  path: '/operator/api/desk/comments',
  summary: '被举报的评论，举报多的在前；或已撤下的，新的在前',
  right: 'comments',
  fields: { show: Type.Enum(['reported', 'taken'], { default: 'reported' }) },
  answer: object({
    offsetMs: Type.Integer({ description: 'Clock of the product, ms after UTC.' }),
    items: list(
      object({
        id: id('comment'),
        kind: oneOf(['release', 'hm'], 'The kind of the subject: a copied bet, or a group order.'),
        subject: text('Id of the subject.'),
        reply: flag(),
        text: text(),
        at: instant(),
        userId: playerId,
        userName: text(),
        takenBefore: count('Comments of the same player that operators took down before.'),
        judgedAt: orNull(instant(), 'null: no operator has decided on it.'),
        reasons: Type.Record(Type.String(), Type.Integer(), { description: 'Reports since that decision, by reason.' }),
      }),
    ),
  }),
  example: { fields: {}, models: { offsetMs: 28_800_000, items: [] } },
});

const act = (name: string, summary: string) =>
  deskCall({
    method: 'POST',
    path: `/operator/api/desk/comment/${name}`,
    summary,
    right: 'comments',
    fields: { id: id('comment'), by: signature },
    answer: Type.Null(),
    changes: 'state',
    refuses: ['notFound'],
    example: { fields: { id: '019a2b3c-0000-7000-8000-000000000001', by: '王五' }, models: null },
  });
export const takeDownComment = act('takedown', '撤下一条评论，连同它的回复');
export const keepComment = act('keep', '保留一条评论');
