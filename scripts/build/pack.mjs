// Writes each asset of the built app packed as tightly as it goes (Brotli 11, gzip 9) beside itself. The server packs whatever it sends as it
// goes, and then for speed: Brotli of that kind is a sixth larger.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Bytes; smaller files are sent as they are, as by the server's own packing. */
const PACKED_FROM = 1024;

/** Packs what is in `app`/assets. The app may be served meanwhile: no file is ever there in part. */
export function pack(app) {
  const assets = join(app, 'assets');
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const file = join(assets, name);
    if (existsSync(`${file}.br`) && existsSync(`${file}.gz`)) continue;
    const content = readFileSync(file);
    if (content.length < PACKED_FROM) continue;
    writeWhole(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeWhole(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
  }
}

function writeWhole(file, bytes) {
  writeFileSync(`${file}.part`, bytes);
  renameSync(`${file}.part`, file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) pack(process.argv[2]);
