import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHUNK_TIMEOUT_MS, ChunkLoadError, loadChunk } from '../../../app/platform/chunk.ts';
import { type ClientSignals, detectClientType, isNativeWrapper, sentClientType } from '../../../app/platform/client-type.ts';
import { deviceId, storedIp, storeIp } from '../../../app/platform/device.ts';
import { caughtError, ERROR_CATALOGUE } from '../../../app/platform/errors.ts';
import { apiOrigin, matchDataOrigin } from '../../../app/platform/host.ts';
import { isConfirmedVersion } from '../../../app/platform/index.ts';
import { newKey } from '../../../app/platform/submissions.ts';
import { createServerClock } from '../../../app/platform/server-clock.ts';
import { namespacedStore } from '../../../engine/drivers/storage.ts';
import { virtualClock } from '../../../engine/drivers/timers.ts';
import { memoryStorage } from './world.ts';

describe('client type (specification section 7)', () => {
  const plain: ClientSignals = { search: '', androidBridge: false, iosBridge: false, iosStandalone: false, standalone: false };
  it.each<[string, Partial<ClientSignals>, number]>([
    ['1 by default', {}, 1],
    ['31 with source', { search: '?source=partner' }, 31],
    ['61 in the Android wrapper', { androidBridge: true, standalone: true }, 61],
    ['91 in the iOS wrapper', { iosBridge: true, iosStandalone: true }, 91],
    ['81 as an iOS standalone page', { iosStandalone: true, standalone: true }, 81],
    ['71 in standalone mode', { standalone: true, search: '?source=1' }, 71],
    ['8 as declared by a wrapper', { search: '?clientType=8' }, 8],
    ['9 as declared by a wrapper', { search: '?clientType=9', standalone: true }, 9],
    ['1 for any other declaration', { search: '?clientType=61' }, 1],
  ])('%s', (_name, signals, type) => expect(detectClientType({ ...plain, ...signals })).toBe(type));
  it('wrappers are 61, 91, 8 and 9', () => {
    expect(([1, 8, 9, 31, 61, 71, 81, 91] as const).filter(isNativeWrapper)).toEqual([8, 9, 61, 91]);
  });
  it('is sent on the listed paths, else 1', () => {
    expect(sentClientType('/api/Account/Heartbeat', 81)).toBe(81);
    expect(sentClientType('/api/lottery/bet_szc', 81)).toBe(81);
    expect(sentClientType('/api/order/list', 81)).toBe(1);
  });
});

describe('the API host', () => {
  const from = (host: string, hosts = {}, search = '') => apiOrigin({ protocol: 'https:', host, search }, hosts);
  it.each([
    ['www.caipu.example', 'https://api1.caipu.example'],
    ['m.cn.caipu.example', 'https://api1.cn.caipu.example'],
    ['www.caipu.example:8443', 'https://api1.caipu.example:8443'],
    ['caipu.example', 'https://api1.caipu.example'],
    ['api1.caipu.example', ''],
    ['localhost', ''],
    ['localhost:5173', ''],
    ['127.0.0.1:8080', ''],
    ['192.168.1.20:8080', ''],
    ['[::1]:8080', ''],
    ['phone', ''],
    ['caipu.local', ''],
    ['caipu.test:81', ''],
  ])('of %s is %j', (host, origin) => expect(from(host)).toBe(origin));
  it('overrides win, by host and for all', () => {
    const overrides = { 'www.caipu.example': 'same', '*': 'api.other.example' };
    expect(from('www.caipu.example', { overrides })).toBe('');
    expect(from('m.caipu.example', { overrides })).toBe('https://api.other.example');
    expect(from('m.caipu.example', { overrides: { constructor: 'x' } })).toBe('https://api1.caipu.example');
  });
  it('of the match-data service: where the brand says, else the one of the API', () => {
    const page = { protocol: 'https:', host: 'www.caipu.example', search: '' };
    expect(matchDataOrigin(page)).toBe('https://api1.caipu.example');
    expect(matchDataOrigin(page, { matchData: 'match.caipu.example' })).toBe('https://match.caipu.example');
    expect(matchDataOrigin(page, { matchData: 'same' })).toBe('');
  });

  it('realhost only names a host on the list', () => {
    const hosts = { realhosts: ['api9.caipu.example', 'test.caipu.example:8443'] };
    expect(from('www.caipu.example', hosts, '?realhost=api9.caipu.example')).toBe('https://api9.caipu.example');
    expect(from('localhost', hosts, '?realhost=TEST.caipu.example:8443')).toBe('https://test.caipu.example:8443');
    for (const foreign of [
      'evil.example',
      'api9.caipu.example.evil.example',
      'evil.example/api9.caipu.example',
      'api9.caipu.example@evil.example',
      'https://api9.caipu.example',
      'api9.caipu.example:444',
      '',
    ]) {
      expect(from('www.caipu.example', hosts, `?realhost=${encodeURIComponent(foreign)}`), foreign).toBe('https://api1.caipu.example');
    }
    expect(from('www.caipu.example', {}, '?realhost=api9.caipu.example')).toBe('https://api1.caipu.example');
  });
});

describe('the error catalogue (specification section 8)', () => {
  it('texts and durations', () => {
    expect(ERROR_CATALOGUE.default).toEqual({ text: '网络错误', ms: 2_000 });
    expect(caughtError(1)).toEqual({ text: '连线超时无回应 请确认您的网络再尝试', ms: 2_000 });
    expect(caughtError(2)).toEqual({ text: '连线超时无回应 请确认您的网络再尝试', ms: 5_000 });
    expect(caughtError(3, '余额不足')).toEqual({ text: '余额不足', ms: 2_000 });
    expect(caughtError(3)).toEqual({ text: '网络错误', ms: 2_000 });
    expect(ERROR_CATALOGUE.customerService.text).toBe('获取客服信息失败，请稍后重试');
  });
  it('an app version of at least 202007000 counts as confirmed', () => {
    expect([isConfirmedVersion(202006999), isConfirmedVersion(202007000)]).toEqual([false, true]);
  });
});

describe('loading a part of the app', () => {
  const url = 'https://x.example/assets/a.js';
  it('gives what was loaded', async () => expect(await loadChunk('a', async () => 7)).toBe(7));
  it('a part that is missing is a ChunkLoadError with its address', async () => {
    const failed = loadChunk('a', () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${url}`)));
    await expect(failed).rejects.toMatchObject({ name: 'ChunkLoadError', type: 'missing', request: url });
  });
  it('a load that an event ends has the type of the event', async () => {
    await expect(loadChunk('a', () => Promise.reject(new Event('error')))).rejects.toMatchObject({ type: 'error', request: 'a' });
  });
  it('120 s without an end is a time-out', async () => {
    const clock = virtualClock();
    const caught = loadChunk('a', () => new Promise(() => undefined), clock).catch((error: unknown) => error);
    clock.advance(CHUNK_TIMEOUT_MS - 1);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(await caught).toBeInstanceOf(ChunkLoadError);
    expect(await caught).toMatchObject({ type: 'timeout' });
  });
});

describe('the server’s clock', () => {
  it('is the phone’s until it was read, then the middle of the round trip, at its speed', () => {
    const phone = virtualClock(10_000);
    const clock = createServerClock(phone);
    expect([clock.now(), clock.calibrated]).toEqual([10_000, false]);
    phone.advance(200);
    clock.calibrate({ now: 5_000_000, speed: 60, sentAt: 10_000, receivedAt: 10_200 });
    expect(clock.now()).toBe(5_000_000 + 100 * 60);
    phone.advance(1_000);
    expect(clock.now()).toBe(5_000_000 + 1_100 * 60);
  });
  it('ignores nonsense', () => {
    const clock = createServerClock(virtualClock(1));
    for (const [now, speed] of [
      [Number.NaN, 1],
      [1, 0],
      [1, -1],
      [1, Number.NaN],
    ] as const)
      clock.calibrate({ now, speed, sentAt: 0, receivedAt: 1 });
    clock.calibrate({ now: 1, speed: 1, sentAt: 2, receivedAt: 1 });
    expect(clock.calibrated).toBe(false);
  });
});

it('new keys are 128 bits in hexadecimal, none twice, in the order of time', () => {
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const keys = Array.from({ length: 50 }, (_, at) => newKey(1_790_000_000_000 + at, random));
  expect(new Set([...keys, ...Array.from({ length: 50 }, () => newKey(1_790_000_000_000, random))]).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect([...keys].sort()).toEqual(keys);
});

describe('the device', () => {
  it('keeps one random id per installation', () => {
    const store = namespacedStore('caipu', () => memoryStorage());
    const made = deviceId(store, (count) => new Uint8Array(count).fill(10));
    expect(made).toBe('0a'.repeat(16));
    expect(deviceId(store, () => new Uint8Array(16))).toBe(made);
  });
  it('stores the IP encrypted, and reads it back', async () => {
    const web = memoryStorage();
    const store = namespacedStore('caipu', () => web);
    await storeIp(store, 'secret', '203.0.113.7');
    expect(JSON.stringify(web.dump())).not.toContain('203.0.113');
    expect(await storedIp(store, 'secret')).toBe('203.0.113.7');
    expect(await storedIp(store, 'other')).toBeUndefined();
    store.set('ip', 'damaged');
    expect(await storedIp(store, 'secret')).toBeUndefined();
  });
});

it('the ciphers are not in the first load: only the HMAC and hex submodules are imported at start', () => {
  const read = (name: string) => readFileSync(new URL(`../../../app/platform/${name}`, import.meta.url), 'utf8');
  const imports = ['index', 'client', 'device', 'hmac', 'session', 'descriptions'].flatMap(
    (name) => read(`${name}.ts`).match(/^import .*crypto-js.*$/gm) ?? [],
  );
  expect(imports.map((line) => /'(.*)'/.exec(line)?.[1]).sort()).toEqual(['crypto-js/enc-hex', 'crypto-js/hmac-sha256']);
});
