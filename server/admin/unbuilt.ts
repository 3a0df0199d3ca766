/**
 * The answer to a page that is not built. `npm start` of a fresh clone serves the app first and builds these pages behind it: then the answer is a
 * page that asks again by itself. Otherwise it says how to build.
 */
import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { tryLock } from 'fs-native-extensions';

/** The lock of a build lies beside the folders that it makes (scripts/build.mjs). */
const LOCK = '.building';
/** Seconds after which the page asks again. */
const AGAIN_AFTER = 3;

const PAGE = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${AGAIN_AFTER}">
<title>正在构建</title>
</head>
<body>
<p>这个页面正在构建，通常不到一分钟。构建好以后它会自己打开。</p>
<p lang="en">This page is being built, which usually takes less than a minute. It opens by itself.</p>
</body>
</html>
`;

export function sendUnbuilt(reply: FastifyReply, folder: string): FastifyReply {
  reply.code(503).header('cache-control', 'no-store');
  if (isBeingBuilt(folder)) return reply.header('retry-after', AGAIN_AFTER).type('text/html; charset=utf-8').send(PAGE);
  return reply.type('text/plain; charset=utf-8').send('后台还没有构建：运行 npm run build。\nThe page is not built: npm run build.');
}

/** Whether a process builds this folder now. The operating system takes the lock away from one that ended, however it did. */
function isBeingBuilt(folder: string): boolean {
  let lock: number;
  try {
    lock = openSync(join(dirname(folder), LOCK), 'r+');
  } catch {
    return false;
  }
  try {
    return !tryLock(lock, { shared: true });
  } finally {
    closeSync(lock);
  }
}
