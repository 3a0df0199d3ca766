/** One HTTP request as a driver does it: it ends exactly once, in an answer or in a failure, unless it is aborted first. */

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type WireResult =
  | { readonly ok: true; readonly httpStatus: number; readonly body: unknown }
  /** network: no response, or one that broke off (then with httpStatus). body: a response that is not JSON, such as the error page of a proxy. */
  | { readonly ok: false; readonly reason: 'network' | 'body'; readonly httpStatus?: number; readonly message: string };

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends the request, and calls `finish` once. The returned function aborts the request; after that `finish` is not called. */
export function sendRequest(fetch: Fetch, request: WireRequest, finish: (result: WireResult) => void): () => void {
  const controller = new AbortController();
  let open = true;
  const end = (result: WireResult) => {
    if (!open) return;
    open = false;
    finish(result);
  };
  void (async () => {
    let httpStatus: number | undefined;
    try {
      const init: RequestInit = { method: request.method, signal: controller.signal, credentials: 'omit', cache: 'no-store' };
      if (request.headers) init.headers = { ...request.headers };
      if (request.body !== undefined) init.body = request.body;
      const response = await fetch(request.url, init);
      httpStatus = response.status;
      const text = await response.text();
      try {
        end({ ok: true, httpStatus, body: JSON.parse(text) });
      } catch {
        end({ ok: false, reason: 'body', httpStatus, message: `the answer (HTTP ${httpStatus}) is not JSON` });
      }
    } catch (error) {
      end({
        ok: false,
        reason: 'network',
        message: error instanceof Error ? error.message : String(error),
        ...(httpStatus === undefined ? {} : { httpStatus }),
      });
    }
  })();
  return () => {
    open = false;
    controller.abort();
  };
}
