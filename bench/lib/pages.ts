/** Pages of a bench, built as the product is built, and served. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import type { Context } from './figure.ts';

/** `files` of the folder `root`, which may lie in folders below it. Returns the address that they are at. */
export async function servePages(context: Context, root: string, files: readonly string[]): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'caipu-bench-pages-'));
  context.onEnd(() => rmSync(outDir, { recursive: true, force: true }));
  const shared = { root, configFile: false, publicDir: false, logLevel: 'warn' } as const;
  const input = files.map((file) => join(root, file));
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true, target: 'es2022', rollupOptions: { input } } });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  context.onEnd(() => new Promise<void>((resolve) => server.httpServer.close(() => resolve())));
  return `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}`;
}
