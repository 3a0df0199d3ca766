/** The error catalogue (specification section 8) as data: texts and how long they show, milliseconds. */

export interface ErrorNotice {
  readonly text: string;
  readonly ms: number;
}

export const TOAST_MS = 2_000;
export const TIMEOUT_TEXT = '连线超时无回应 请确认您的网络再尝试';

export const ERROR_CATALOGUE = {
  default: { text: '网络错误', ms: TOAST_MS },
  timeout: { text: TIMEOUT_TEXT, ms: TOAST_MS },
  customerService: { text: '获取客服信息失败，请稍后重试', ms: TOAST_MS },
  comingSoon: { text: '敬请期待', ms: TOAST_MS },
  missingMethod: { text: '请求缺少方法（GET 或 POST），请联系在线客服', ms: TOAST_MS },
  unreadable: { text: '服务器的回应无法识别，请稍后重试', ms: TOAST_MS },
  description: { text: '内容加载失败，请检查网络后重试', ms: TOAST_MS },
} as const satisfies Record<string, ErrorNotice>;

/** Catch-error codes: 1 and 2 are the time-out text for 2 s and 5 s, 3 is the message that comes with it. */
export function caughtError(code: 1 | 2 | 3, message?: string): ErrorNotice {
  if (code === 1) return { text: TIMEOUT_TEXT, ms: 2_000 };
  if (code === 2) return { text: TIMEOUT_TEXT, ms: 5_000 };
  return { text: message || ERROR_CATALOGUE.default.text, ms: 2_000 };
}

/** Status of a call that got no answer from the server. Never a status of the server's. */
export const NO_ANSWER = -1;
