import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the reference server listens in development. */
const server = process.env.CAIPU_API ?? `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** The blocks at the top of the first screen. */
const FIRST_SCREEN =
  /engine\/screens\/(blocks\/((banner|notice-bar|menu-grid|play-money)\/|parts\/use-loaded\.)|kit\/(emblem|play-money)\.)/;

/**
 * What every game page needs, in one file: forty files of one kilobyte each take longer to ask for than to send. The slip is the next tap,
 * and a file of its own; so is what signs a request.
 */
const GAME_PAGE =
  /engine\/screens\/lottery\/(blocks\/(?!(slip\/(?!multiplier)|chase-plan|draw-list|draw-proof|draw-result|game-tiles|pools|game-catalogue|game-day|game-list|trend-chart)\b)|(runtime|cells|boards|keep-board|drive-chase|drive-clock|shared-slip|submit|use-game|use-slip-issue|recent-plays|random|typed|use-entries|use-shake|game-provider|rules)\.)|engine\/machines\/(ball-selection|bet-slip|chase|draw-clock|shake)\.ts|engine\/drivers\/shake\.ts|node_modules\/@xstate\/react\//;
const SLIP = /engine\/screens\/lottery\/blocks\/(slip\/(?!multiplier)|chase-plan\/)/;
const SIGNING = /node_modules\/crypto-js\/|app\/platform\/hmac\.ts/;

/** Where the testers' page is in development; in production the server has it under the same name. */
const workbench: Plugin = {
  name: 'workbench',
  configureServer({ middlewares }) {
    middlewares.use('/workbench', (_request, response) => {
      response.writeHead(302, { location: '/app/workbench/workbench.html' });
      response.end();
    });
  },
};

/**
 * Writes preload.json: for each block, and for the code that all game screens share, the files that it is drawn with. The server names
 * those of a page's screen in the page, so that they travel while the entry is still being read.
 */
const preload: Plugin = {
  name: 'preload',
  // After Vite has taken away the chunks that hold nothing but styles.
  enforce: 'post',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
    const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    const entry = chunks.find((chunk) => chunk.isEntry);
    const closure = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      for (const next of byFile.get(file)?.imports ?? []) closure(next, seen);
      return seen;
    };
    // The page itself names what the entry imports.
    const known = entry ? closure(entry.fileName) : new Set<string>();
    const files: Record<string, readonly string[]> = {};
    for (const chunk of chunks)
      for (const id of Object.keys(chunk.modules)) {
        const name = /\/([a-z0-9-]+)\/\1\.tsx$/.exec(id)?.[1] ?? (GAME_CODE.test(id) ? '@game' : undefined);
        if (name === undefined) continue;
        const scripts = [...closure(chunk.fileName)].filter((file) => byFile.has(file) && !known.has(file));
        const styles = scripts.flatMap((file) => [...(byFile.get(file)?.viteMetadata?.importedCss ?? [])]);
        files[name] = [...new Set([...(files[name] ?? []), ...scripts, ...styles])];
      }
    this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(files) });
  },
};
/** What a screen of a game is drawn with, whatever its blocks. */
const GAME_CODE = /engine\/(screens\/lottery\/game-provider\.tsx|rules\/index\.ts)$/;

export default defineConfig({
  plugins: [react(), workbench, preload],
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // Both would put inline scripts or data addresses into the page, which its Content-Security-Policy refuses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        codeSplitting: {
          // What others need too stays where it is: the entry must not ask for the game pages.
          includeDependenciesRecursively: false,
          groups: [
            // React changes with a release of ours at most, so phones keep it from one visit to the next.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // The blocks of the first screen travel together: a dozen files of one kilobyte each would cost more in requests.
            { name: 'first', test: FIRST_SCREEN },
            { name: 'slip', test: SLIP },
            { name: 'signing', test: SIGNING },
            { name: 'rules', test: /engine\/rules\/(?!fraction-text|trend|hits)/ },
            { name: 'game', test: GAME_PAGE },
          ],
        },
      },
    },
  },
  resolve: {
    alias: [
      // What React has had since version 18, without what stands in for it before.
      { find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/, replacement: 'use-sync-external-store/with-selector.js' },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  server: {
    port: 5173,
    proxy: { '/api': server, '/events': server, '/descriptions': server, '/healthz': server, '/operator': server },
  },
  optimizeDeps: {
    // Found only when a lazy block loads; without this the first visit in development reloads the page.
    include: ['react', 'react-dom/client', 'react/jsx-runtime', 'valtio', 'wouter', 'xstate', 'jsep'],
  },
});
