// Puts the drawings (engine/screens/kit/icons, scenes and slides, one SVG file each) into three sprites and lists their names.
// One file for all of a kind: a phone fetches it once, keeps it, and no drawing is in the JavaScript.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}engine/descriptions/generated`;
const BANNER = 'Generated from engine/screens/kit/{icons,scenes,slides} by scripts/generate-drawings.mjs. Do not edit.';
const PICTURES_BANNER = 'Generated from public/{avatars,goods} by scripts/generate-drawings.mjs. Do not edit.';

/** The files that are written into engine/descriptions/generated. */
export const DRAWING_FILES = [
  'icons.svg',
  'scenes.svg',
  'slides.svg',
  'drawings.js',
  'drawings.d.ts',
  'logos.js',
  'logos.d.ts',
  'pictures.js',
  'pictures.d.ts',
];

/** Grid of the pictures of the banner: as high as its least height. */
const SLIDE = '0 0 160 108';

/** Names and bodies of the drawings in a folder. Throws for a file that is not on the grid. */
export function readDrawings(folder, viewBox) {
  return readdirSync(`${root}${folder}`)
    .filter((name) => name.endsWith('.svg'))
    .sort()
    .map((file) => {
      const text = readFileSync(`${root}${folder}/${file}`, 'utf8').trim();
      const match = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="([^"]+)">(.+)<\/svg>$/s.exec(text);
      if (match === null || match[1] !== viewBox) throw new Error(`${folder}/${file}: must be one <svg> with viewBox="${viewBox}"`);
      return { name: file.slice(0, -4), body: match[2] };
    });
}

const sprite = (drawings, viewBox) =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n${drawings.map(({ name, body }) => `<symbol id="${name}" viewBox="${viewBox}">${body}</symbol>`).join('\n')}\n</svg>\n`;

const names = (drawings) => JSON.stringify(drawings.map(({ name }) => name));

export function generateDrawings() {
  const icons = readDrawings('engine/screens/kit/icons', '0 0 24 24');
  const scenes = readDrawings('engine/screens/kit/scenes', '0 0 120 96');
  const logos = icons.filter(({ name }) => name.startsWith('logo-'));
  mkdirSync(out, { recursive: true });
  write('icons.svg', sprite(icons, '0 0 24 24'));
  write('scenes.svg', sprite(scenes, '0 0 120 96'));
  write('slides.svg', sprite(readDrawings('engine/screens/kit/slides', SLIDE), SLIDE));
  write('drawings.js', `// ${BANNER}\nexport const DRAWN_ICONS = ${names(icons)};\nexport const SCENES = ${names(scenes)};\n`);
  write(
    'drawings.d.ts',
    `// ${BANNER}\nexport declare const DRAWN_ICONS: readonly ${names(icons)};\nexport declare const SCENES: readonly ${names(scenes)};\n`,
  );
  // The server draws the logo into the page and into the brand's icon, where no sprite can be read.
  const bodies = Object.fromEntries(logos.map(({ name, body }) => [name, body]));
  write('logos.js', `// ${BANNER}\nexport const LOGOS = ${JSON.stringify(bodies)};\n`);
  // What a product may be shown by: files that the build puts beside the app.
  const pictures = ['avatars', 'goods'].flatMap((folder) =>
    readdirSync(`${root}public/${folder}`)
      .filter((name) => name.endsWith('.svg'))
      .sort()
      .map((name) => `/${folder}/${name}`),
  );
  write('pictures.js', `// ${PICTURES_BANNER}\nexport const STORE_PICTURES = ${JSON.stringify(pictures)};\n`);
  write('pictures.d.ts', `// ${PICTURES_BANNER}\nexport declare const STORE_PICTURES: readonly string[];\n`);
  write('logos.d.ts', `// ${BANNER}\nexport declare const LOGOS: Readonly<Record<string, string>>;\n`);
}

/** Renamed into place, as generate.mjs does; a file that says the same is left alone, so that nothing that watches it starts again. */
function write(name, text) {
  const file = `${out}/${name}`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const temporary = `${out}/.${name}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}
