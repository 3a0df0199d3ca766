/**
 * The development outbox: the last messages, which no provider sends. Only requests from this machine get it: a page for browsers, JSON for
 * tests. It exists only while no provider is set, and never in production.
 */
import type { FastifyInstance } from 'fastify';
import { isLocalRequest } from '../http/local-request.ts';
import type { Messages } from './message-queue.ts';
import { messageTime } from './templates.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const plain = (text: string) => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark] as string);

const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;margin:1rem auto;max-width:40rem;padding:0 1rem}li{margin:0 0 1rem}small{opacity:.7;display:block}';

export function outboxRoutes(app: FastifyInstance, messages: Messages): void {
  if (!messages.development) return;
  app.get('/dev/outbox', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    // 404: other machines do not learn that it exists.
    if (!isLocalRequest(request)) return reply.code(404).type('text/plain').send('not found\n');
    const unsent = await messages.unsent();
    if (!(request.headers.accept ?? '').includes('text/html')) return { items: unsent };
    const items = unsent.map(
      ({ channel, to, subject, text, at }) =>
        `<li><small>${messageTime(at)} · ${channel === 'mobile' ? '短信' : '邮件'} · ${plain(to)} · ${plain(subject)}</small>${plain(text)}</li>`,
    );
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>演示收件箱</title><style>${STYLE}</style>` +
          `<h1>演示收件箱</h1><p>未配置短信和邮件服务，消息不会真正发出，仅显示在这里（最近 50 条）。</p>${items.length === 0 ? '<p>暂无消息</p>' : `<ol>${items.join('')}</ol>`}</html>`,
      );
  });
}
