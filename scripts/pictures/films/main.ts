/**
 * `npm run pictures -- films [film …]`: plays the moments that a player comes for (a bet, a draw, a win) on a phone-sized Chromium, and puts
 * each as one sheet of frames into `.pictures/films/`, with the page that shows them, `.pictures/films.md`.
 */
import { chromium, type Page } from '@playwright/test';
import { startServer } from '../../../tests/e2e/support/server.ts';
import { contactSheet, type Shot } from '../app/sheet.ts';
import { settle } from '../app/world.ts';
import type { Tools } from '../app/main.ts';
import { FILMS, type Film } from './films.ts';

const PHONE = { width: 390, height: 844 };
const SCALE = 0.5;

function page(films: readonly Film[]): string {
  const parts = films.map(({ name, title, about }) => `## ${title}\n\n${about}\n\n![${title}, frame by frame](films/${name}.png)\n`);
  return [
    '# Films of the app\n',
    'What a player does most, frame by frame at 390 px with motion on. `npm run pictures -- films` plays them on a server of its own and',
    'writes this page; `npm run pictures -- films bet` plays one.\n',
    ...parts,
  ].join('\n');
}

/** Exit code: 0 when every film was played to its end, 1 else, 2 when a film is not known. */
export async function main(names: readonly string[], tools: Tools): Promise<number> {
  const { findChromium, build, say, writePicture, writePage } = tools;
  const unknown = names.filter((name) => !FILMS.some((film) => film.name === name));
  if (unknown.length > 0) {
    say(`no film is called ${unknown.join(', ')}; there are ${FILMS.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  const executablePath = await findChromium();
  await build();
  const server = await startServer({ clock: 1 });
  const browser = await chromium.launch({
    executablePath,
    args: ['--lang=zh-CN', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
    env: { ...process.env, LANGUAGE: 'zh-CN' },
  });
  let failed = 0;
  try {
    const { storage } = await settle(browser, server);
    for (const film of FILMS) {
      if (names.length > 0 && !names.includes(film.name)) continue;
      const context = await browser.newContext({
        viewport: PHONE,
        deviceScaleFactor: 1,
        isMobile: true,
        hasTouch: true,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        reducedMotion: 'no-preference',
        storageState: storage.bettor,
      });
      const shots: Shot[] = [];
      const at: Page = await context.newPage();
      at.setDefaultTimeout(30_000);
      const frame = async (title: string): Promise<void> => {
        shots.push({ title, png: await at.screenshot(), ...PHONE });
      };
      try {
        await film.play({ page: at, server, frame });
      } catch (error) {
        failed += 1;
        say(`✗ ${film.name}, after ${shots.length} frames: ${String(error)}`);
      }
      await context.close();
      if (shots.length > 0) writePicture(`films/${film.name}`, await contactSheet(browser, shots, SCALE));
      say(`${film.name}, ${shots.length} frames`);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  writePage('films.md', page(FILMS));
  return failed > 0 ? 1 : 0;
}
