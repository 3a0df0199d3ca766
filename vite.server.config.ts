import { defineConfig } from 'vite';

// The server as one ES module; everything from node_modules stays outside (native parts, WebAssembly, data files).
export default defineConfig({
  publicDir: false,
  // 250 small modules of which a handful is used: read one by one they are a tenth of a second of every start.
  ssr: { noExternal: ['typebox'] },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'main.js', format: 'es' } },
  },
});
