import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The operators' page, apart from the app: nothing of it is in what players load.
export default defineConfig({
  root: 'app/workshop',
  base: '/workshop/',
  publicDir: false,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: resolve('dist/workshop'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      input: {
        workshop: resolve('app/workshop/workshop.html'),
        preview: resolve('app/workshop/preview.html'),
        desk: resolve('app/workshop/desk.html'),
      },
    },
  },
});
