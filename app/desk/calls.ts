/** Calls of the desk by its screens. The token is the workshop's: it lives as long as the tab and travels in a header. */
import { STATUS } from '../../protocol/status.ts';
import type { CallOptions, CallResult } from '../../engine/screens/core/contract.ts';
import { dropToken, keptToken } from '../workshop/calls.ts';

export interface Start {
  readonly name: string;
  readonly roleName: string;
  readonly rights: readonly string[];
  readonly setUpStep: boolean;
  readonly menu: unknown;
  readonly routes: unknown;
  readonly screens: Readonly<Record<string, unknown>>;
}

/** One call. `onOut` hears that the login is over. */
export async function ask<T>(
  path: string,
  params: Readonly<Record<string, string>> = {},
  { method = 'GET' }: CallOptions = {},
  onOut: () => void = () => {},
): Promise<CallResult<T>> {
  const query = method === 'GET' && Object.keys(params).length > 0 ? `?${new URLSearchParams(params)}` : '';
  const token = keptToken();
  try {
    const response = await fetch(`${path}${query}`, {
      method,
      credentials: 'omit',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(params) }),
    });
    const { status, models, msg } = (await response.json()) as { status: number; models: T; msg: string };
    if (status === STATUS.ok) return { ok: true, models, msg };
    if (status === STATUS.notLoggedIn) {
      dropToken();
      onOut();
    }
    return { ok: false, status, msg, inDoubt: false, models };
  } catch {
    return { ok: false, status: STATUS.unavailable, msg: '连不上服务器，请检查网络后再试', inDoubt: method === 'POST' };
  }
}
