/** Calls for operators: creating one, its role, a reset of its password or second step, disabling it, and the operator's own logins. */
import {
  createOperator,
  deskOperator,
  deskOperators,
  deskStart,
  disableOperator,
  enableOperator,
  endOwnSession,
  ownPassword,
  ownSessions,
  resetOperatorPassword,
  resetOperatorStep,
  setOperatorRole,
} from '../../../protocol/desk/operators.ts';
import { RIGHTS, ROLES } from '../../../protocol/desk/rights.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { type AuditEntry, addressKey, ok, type Querying, refuse, refuseField, TooManyRequests } from '../../platform/index.ts';
import { normalizeName } from '../../accounts/index.ts';
import type { AdminServices } from '../services.ts';
import { tokenFromCookie } from '../cookie.ts';
import { writeAudit } from '../guard.ts';
import { randomPassword, nameFault, type OperatorRow, type Operators, passwordFault, needsSecondStep } from '../operators.ts';
import { isRole, ROLES_BY_CODE, rightsOf } from '../rights.ts';
import type { Operator, OperatorSessions } from '../sessions.ts';
import { type DeskRequest, type HandledDeskCall, handleDeskCall } from './handle.ts';
import type { DeskDefinition } from '../../../protocol/desk/define.ts';
import type { DeskPages } from './pages.ts';

export interface OperatorDeskOptions {
  readonly context: AdminServices;
  readonly sessions: OperatorSessions;
  readonly operators: Operators;
  /** Every operator must use two-step login. */
  readonly twoStep: boolean;
  readonly pages: DeskPages;
}

const roleName = (role: string): string => (isRole(role) ? ROLES_BY_CODE[role].name : role);

const shownRow = ({ id, name, role, twoStep, disabledAt, createdBy, createdAt, seenAt }: OperatorRow) => ({
  id,
  name,
  role,
  roleName: roleName(role),
  twoStep,
  disabled: disabledAt !== null,
  createdBy,
  createdAt,
  seenAt,
});

export function operatorDeskCalls(options: OperatorDeskOptions): HandledDeskCall[] {
  return [
    startCall(options),
    operatorsCall(options),
    operatorCall(options),
    createCall(options),
    roleCall(options),
    resetStepCall(options),
    disableCall(options),
    enableCall(options),
    resetPasswordCall(options),
    ownSessionsCall(options),
    endOwnSessionCall(options),
    ownPasswordCall(options),
  ];
}

/** The start of the back office: the operator, the operator's rights, and the pages for these rights. */
function startCall(options: OperatorDeskOptions): HandledDeskCall {
  const { operators, twoStep, pages } = options;
  return handleDeskCall(deskStart, async ({ operator }) => {
    const setUpStep = needsSecondStep(operator, twoStep) && !(await operators.stepOf(operator).state()).on;
    const rights = rightsOf(operator.role);
    const shown = setUpStep ? { menu: null, routes: null, screens: {} } : pages.of(rights);
    return ok({
      name: operator.name,
      role: operator.role,
      roleName: roleName(operator.role),
      own: operator.id !== null,
      rights: setUpStep ? [] : rights,
      setUpStep,
      ...shown,
    });
  });
}

function operatorsCall(options: OperatorDeskOptions): HandledDeskCall {
  const { operators } = options;
  return handleDeskCall(deskOperators, async () =>
    ok({
      items: (await operators.list()).map(shownRow),
      roles: ROLES.map((code) => ({
        code,
        name: ROLES_BY_CODE[code].name,
        note: ROLES_BY_CODE[code].note,
        rights: ROLES_BY_CODE[code].rights.map((right) => RIGHTS[right]).join('、'),
      })),
    }),
  );
}

function operatorCall(options: OperatorDeskOptions): HandledDeskCall {
  const { operators } = options;
  return handleDeskCall(deskOperator, async ({ fields: { id }, operator }) => {
    const row = await operators.find(id);
    return row === undefined ? refuse(STATUS.notFound, '没有这位管理员') : ok({ ...shownRow(row), self: id === operator.id });
  });
}

function createCall(options: OperatorDeskOptions): HandledDeskCall {
  const { operators } = options;
  const { database } = options.context;
  return handleDeskCall(createOperator, async ({ fields, request, operator }) => {
    const name = fields.name.trim();
    const fault = nameFault(name);
    if (fault !== undefined) return refuseField('name', fault);
    const password = randomPassword();
    const hashed = await operators.hashOf(password, addressKey(request.ip));
    return database.transaction(async (client) => {
      const id = await operators.create(client, name, fields.role, hashed, operator.name);
      if (id === undefined) return refuseField('name', '已有这个名字的管理员');
      await writeAudit(client, request, { kind: 'operator.create', body: { operator: name, role: fields.role } });
      return ok({ id, name, password });
    });
  });
}

function roleCall(options: OperatorDeskOptions): HandledDeskCall {
  const { operators } = options;
  return handleDeskCall(setOperatorRole, (deskRequest) =>
    change(options, deskRequest, async (client, row) => {
      if (row.role === deskRequest.fields.role) return refuse(STATUS.stateChanged, '已经是这个角色');
      await operators.setRole(client, row.id, deskRequest.fields.role);
      return { kind: 'operator.role', body: { operator: row.name, role: deskRequest.fields.role } };
    }),
  );
}

function resetStepCall(options: OperatorDeskOptions): HandledDeskCall {
  const { operators } = options;
  return handleDeskCall(resetOperatorStep, (deskRequest) =>
    change(options, deskRequest, async (client, row) => {
      await operators.resetStep(client, row.id);
      return { kind: 'operator.reset-second-step', body: { operator: row.name } };
    }),
  );
}

function disableCall(options: OperatorDeskOptions): HandledDeskCall {
  const { operators } = options;
  return handleDeskCall(disableOperator, (deskRequest) =>
    change(options, deskRequest, async (client, row) => {
      if (row.disabledAt !== null) return refuse(STATUS.stateChanged, '该管理员已停用');
      await operators.setDisabled(client, row.id, true);
      return { kind: 'operator.disable', body: { operator: row.name } };
    }),
  );
}

function enableCall(options: OperatorDeskOptions): HandledDeskCall {
  const { operators } = options;
  return handleDeskCall(enableOperator, (deskRequest) =>
    change(options, deskRequest, async (client, row) => {
      if (row.disabledAt === null) return refuse(STATUS.stateChanged, '该管理员未停用');
      await operators.setDisabled(client, row.id, false);
      return { kind: 'operator.enable', body: { operator: row.name } };
    }),
  );
}

/** Sets a new random password for another operator. It is shown once. */
function resetPasswordCall(options: OperatorDeskOptions): HandledDeskCall {
  const { operators } = options;
  return handleDeskCall(resetOperatorPassword, async (deskRequest) => {
    const password = randomPassword();
    const hashed = await operators.hashOf(password, addressKey(deskRequest.request.ip));
    let name = '';
    const done = await change(options, deskRequest, async (client, row) => {
      name = row.name;
      await operators.setPassword(client, row.id, hashed);
      return { kind: 'operator.reset-password', body: { operator: row.name } };
    });
    return done.status === STATUS.ok ? ok({ id: deskRequest.fields.id, name, password }) : refuse(done.status, done.msg);
  });
}

function ownSessionsCall(options: OperatorDeskOptions): HandledDeskCall {
  const { sessions, operators } = options;
  return handleDeskCall(ownSessions, async ({ operator }) => {
    const step = await operators.stepOf(operator).state();
    return ok({
      name: operator.name,
      roleName: roleName(operator.role),
      own: operator.id !== null,
      twoStep: step.on,
      recoveryCodes: step.recoveryCodes,
      items: (await sessions.list(operator)).map((session) => ({ ...session, current: session.id === operator.session })),
    });
  });
}

function endOwnSessionCall(options: OperatorDeskOptions): HandledDeskCall {
  const { sessions } = options;
  const { database } = options.context;
  return handleDeskCall(endOwnSession, async ({ fields: { session }, request, operator }) => {
    const others = (await sessions.list(operator)).filter(({ id }) => id !== operator.session && (session === undefined || id === session));
    if (others.length === 0) return refuse(STATUS.notFound, session === undefined ? '没有其他登录设备' : '该设备已下线');
    for (const { id } of others) await sessions.end(operator, id);
    await writeAudit(database, request, { kind: 'operator.session-end', body: { sessions: others.length } });
    return ok({ sessions: others.length });
  });
}

function ownPasswordCall(options: OperatorDeskOptions): HandledDeskCall {
  const { sessions, operators } = options;
  const { database } = options.context;
  return handleDeskCall(ownPassword, async ({ fields: { password, next }, request, operator }) => {
    if (operator.id === null) return refuse(STATUS.disabled, '这个密码由服务器的环境变量设定，不能在这里更改');
    if (!(await isOwnPassword(options, operator, password, request.ip))) return refuseField('password', '当前密码不正确');
    const fault = passwordFault(operator.name, next);
    if (fault !== undefined) return refuseField('next', fault);
    const hashed = await operators.hashOf(next, addressKey(request.ip));
    const before = (await sessions.list(operator)).length;
    await database.transaction(async (client) => {
      await operators.setPassword(client, operator.id as number, hashed);
      await writeAudit(client, request, { kind: 'operator.own-password', body: {} });
    });
    await sessions.closeOthers(tokenFromCookie(request));
    return ok({ sessions: Math.max(0, before - 1) });
  });
}

/** Changes another operator, ends the operator's sessions, and writes an audit entry. */
async function change<D extends DeskDefinition>(
  options: OperatorDeskOptions,
  { fields, request, operator }: DeskRequest<D> & { readonly fields: { readonly id: number } },
  work: (client: Querying, row: OperatorRow) => Promise<AuditEntry | Envelope<null>>,
): Promise<Envelope<{ id: number } | null>> {
  const { sessions, operators } = options;
  const { database } = options.context;
  if (fields.id === operator.id) return refuse(STATUS.stateChanged, '不能更改自己的账号，请由另一位管理员操作');
  return database.transaction(async (client) => {
    await client.query('SELECT 1 FROM operators WHERE id = $1 FOR UPDATE', [fields.id]);
    const row = await operators.find(fields.id, client);
    if (row === undefined) return refuse(STATUS.notFound, '没有这位管理员');
    const done = await work(client, row);
    if (!('kind' in done)) return done;
    await sessions.end({ id: row.id }, undefined, client);
    await writeAudit(client, request, done);
    return ok({ id: row.id });
  });
}

/** Whether it is the operator's password. A wrong one counts as a failed login. */
async function isOwnPassword(options: OperatorDeskOptions, operator: Operator, password: string, ip: string): Promise<boolean> {
  const { operators } = options;
  const { rateLimiter } = options.context;
  const address = addressKey(ip);
  const guess = await rateLimiter.operatorLogin(address, normalizeName(operator.name));
  if (guess.wait > 0) throw new TooManyRequests(guess.wait, '尝试次数过多');
  const right = await operators.isRight(operator, password, address);
  if (right) await guess.succeed();
  return right;
}
