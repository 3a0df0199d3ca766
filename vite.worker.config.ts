import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** The file that the built page starts with: its name has the content of the whole app in it. */
const build = /data-main="([^"]+)"/.exec(readFileSync(resolve('dist/app/index.html'), 'utf8'))?.[1];
if (build === undefined) throw new Error('dist/app/index.html names no entry: build the app before its service worker');

// The service worker, one plain script beside the built app: /sw.js. Its bytes change with every build of the app, by which browsers notice
// that there is a new version.
export default defineConfig({
  publicDir: false,
  define: { __BUILD__: JSON.stringify(build) },
  build: {
    outDir: resolve('dist/app'),
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: resolve('app/worker/main.ts'), formats: ['iife'], name: 'caipuWorker', fileName: () => 'sw.js' },
  },
});
