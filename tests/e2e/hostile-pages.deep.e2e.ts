/** Pages and addresses that mean harm: messages, addresses and forms of others reach neither the app nor the player's token. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from '@playwright/test';
import { HOSTILE_MESSAGES } from '../engine/machines/hostile.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { openWheel } from './support/wheel.ts';

let server: RunningServer;
// What the browser refuses is noted on the console; the tests look at what the app did.
const refused = base;
let evil: Server;
let origin: string;
const requestedUrls: string[] = [];
test.beforeAll(async () => {
  server = await startServer({ clock: 1, demo: true, games: ['ssq', 'jlffc'] });
  evil = createServer((request, response) => {
    requestedUrls.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>evil</title>evil');
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  await server?.stop();
  await new Promise<void>((resolve) => void evil.close(() => resolve()));
});

refused('no hostile message moves the app, from the frame, from another window or from another origin', async ({ page }) => {
  await newPlayer(page, server.url);
  await openWheel(page, server.url);
  const path = () => new URL(page.url()).pathname;
  const [game] = page.frames().filter((frame) => frame.url().includes('/wheel/'));
  if (!game) throw new Error('no frame');
  const definedMessages = HOSTILE_MESSAGES.filter((message) => message !== undefined);
  await game.evaluate((messages) => {
    for (const message of messages) window.parent.postMessage(message, '*');
  }, definedMessages);
  // A right message, but from the app's own window, from a frame inside the game, and from a frame that wandered off.
  await page.evaluate(() => window.postMessage({ frame: 1, type: 'login' }, '*'));
  await game
    .evaluate(() => {
      const inner = document.createElement('iframe');
      document.body.append(inner);
      (inner.contentWindow as unknown as { eval(code: string): void }).eval("window.top.postMessage({ frame: 1, type: 'login' }, '*')");
    })
    .catch(() => undefined);
  await expect(page.frameLocator('iframe').first().getByRole('heading', { name: '幸运转盘' })).toBeVisible();
  expect(path()).toBe('/iframePage');
  await page.evaluate((to) => {
    const frame = document.querySelector('iframe');
    if (frame) frame.src = to;
  }, `${origin}/wandered`);
  await expect.poll(() => page.frames().some((frame) => frame.url().endsWith('/wandered'))).toBe(true);
  const wandered = page.frames().find((frame) => frame.url().endsWith('/wandered'));
  await wandered?.evaluate(() => window.parent.postMessage({ frame: 1, type: 'login' }, '*'));
  await wandered
    ?.evaluate(() => {
      try {
        (window.top as Window).location.href = '/evil';
      } catch {
        // Refused, as it should be.
      }
    })
    .catch(() => undefined);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(path()).toBe('/iframePage');
  expect(new URL(page.url()).origin).toBe(server.url);
});

refused('no address opens a foreign page in the frame or in the app, and no token leaves', async ({ page, context }) => {
  const { token } = (await newPlayer(page, server.url)).client;
  const foreign: string[] = [];
  context.on('request', (request) => {
    const { origin: to, protocol } = new URL(request.url());
    if (to !== server.url && protocol.startsWith('http')) foreign.push(request.url());
  });
  requestedUrls.length = 0;
  const host = origin.slice('http://'.length);
  const payloads = [
    ...[
      host,
      `${host}/`,
      `//${host}`,
      origin,
      `${host}#`,
      `127.0.0.1@${host}`,
      `${host}?`,
      host.toUpperCase(),
      ` ${host}`,
      'evil.example',
    ].map((value) => `/?realhost=${encodeURIComponent(value)}`),
    `/?realhost=${host}&realhost=127.0.0.1`,
    `/?RealHost=${host}`,
    ...['url', 'title', 'to', 'redirect', 'next', 'return', 'loginAfter', 'frame', 'src'].map(
      (name) => `/iframePage?${name}=${encodeURIComponent(origin)}`,
    ),
    ...['url', 'gameUrl', 'src'].map((name) => `/iframePage2?${name}=${encodeURIComponent(origin)}`),
    ...['redirect', 'loginAfter', 'next', 'to', 'from'].map((name) => `/login?${name}=${encodeURIComponent(origin)}`),
    ...['redirect', 'next'].map((name) => `/register?${name}=${encodeURIComponent(`//${host}`)}`),
    `/iframePage#${origin}`,
    `/qq?url=${encodeURIComponent(origin)}`,
    `/gamecenter/${encodeURIComponent(`//${host}`)}`,
    `/gamecenter/${encodeURIComponent('javascript:alert(1)')}`,
    `/.//${host}`,
    `/%2F%2F${host}`,
    `/%5C%5C${host}`,
    `/maintaining?to=${encodeURIComponent(origin)}`,
    ...['wss', 'ws', 'ftp', 'https'].map((scheme) => `/?realhost=${encodeURIComponent(`${scheme}://${host}`)}`),
    ...['127.0.0.1', 'localhost', '[::1]', '0', '::1'].map((name) => `/?realhost=${encodeURIComponent(`${name}:${host.split(':')[1]}`)}`),
    `/index?realhost=${host}%00`,
    `/login?realhost=${host}`,
  ];
  expect(payloads.length).toBeGreaterThanOrEqual(50);
  for (const payload of payloads) {
    await page.goto(server.url + payload);
    await expect(page.locator('#app > *').first(), payload).toBeVisible();
    expect(new URL(page.url()).origin, payload).toBe(server.url);
    await expect(page.locator('iframe'), payload).toHaveCount(0);
  }
  // There was a token that could have left: the player is logged in still.
  expect(await page.evaluate(() => localStorage.getItem('caipu.token'))).toBe(token);
  // The start-up calls of the last page have gone out by the time that the line test has measured.
  await page.goto(`${server.url}/testspeed?realhost=${host}`);
  await expect(page.getByText(/^\d+ 毫秒$/)).toHaveCount(3);
  // Stored values that someone put there are weighed like everything else.
  for (const url of ['javascript:alert(1)', `${server.url}/login`, 'data:text/html,evil', `http://x@${host}/`]) {
    await page.evaluate((value) => {
      const key =
        Object.keys(localStorage)
          .find((name) => name.endsWith('.token'))
          ?.replace(/token$/, 'frame') ?? 'frame';
      sessionStorage.setItem(key, JSON.stringify({ title: 'game', url: value }));
    }, url);
    await page.goto(`${server.url}/iframePage`);
    await expect(page.getByText('无法打开该地址'), url).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
  }
  // A form to an address that no operator named is refused by the browser.
  await page.evaluate((url) => {
    const key = Object.keys(sessionStorage).find((name) => name.endsWith('frame')) as string;
    sessionStorage.setItem(key, JSON.stringify({ title: 'recharge', url, method: 'POST', fields: { amount: '1' } }));
  }, `${origin}/pay`);
  const refusedForm = page.waitForEvent('console', (message) => message.text().includes('form-action'));
  await page.goto(`${server.url}/iframePage`);
  await refusedForm;
  expect(foreign).toEqual([]);
  expect(requestedUrls).toEqual([]);
  expect(requestedUrls.join(' ')).not.toContain(token);
});
