import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The testers' page, apart from the app: nothing of it is in what players load.
export default defineConfig({
  root: 'app/workbench',
  base: '/workbench/',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: resolve('dist/workbench'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Charts show actions and guards by the names that they have in the source.
    rolldownOptions: {
      output: { keepNames: true },
      input: { workbench: resolve('app/workbench/workbench.html'), stage: resolve('app/workbench/stage.html') },
    },
  },
});
