/**
 * `npm run pictures -- app [state …]`: opens every screen and state of the app in every variant, on a server of its own. For each state it
 * writes a sheet of all variants and the picture of a phone of 390 px into `.pictures/app/`, and one page that shows the sheets,
 * `.pictures/gallery.md`. An error on a console is reported, and the command then ends with 1.
 */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { startServer } from '../../../tests/e2e/support/server.ts';
import { contactSheet, type Shot } from './sheet.ts';
import { STATES } from './states.ts';
import { VARIANTS, type Variant } from './variants.ts';
import { drawn, type Owner, type State, type World } from './ways.ts';
import { settle } from './world.ts';

/** What the scripts of this project do for the command. */
export interface Tools {
  readonly findChromium: () => Promise<string>;
  readonly build: () => Promise<void>;
  readonly say: (line: string) => void;
  /** Writes into `.pictures/`; the name may have a folder before it. */
  readonly writePicture: (name: string, png: Buffer) => void;
  readonly writePage: (name: string, text: string) => void;
  /** Deletes the pictures of a folder that have none of these names. */
  readonly removeOthers: (folder: string, names: readonly string[]) => void;
}

const SCALE = 0.5;

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

function contextOptions(variant: Variant, storageState: Storage | undefined) {
  return {
    viewport: { width: variant.width, height: variant.height },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    colorScheme: variant.dark ? 'dark' : 'light',
    ...(storageState ? { storageState } : {}),
  } as const;
}

async function enlargeText(page: Page, percent: number): Promise<void> {
  await page.addInitScript((size) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.documentElement.style.fontSize = `${size}%`;
    }).observe(document, { childList: true, subtree: true });
  }, percent);
}

async function shoot(
  browser: Browser,
  world: World,
  state: State,
  variant: Variant,
  storage: Storage | undefined,
  problem: (text: string) => void,
): Promise<Shot> {
  const context = await browser.newContext(contextOptions(variant, storage));
  try {
    const page = await context.newPage();
    // Six pages at once, on a machine that may do much else.
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => problem(String(error)));
    page.on('console', (message) => {
      // The browser notes every answer that is not 2xx, and those are part of some states.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) problem(message.text());
    });
    if (variant.text) await enlargeText(page, variant.text);
    // A state that a width hides is still pictured as far as it came, and said.
    await state.open(page, world).catch((error: unknown) => problem(String(error)));
    if (!state.loading) await drawn(page).catch((error: unknown) => problem(String(error)));
    return { title: variant.name, png: await page.screenshot(), width: variant.width, height: variant.height };
  } finally {
    // An answer that a state changes may still be under way.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

function gallery(): string {
  const parts = STATES.map(({ name, title }) => `## ${title}\n\n![${title}](app/${name}.png)\n`);
  return [
    '# The screens of the app\n',
    'Every screen and the states of it that a player meets: at 390 px light and dark, at 360 and 430 px, with text of twice the size, and in',
    'landscape. `npm run pictures -- app` takes them from the running app and writes this page; `npm run pictures -- app home slip` takes some.\n',
    ...parts,
  ].join('\n');
}

/** Exit code: 0 when every picture was taken without an error, 1 else, 2 when a state is not known. */
export async function main(names: readonly string[], tools: Tools): Promise<number> {
  const { findChromium, build, say, writePicture, writePage, removeOthers } = tools;
  const unknown = names.filter((name) => !STATES.some((state) => state.name === name));
  if (unknown.length > 0) {
    say(`no state is called ${unknown.join(', ')}; there are ${STATES.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  const executablePath = await findChromium();
  await build();
  const server = await startServer({ clock: 1, demo: true });
  const browser = await chromium.launch({
    executablePath,
    args: ['--lang=zh-CN', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
    env: { ...process.env, LANGUAGE: 'zh-CN' },
  });
  let failed = 0;
  try {
    const { world, storage } = await settle(browser, server);
    const owners: Readonly<Record<Owner, Storage | undefined>> = { visitor: undefined, ...storage };
    for (const state of STATES) {
      if (names.length > 0 && !names.includes(state.name)) continue;
      const shots = await Promise.all(
        VARIANTS.map((variant) =>
          shoot(browser, world, state, variant, owners[state.owner], (text) => {
            failed += 1;
            say(`✗ ${state.name}, ${variant.name}: ${text}`);
          }),
        ),
      );
      writePicture(`app/${state.name}`, await contactSheet(browser, shots, SCALE));
      writePicture(`app/${state.name}-phone`, (shots[0] as Shot).png);
      say(state.name);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  if (names.length === 0)
    removeOthers(
      'app',
      STATES.flatMap(({ name }) => [name, `${name}-phone`]),
    );
  writePage('gallery.md', gallery());
  return failed > 0 ? 1 : 0;
}
