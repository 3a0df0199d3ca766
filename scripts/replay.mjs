// `npm run replay -- file.trace.json [--step] [--until n] [--browser]` and `npm run replay -- coverage`: see tools/replay and docs/replay.md.
import { register } from 'tsx/esm/api';
import './lib/pipe.mjs';
import { build } from './build.mjs';
import { findChromium } from './lib/chromium.mjs';

register();
const { main } = await import('../tools/replay/main.ts');
const samples = async () => (await import('../tests/engine/replay/support/samples.ts')).SAMPLES;
process.exitCode = await main(process.argv.slice(2), { build, findChromium, samples });
