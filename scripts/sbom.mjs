// `npm run sbom`: what is shipped, as a CycloneDX document in dist/sbom.json: every package with version, licence, hash and origin.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run } from './lib/run.mjs';
import { takeWords } from './lib/words.mjs';

/** The document of npm, without what would be another each time (number, time). */
function settled(document) {
  const component = document.metadata.component;
  // npm names the package after the folder that it is in.
  const metadata = { ...document.metadata, component: { ...component, name: component['bom-ref'].split('@')[0] } };
  delete metadata.timestamp;
  const rest = { ...document, metadata };
  delete rest.serialNumber;
  return rest;
}

async function sbom() {
  const { code, output } = await run(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '--loglevel', 'error'],
    { quiet: true },
  );
  if (code !== 0) throw new Error(`npm sbom failed:\n${output}`);
  return settled(JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  takeWords('npm run sbom: writes the list of shipped packages (CycloneDX) into dist/sbom.json. It has no arguments');
  const document = await sbom();
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist', 'sbom.json'), `${JSON.stringify(document, null, 2)}\n`);
  console.log(`dist/sbom.json: ${document.components.length} packages`);
}
