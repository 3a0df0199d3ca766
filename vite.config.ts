import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the reference server listens in development. */
const server = process.env.CAIPU_API ?? `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** The blocks at the top of the first screen. */
const FIRST_SCREEN =
  /engine\/screens\/(blocks\/((banner|notice-bar|menu-grid|play-money)\/|parts\/use-loaded\.)|kit\/(emblem|play-money)\.)/;

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

export default defineConfig({
  plugins: [react(), workbench],
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // Both would put inline scripts or data addresses into the page, which its Content-Security-Policy refuses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        manualChunks(id: string) {
          // React changes with a release of ours at most, so phones keep it from one visit to the next.
          if (/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
          // The blocks of the first screen travel together: a dozen files of one kilobyte each would cost more in requests.
          if (FIRST_SCREEN.test(id)) return 'first';
          return undefined;
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
