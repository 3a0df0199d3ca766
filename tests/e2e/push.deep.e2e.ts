/** Messages on the phone: the switches, what the worker shows of a push, and what a tap on it opens. */
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow', refusals: true });

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

test('each kind of push is switched by itself and stays switched', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/msgSettings`);
  const social = page.getByRole('switch', { name: '社交' });
  await expect(social).toHaveCount(2);
  const [pushed, received] = [social.first(), social.last()];
  await expect(pushed).toBeChecked();
  await pushed.click();
  await expect(pushed).not.toBeChecked();
  await expect(received).toBeChecked();
  await received.click();
  await expect(received).not.toBeChecked();
  await page.reload();
  await expect(page.getByRole('switch', { name: '社交' }).first()).not.toBeChecked();
  await expect(page.getByRole('switch', { name: '社交' }).last()).not.toBeChecked();
  await expect(page.getByRole('switch', { name: '系统' }).first()).toBeChecked();
});

test('the app asks for no permission at its start, and a push shows its text', async ({ page, context }) => {
  await context.grantPermissions(['notifications'], { origin: server.url });
  await page.addInitScript(() => {
    Notification.requestPermission = async () => {
      document.title = 'asked';
      return 'granted';
    };
  });
  await newPlayer(page, server.url);
  await page.goto(server.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(await page.title()).not.toBe('asked');

  // A browser without a window shows no notifications: what the worker wants shown is written down instead.
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no worker');
  await worker.evaluate(() => {
    const shown: unknown[] = [];
    const scope = self as unknown as { shown: unknown[]; registration: { showNotification: unknown } };
    scope.shown = shown;
    scope.registration.showNotification = async (title: string, options: object) => void shown.push({ title, ...options });
  });
  const session = await context.newCDPSession(page);
  const registrations = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const data = JSON.stringify({ title: '派奖 2 元', text: '吉林分分彩', to: '/MsgCenter', tag: 'm1' });
  await session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId: await registrations, data });
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as { shown: unknown[] }).shown))
    .toMatchObject([{ title: '派奖 2 元', body: '吉林分分彩', tag: 'm1', data: { to: '/MsgCenter' } }]);

  // A tap reaches the page as this message of the worker; it answers, and goes where the message leads.
  const answered = page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data: reply }) => resolve(reply);
        const event = new MessageEvent('message', { data: { say: 'open', to: '/MsgCenter' }, ports: [port2] });
        navigator.serviceWorker.dispatchEvent(event);
      }),
  );
  expect(await answered).toBe('opened');
  await expect(page).toHaveURL(/\/MsgCenter$/);
});
