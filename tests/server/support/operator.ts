/** Calls below /operator/api, as the pages of operators make them. */

export interface OperatorAnswer<T> {
  readonly http: number;
  readonly cache: string | null;
  readonly status: number;
  readonly models: T;
  readonly msg: string;
}

export type OperatorMethod = 'GET' | 'POST' | 'PUT';

/** One call; `token`: '' for somebody who is not logged in. */
export async function callOperator<T>(
  base: string,
  token: string,
  method: OperatorMethod,
  path: string,
  body?: unknown,
): Promise<OperatorAnswer<T>> {
  const response = await fetch(`${base}/operator/api/${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    http: response.status,
    cache: response.headers.get('cache-control'),
    ...((await response.json()) as { status: number; models: T; msg: string }),
  };
}

export interface OperatorSession {
  readonly token: string;
  call<T>(method: OperatorMethod, path: string, body?: unknown): Promise<OperatorAnswer<T>>;
}

/** A session of whoever has the password of the environment. */
export async function logInOperator(base: string, password: string): Promise<OperatorSession> {
  const { token } = (await callOperator<{ token: string }>(base, '', 'POST', 'login', { password })).models;
  return { token, call: (method, path, body) => callOperator(base, token, method, path, body) };
}
