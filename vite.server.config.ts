import { defineConfig } from 'vite';
import { SCHEMA } from './server/schema.ts';

/**
 * They bring native parts, WebAssembly or data files that they look for beside themselves; pg-native is one that pg merely asks for, and
 * nodemailer is loaded by servers that send mail.
 */
const OUTSIDE = ['@electric-sql/pglite', '@node-rs/argon2', 'fs-native-extensions', 'nodemailer', 'pg-native'];

// The server as one ES module, libraries included: a thousand small files of theirs, found and read one by one, were a quarter of the
// processor time of every start. Not minified, so that a stack names functions and lines.
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: OUTSIDE },
  // Tables and functions of the database are files in the source and texts in the bundle.
  define: { __SCHEMA__: JSON.stringify(SCHEMA) },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'main.js', format: 'es' } },
  },
});
