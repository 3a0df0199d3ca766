/** What `npm start` says of where the app is: on this computer, and on a phone in the same network. */
import { describe, expect, it } from 'vitest';

interface Address {
  readonly address: string;
  readonly family: string;
  readonly internal: boolean;
}
/** Scripts have no types of their own. */
const { lanAddresses, openLines } = (await import(new URL('../../scripts/build/open-at.mjs', import.meta.url).href)) as {
  lanAddresses(interfaces: Readonly<Record<string, readonly Address[]>>): readonly string[];
  openLines(where: {
    host: string;
    port: number;
    addresses: readonly string[];
    windows?: boolean;
    qr?: (text: string) => string;
  }): readonly string[];
};

const at = (address: string, family = 'IPv4', internal = false): Address => ({ address, family, internal });
const said = (host: string, addresses: readonly string[] = ['192.168.1.20', '10.0.0.7'], windows = false) => {
  const encoded: string[] = [];
  const text = openLines({ host, port: 8080, addresses, windows, qr: (url) => `[${encoded.push(url)}]` }).join('\n');
  return { text, encoded };
};

it('finds the addresses of this computer that a phone can reach, those of a home network first', () => {
  expect(
    lanAddresses({
      lo: [at('127.0.0.1', 'IPv4', true), at('::1', 'IPv6', true)],
      docker0: [at('172.17.0.1')],
      tun0: [at('10.8.0.2')],
      eth1: [at('203.0.113.4')],
      eth0: [at('10.0.0.7'), at('fe80::1', 'IPv6')],
      wlan0: [at('192.168.1.20')],
      eth2: [at('169.254.3.3'), at('172.16.0.9')],
    }),
  ).toEqual(['192.168.1.20', '10.0.0.7', '172.16.0.9', '203.0.113.4']);
  expect(lanAddresses({})).toEqual([]);
});

describe('the lines in the terminal', () => {
  it.each(['127.0.0.1', 'localhost', '::1'])('at %s: how to open it to the network, and no code that would lead nowhere', (host) => {
    const { text, encoded } = said(host);
    expect(text).toContain('open here:   http://127.0.0.1:8080\n');
    expect(text).toContain('stop:        Ctrl+C');
    expect(text).toContain('HOST=0.0.0.0 npm start, which opens http://192.168.1.20:8080');
    expect(text).toContain('Everybody in your network can play then.');
    expect(encoded).toEqual([]);
  });

  it('on Windows: the same in its own words', () => {
    expect(said('127.0.0.1', [], true).text).toContain("$env:HOST='0.0.0.0'; npm start.");
  });

  it('at every address: that of the network with its code, in black and white', () => {
    const { text, encoded } = said('0.0.0.0');
    expect(encoded).toEqual(['http://192.168.1.20:8080']);
    expect(text).toContain('open here:   http://127.0.0.1:8080\n');
    expect(text).toContain('on a phone:  http://192.168.1.20:8080 in the same network');
    expect(text).toContain('\u001b[97;40m[1]\u001b[0m');
    expect(text).toContain('if that does not answer: http://10.0.0.7:8080');
  });

  it('at one address: that one', () => {
    const { text, encoded } = said('10.0.0.7');
    expect(encoded).toEqual(['http://10.0.0.7:8080']);
    expect(text).toContain('open here:   http://10.0.0.7:8080\n');
    expect(text).not.toContain('192.168.1.20');
  });

  it('without a network: so', () => {
    expect(said('0.0.0.0', []).text).toContain('this computer is in no network');
  });
});

it('the code is one that a phone reads: as many light lines around it as it has by itself', () => {
  const lines = openLines({ host: '0.0.0.0', port: 8080, addresses: ['192.168.1.20'] });
  const code = lines.find((line) => line.includes('█'))?.split('\n') ?? [];
  // 25 modules of a short address and a margin of two, two modules a line.
  expect(code).toHaveLength(15);
  for (const line of code) expect(line.replace('\u001b[97;40m', '<').replace('\u001b[0m', '>')).toMatch(/^ {2}<[█▀▄ ]{29}>$/);
});
