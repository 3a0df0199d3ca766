/** The real name, and the list of a player's security steps. */
import { randomInt } from 'node:crypto';
import { demoIdentity as demoIdentityCall, realNameAuthor, security } from '../../protocol/calls/security.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import type { AccountServices } from './services.ts';
import { handle, type HandledCall, ok, runIdempotent, refuseField } from '../platform/index.ts';
import { maskAddress, contactOf } from './contacts.ts';
import { demoIdentity, idNumberFault, shanghaiDay } from './id-number.ts';
import { type Identity, identityOf, maskRealName, maskIdNumber } from './identity.ts';

const NAME = /^\p{Script=Han}+(·\p{Script=Han}+)*$/u;

/** A name as it is kept; undefined when it is none. The dot between two parts is written in many ways. */
export function realNameText(text: string): string | undefined {
  const name = text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[•.・‧∙]/g, '·');
  const length = [...name].length;
  return length >= 2 && length <= 20 && NAME.test(name) ? name : undefined;
}

const maskedIdentity = ({ realName, number }: Identity) => ({
  nameMask: maskRealName(realName),
  idMask: maskIdNumber(number),
  state: 'done' as const,
});
const refuseConfirmed = (models: ReturnType<typeof maskedIdentity> | null, msg: string): Envelope<null> =>
  ({ status: STATUS.stateChanged, models, msg }) as unknown as Envelope<null>;

export function identityCalls(context: AccountServices): HandledCall[] {
  const { encryption, clock } = context;
  return [
    handle(realNameAuthor, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const realName = realNameText(fields.realName);
        const number = fields.idNo.normalize('NFKC').replace(/\s/g, '').toUpperCase();
        if (realName === undefined) return refuseField('realName', '姓名须为 2–20 个汉字，可以带“·”');
        const fault = idNumberFault(number, shanghaiDay(clock.now()));
        if (fault !== undefined) return refuseField('idNo', fault);
        const present = await identityOf(context, client, userId);
        if (present !== undefined)
          return present.number === number && present.realName === realName
            ? ok(maskedIdentity(present), '已完成实名认证')
            : refuseConfirmed(maskedIdentity(present), '已实名认证，不能更改；如需更正请联系在线客服');
        const { rows } = await client.query(
          `INSERT INTO identities (user_id, name_sealed, number_sealed, number_hmac, done_at) VALUES ($1, $2, $3, $4, caipu_now_ms())
           ON CONFLICT (number_hmac) DO NOTHING RETURNING 1 AS done`,
          [
            userId,
            encryption.seal('identity.name', realName),
            encryption.seal('identity.number', number),
            encryption.hmac('identity.number', number),
          ],
        );
        if (rows.length === 0) return refuseConfirmed(null, '该身份证号已被其他账号认证，如有疑问请联系在线客服');
        return ok(maskedIdentity({ realName, number }), '实名认证已完成');
      }),
    ),
    handle(demoIdentityCall, async () => ok(demoIdentity((below) => randomInt(below)))),
    handle(security, async ({ player }) => {
      const { database } = context;
      const [mobile, email, identity, { rows }] = [
        await contactOf(context, database, player.id, 'mobile'),
        await contactOf(context, database, player.id, 'email'),
        await identityOf(context, database, player.id),
        await database.query<{ set: boolean; locked: number | null; changed: number | null; sessions: number }>(
          `SELECT f.user_id IS NOT NULL AS set, CASE WHEN f.locked_until > caipu_now_ms() THEN f.locked_until END AS locked,
                  u.password_changed_at AS changed,
                  (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.expires_at > caipu_now_ms()) AS sessions
             FROM users u LEFT JOIN fund_passwords f ON f.user_id = u.id WHERE u.id = $1`,
          [player.id],
        ),
      ];
      const [row] = rows;
      return ok({
        mobileMask: mobile === undefined ? null : maskAddress('mobile', mobile),
        emailMask: email === undefined ? null : maskAddress('email', email),
        nameMask: identity === undefined ? null : maskRealName(identity.realName),
        idMask: identity === undefined ? null : maskIdNumber(identity.number),
        fundPwd: row?.set === true,
        fundPwdLockedUntil: row?.locked ?? null,
        passwordChangedAt: row?.changed ?? null,
        restHours: await context.hooks.withdrawalRestHours(database),
        sessions: row?.sessions ?? 0,
        demo: context.messages.development,
      });
    }),
  ];
}
