// `node scripts/build/bundle.mjs FOLDER CONFIG…`: bundles by these configurations of Vite, one after the other, into one folder.
import { build } from 'vite';

const [outDir, ...configs] = process.argv.slice(2);
for (const configFile of configs) await build({ configFile, logLevel: 'warn', build: { outDir } });
