// Every package that is installed has a licence that this project may use: one of the list, or an exception with its reason.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';

/** Licences that require no more than a notice. */
const ALLOWED = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'CC-BY-4.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'Python-2.0',
  'PostgreSQL',
  'MIT-0',
  'WTFPL',
  'Zlib',
  'PSF-2.0',
]);
/** Package → why another licence is acceptable. Only packages that are used in development and not shipped. */
const EXCEPTIONS = {
  'axe-core': 'MPL-2.0, asks for changes of its own files to be published; we change none, and it is not shipped',
  '@axe-core/playwright': 'MPL-2.0, as axe-core',
  'parse-cache-control': 'BSD without saying which; its text is the one of three clauses. Lighthouse brings it, and it is not shipped',
  lightningcss: 'MPL-2.0, as axe-core; minifies styles at build',
};

/** Name, version, licence and whether it is shipped, of each package of the lock file. */
export function packages(lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))) {
  return Object.entries(lock.packages)
    .filter(([path]) => path.includes('node_modules/'))
    .map(([path, { version, license, dev, devOptional }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license: license ?? installedLicence(path),
      shipped: dev !== true && devOptional !== true,
    }));
}

/** Old packages state the licence in an older form, which the lock file leaves out. */
function installedLicence(path) {
  try {
    const { license, licenses } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    return license?.type ?? license ?? licenses?.[0]?.type;
  } catch {
    return undefined;
  }
}

/** True for "MIT", "(MIT OR GPL-3.0)", "MIT AND ISC": with OR one licence must be allowed, with AND all of them. */
export function isAllowed(license) {
  if (license === undefined) return false;
  const text = license.replaceAll(/[()]/g, '');
  return text.split(/ OR /i).some((choice) => choice.split(/ AND /i).every((one) => ALLOWED.has(one.trim())));
}

export function check(found = packages()) {
  const problems = found
    .filter(({ license }) => !isAllowed(license))
    .filter(
      ({ name, shipped }) => shipped || !(name in EXCEPTIONS || Object.keys(EXCEPTIONS).some((known) => name.startsWith(`${known}-`))),
    )
    .map(
      ({ name, version, license, shipped }) =>
        `${name} ${version} has the licence ${license ?? '(none stated)'}${shipped ? ' and is shipped' : ''}. Take another package, or add it to scripts/checks/licences.mjs with the reason.`,
    );
  return [...new Set(problems)];
}
