// Finds a Chromium for the browser tests, or installs one. Order: CHROMIUM_PATH, Playwright's own download,
// a browser of the system, the system's package manager (Debian, as root), Playwright's download.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, tool } from './run.mjs';
import { say, step } from './say.mjs';

/** Chromium without a window: with it the tests cost a seventh less. Playwright's own download is of this kind too. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const FIXED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const isRoot = process.getuid?.() === 0;

function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {}
  }
  return undefined;
}

async function playwrightOwn() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : undefined;
}

const system = (names = [SHELL, ...NAMES]) => names.map(onPath).find(Boolean) ?? FIXED.find((file) => existsSync(file));

/** Chinese text needs a CJK font, or every character is a box; only Debian as root can be helped from here. */
async function ensureFont() {
  if (process.platform !== 'linux' || !isRoot || !onPath('apt-get')) return;
  const { output } = await run('fc-list', [':lang=zh'], { quiet: true });
  if (output.trim() && !output.includes('ENOENT')) return;
  await step('installing a Chinese font (fonts-noto-cjk)', () =>
    run('apt-get', ['install', '-y', '-qq', 'fonts-noto-cjk'], { quiet: true }),
  );
}

async function installWithApt() {
  if (process.platform !== 'linux' || !isRoot || !onPath('apt-get')) return;
  await step('installing Chromium with apt-get', async () => {
    await run('apt-get', ['update', '-qq'], { quiet: true });
    await run('apt-get', ['install', '-y', '-qq', 'fonts-noto-cjk', 'fontconfig'], { quiet: true });
    // Older releases have the browser alone.
    for (const name of [SHELL, 'chromium']) if (!system()) await run('apt-get', ['install', '-y', '-qq', name], { quiet: true });
  });
}

/**
 * The path of a Chromium that can be started; throws with the two commands that would help when there is none. With `windowed` a browser
 * such as players have comes first: what is timed is timed there.
 */
export async function findChromium({ windowed = false } = {}) {
  if (process.env.CHROMIUM_PATH) {
    if (existsSync(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, and no such file exists. Correct it or unset it.`);
  }
  let found = (windowed && system(NAMES)) || ((await playwrightOwn()) ?? system());
  if (!found) {
    await installWithApt();
    found = system();
  }
  if (!found) {
    say('no Chromium found; trying Playwright’s download');
    await step('downloading Chromium', () => run(tool('playwright'), ['install', 'chromium'], { quiet: true }));
    found = await playwrightOwn();
  }
  if (!found) {
    throw new Error(
      'No Chromium for the browser tests. Install one with "apt-get install chromium-headless-shell" or "npx playwright install chromium", or set CHROMIUM_PATH.',
    );
  }
  await ensureFont();
  return found;
}
