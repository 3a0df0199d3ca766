import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The back office, apart from the app: nothing of it is in what players load.
export default defineConfig({
  root: 'app',
  base: '/operator/',
  publicDir: false,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: resolve('dist/office'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { desk: resolve('app/desk/desk.html'), preview: resolve('app/workshop/preview.html') },
    },
  },
});
