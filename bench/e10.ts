/** E10: home, game, slip, login, bet and result under the page's own Content-Security-Policy, counting what it had to stop. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, logIn } from './lib/browser.ts';
import type { Bench } from './lib/figure.ts';
import { build, startServer } from './lib/product.ts';

/** What the policy must say of each directive; frames are excepted. */
const PROMISED: Readonly<Record<string, string>> = { 'default-src': "'self'", 'script-src': "'self'" };

const bench: Bench = {
  id: 'E10',
  title: 'the page under its Content-Security-Policy',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-e10-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const server = await startServer(context, { CAIPU_DATA: folder });

    const header = (await fetch(`${server.url}/`)).headers.get('content-security-policy') ?? '';
    const directives = new Map(
      header.split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(/\s+/);
        return [name, values.join(' ')] as const;
      }),
    );
    const broken = Object.entries(PROMISED).filter(([name, value]) => directives.get(name) !== value);

    const browser = await launch(context);
    const view = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
    const violations: string[] = [];
    const errors: string[] = [];
    await view.exposeFunction('benchViolation', (what: string) => void violations.push(what));
    await view.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        (window as unknown as { benchViolation(what: string): void }).benchViolation(
          `${event.violatedDirective} ${event.blockedURI} at ${location.pathname}`,
        );
      });
    });
    const page = await view.newPage();
    // A violation before the page's own script could listen is still said on the console.
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
      else if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));

    await page.goto(server.url);
    await page.getByText('快开').first().waitFor();
    await page.goto(`${server.url}/ssq`);
    await page.getByRole('button', { name: '机选', exact: true }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await page.waitForURL(/NumConfirmation/);
    await logIn(page, server.url);
    await page.goto(`${server.url}/NumConfirmation/ssq/DS`);
    await page.getByRole('button', { name: '确认投注' }).click();
    await page.getByText('查看订单').waitFor();
    const walked = ['/', '/ssq', '/login', '/NumConfirmation/ssq/DS'];
    for (const path of ['/betRecord', '/result', '/resultDetailList/ssq', '/transactionRecord', '/setting', '/ssc/jlffc', '/k3/jsks']) {
      await page.goto(server.url + path);
      await page.getByRole('heading').or(page.locator('.card')).first().waitFor();
      walked.push(path);
    }
    const found = [...violations];
    // A count of none means something only where one would be seen: the page is made to break its policy once, on purpose.
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = '0';
      document.head.append(script);
    });
    await page.waitForTimeout(200);
    if (violations.length === found.length) throw new Error('a violation made on purpose was not seen, so none seen means nothing');
    await browser.close();
    await server.stop();
    return [
      {
        id: 'E10.violations',
        what: `violations on ${walked.length} screens, a bet included`,
        value: found.length,
        unit: '',
        goal: { at: 'exactly', value: 0 },
        ...(found.length + errors.length > 0
          ? { note: [...new Set([...found, ...errors.map((error) => `console: ${error}`)])].slice(0, 5).join('; ') }
          : {}),
      },
      {
        id: 'E10.header',
        what: "directives that are not as promised (default-src 'self', script-src 'self')",
        value: broken.length,
        unit: '',
        goal: { at: 'exactly', value: 0 },
        note: header,
      },
    ];
  },
};
export default bench;
