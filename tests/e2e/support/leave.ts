import { expect, type Page } from '@playwright/test';

/**
 * Reloads the page while the answer to a request is on its way: `press` sends the request to `address` (a glob), the browser begins to leave
 * the page, the page that is left gets the answer, and only then does the next one arrive.
 */
export async function leaveBeforeAnswer(page: Page, address: string, press: () => Promise<void>): Promise<void> {
  const fetched = signal();
  const answer = signal();
  await page.route(address, async (route) => {
    const response = await route.fetch();
    fetched.give();
    await answer.given;
    await route.fulfill({ response });
  });
  // A page that is being left answers no evaluation. It reports by itself when it has read the answer and had a turn to handle it.
  const heard = signal();
  await page.exposeFunction('heard', heard.give);
  await page.evaluate(
    (path) => {
      const pageWindow = window as unknown as { heard(): void };
      const read = Response.prototype.text;
      Response.prototype.text = async function () {
        const text = await read.call(this);
        if (this.url.includes(path)) setTimeout(pageWindow.heard, 0);
        return text;
      };
    },
    address.replaceAll('*', ''),
  );
  await press();
  await fetched.given;
  const left = signal();
  const arrive = signal();
  const here = page.url();
  await page.route(here, async (route) => {
    left.give();
    await arrive.given;
    await route.continue();
  });
  const reloaded = page.reload();
  await left.given;
  answer.give();
  await heard.given;
  arrive.give();
  await reloaded;
  await page.unroute(here);
  await page.unroute(address);
  expect(page.url()).toBe(here);
}

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
