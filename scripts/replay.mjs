// `npm run replay -- file.trace.json [--step] [--until n]`: see tools/replay/main.ts and docs/replay.md.
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../tools/replay/main.ts');
process.exitCode = await main(process.argv.slice(2));
