import { defineConfig } from 'vite';

// The server as one ES module; everything from node_modules stays outside (native parts, WebAssembly, data files).
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'main.js', format: 'es' } },
  },
});
