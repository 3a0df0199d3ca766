import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const OUT = 'dist/app';

/** `__BUILD__`: the file that the built page starts with; its name has the content of the whole app in it. */
const buildName: Plugin = {
  name: 'build-name',
  config({ build }) {
    const page = join(build?.outDir ?? OUT, 'index.html');
    const name = /data-main="([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1];
    if (name === undefined) throw new Error(`${page} names no entry: build the app before its service worker`);
    return { define: { __BUILD__: JSON.stringify(name) } };
  },
};

// The service worker, one plain script beside the built app: /sw.js. Its bytes change with every build of the app, by which browsers notice
// that there is a new version.
export default defineConfig({
  publicDir: false,
  plugins: [buildName],
  build: {
    outDir: OUT,
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: 'app/worker/main.ts', formats: ['iife'], name: 'caipuWorker', fileName: () => 'sw.js' },
  },
});
