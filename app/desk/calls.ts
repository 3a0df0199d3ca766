/** Calls of the back office, and the way in and out. The session is a cookie that the browser sends by itself. */
import type { CallOptions, CallResult } from '../../engine/screens/core/contract.ts';
import { PAGE_HEADER } from '../../protocol/desk/page-header.ts';
import { STATUS } from '../../protocol/status.ts';
import { beginLogin, endLogin, currentLogin } from './session.ts';

export interface DeskStart {
  readonly name: string;
  readonly roleName: string;
  /** Has a row of his own: what he does is written under his name whatever he types. */
  readonly own: boolean;
  readonly rights: readonly string[];
  readonly setUpStep: boolean;
  readonly menu: unknown;
  readonly routes: unknown;
  readonly screens: Readonly<Record<string, unknown>>;
}

/** A server that says nothing for so long (ms) is not waited for any longer: the page could do nothing else meanwhile. */
const TIMEOUT_MS = 60_000;

/** One call. An answer that nobody is logged in ends the login in all tabs. */
export async function requestDesk<T>(
  path: string,
  params: Readonly<Record<string, string>> = {},
  { method = 'GET' }: CallOptions = {},
): Promise<CallResult<T>> {
  const query = method === 'GET' && Object.keys(params).length > 0 ? `?${new URLSearchParams(params)}` : '';
  const login = currentLogin();
  try {
    const response = await fetch(`${path}${query}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        [PAGE_HEADER.name]: PAGE_HEADER.value,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(params) }),
    });
    const { status, models, msg } = (await response.json()) as { status: number; models: T; msg: string };
    if (status === STATUS.ok) return { ok: true, models, msg };
    if (status === STATUS.notLoggedIn) endLogin(login);
    return { ok: false, status, msg, inDoubt: false, models };
  } catch (error) {
    // The request may have arrived.
    const waited = method !== 'GET' && error instanceof DOMException && error.name === 'TimeoutError';
    const msg = waited ? '服务器无响应，操作可能已完成，请核对当前状态后再试' : '无法连接服务器，请检查网络后重试';
    return { ok: false, status: STATUS.unavailable, msg, inDoubt: method === 'POST' };
  }
}

/** in: logged in. code: the password is right, and a code from the phone is asked for. */
export interface LoginResult {
  readonly is: 'in' | 'code' | 'refused';
  readonly msg: string;
}

/** `name` is an operator's name, or '' for a login with the password of the environment. */
export async function login(name: string, password: string, code: string | undefined): Promise<LoginResult> {
  const answer = await requestDesk<{ expiresAt: number } & { next?: string }>(
    '/operator/api/desk/login',
    { ...(name === '' ? {} : { name }), password, ...(code === undefined ? {} : { code }) },
    { method: 'POST' },
  );
  if (!answer.ok)
    return { is: (answer.models as { next?: string } | null | undefined)?.next === 'code' ? 'code' : 'refused', msg: answer.msg };
  beginLogin(String(answer.models.expiresAt));
  return { is: 'in', msg: '' };
}

/** Ends the session, in all tabs. */
export async function logout(): Promise<void> {
  const now = currentLogin();
  await requestDesk('/operator/api/desk/logout', {}, { method: 'POST' });
  endLogin(now, true);
}
