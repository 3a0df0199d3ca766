import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoOriginFor, fillAddress } from '../../../server/payments/providers/providers.ts';
import { type DemoGames, startDemoGames } from '../../../server/demo/games/listen.ts';
import { readOptions } from '../../../server/read-options.ts';
import { root } from '../support/server.ts';

describe('addresses of other companies', () => {
  const outside = { providers: [], demoPort: 8081 };
  it('the demonstration pages are on their own port at the address that the connection came to, whatever a header says', () => {
    expect(demoOriginFor(outside, undefined)).toBe('http://127.0.0.1:8081');
    expect(demoOriginFor(outside, '192.168.1.5')).toBe('http://192.168.1.5:8081');
    expect(demoOriginFor(outside, '::ffff:10.0.0.5')).toBe('http://10.0.0.5:8081');
    expect(demoOriginFor(outside, '::1')).toBe('http://[::1]:8081');
    expect(demoOriginFor(outside, 'fe80::1%eth0')).toBe('http://[fe80::1]:8081');
    expect(demoOriginFor({ ...outside, origin: 'https://caipu.example' }, '::1')).toBe('http://caipu.example:8081');
    expect(demoOriginFor({ ...outside, demoOrigin: 'https://games.example' }, '::1')).toBe('https://games.example');
    expect(demoOriginFor({ providers: [] }, '::1')).toBeUndefined();
  });
  it('a value cannot add a path or a parameter to a template', () => {
    expect(fillAddress('{demo}/{gamecode}/?c={company}', 'http://d', { gamecode: '../a', company: 'b&x=1' })).toBe(
      'http://d/..%2Fa/?c=b%26x%3D1',
    );
    expect(fillAddress('{demo}/x', undefined)).toBeUndefined();
    expect(fillAddress('https://p.example/{nothing}', undefined)).toBe('https://p.example/');
  });
  it('the environment says where they are, and a wrong value says what to do', () => {
    expect(readOptions({ PORT: '9000' }).demoPort).toBe(9001);
    expect([readOptions({ PORT: '0' }).demoPort, readOptions({ CAIPU_DEMO_PORT: '0' }).demoPort]).toEqual([undefined, undefined]);
    expect(readOptions({ CAIPU_DEMO_PORT: '7' })).toMatchObject({ demoPort: 7, demoPortAsked: true });
    expect(() => readOptions({ CAIPU_KEFU_URL: 'javascript:1' })).toThrow(/CAIPU_KEFU_URL.*http/);
    expect(() => readOptions({ CAIPU_PROVIDERS: '/nowhere.json' })).toThrow(/CAIPU_PROVIDERS/);
  });
});

describe('demonstration pages', () => {
  let demo: DemoGames;
  beforeAll(async () => {
    demo = await startDemoGames({ host: '127.0.0.1', port: 0, folder: join(root, 'server/demo/games') });
  });
  afterAll(() => demo.close());
  it('say that they are a demonstration, may be framed, and show no source of the server', async () => {
    for (const page of ['wheel', 'cards', 'kefu', 'activity']) {
      const answer = await fetch(`http://127.0.0.1:${demo.port}/${page}/`);
      expect(answer.status, page).toBe(200);
      expect(await answer.text()).toContain('无现金价值');
      expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *');
      expect(answer.headers.get('x-frame-options')).toBeNull();
    }
    expect((await fetch(`http://127.0.0.1:${demo.port}/listen.ts`)).status).toBe(404);
  });
});
