// `npm run traces`: records the sessions of tests/traces/record.ts again in Chromium. Words after it go to Playwright: npm run traces -- -g "double tap"
import { build } from './build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { run, tool } from './lib/run.mjs';
import { takeWords } from './lib/words.mjs';

takeWords(
  'npm run traces: records the sessions of tests/traces again, in Chromium. Arguments are passed to Playwright: npm run traces -- -g "double tap"',
  () => true,
);

const env = { CHROMIUM_PATH: await findChromium() };
await build();
const { code } = await run(tool('playwright'), ['test', '--config', 'tests/traces/record.config.ts', ...process.argv.slice(2)], { env });
// Written out, so that a change can be read, and a state set right by hand.
await run(tool('biome'), ['format', '--write', 'tests/traces'], { quiet: true });
process.exitCode = code;
