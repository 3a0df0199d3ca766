#!/usr/bin/env bash
# @hpcc-js/wasm-zstd 1.12.5, a zstd frame that does not say its size, as streaming writers make it (round books of slot machines).
# Expected: decompress() returns the whole content, as fzstd 0.1.1 does.
# Happens: it reserves 20 times the compressed size, or 1 MiB, and raises an error beyond that.
# Matters: books of a slot machine shrink to a fortieth, since rounds are alike, so they can be written and not be read.
# The package's own compress() writes the size, so that tests that only go round do not show it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @hpcc-js/wasm-zstd@1.12.5 fzstd@0.1.1

cat >probe.mjs <<'JS'
import { Zstd } from '@hpcc-js/wasm-zstd';
import { decompress } from 'fzstd';

/** RFC 8878: a frame with a window of 8 MB and no content size, of blocks that repeat one byte. */
function frame(length) {
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x68])];
  for (let at = 0; at < length; at += 131072) {
    const size = Math.min(131072, length - at);
    const head = (size << 3) | 2 | (at + size >= length ? 1 : 0);
    parts.push(Buffer.from([head & 255, (head >> 8) & 255, (head >> 16) & 255, 0x30]));
  }
  return Buffer.concat(parts);
}
const zstd = await Zstd.load();
const read = (work) => {
  try {
    return `${work().length} bytes`;
  } catch (error) {
    return error.message;
  }
};
const seen = [1048576, 1048577].flatMap((length) => [
  `${length} bytes, wasm-zstd: ${read(() => zstd.decompress(frame(length)))}`,
  `${length} bytes, fzstd: ${read(() => decompress(frame(length)))}`,
]);
console.log(['@hpcc-js/wasm-zstd 1.12.5, fzstd 0.1.1', ...seen].join('\n'));
const expected = [
  '1048576 bytes, wasm-zstd: 1048576 bytes',
  '1048576 bytes, fzstd: 1048576 bytes',
  '1048577 bytes, wasm-zstd: Decompression failed: Destination buffer is too small',
  '1048577 bytes, fzstd: 1048577 bytes',
];
if (seen.join('\n') !== expected.join('\n')) {
  console.error('changed: frames without a size are read otherwise');
  process.exit(1);
}
JS
node probe.mjs
