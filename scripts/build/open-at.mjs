// Where to open the app: on this computer, and on a phone in the same network.
import { networkInterfaces } from 'node:os';
import { renderUnicodeCompact } from 'uqr';

/** Interfaces of containers and virtual machines: no phone is behind them. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|vethernet|utun|tun|tap|zt|wg)/i;
/** Networks of homes and offices, the most usual first. */
const PRIVATE = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/** IPv4 addresses of this computer in its networks; the one that a phone most likely reaches comes first. */
export function lanAddresses(interfaces = networkInterfaces()) {
  const rank = (address) => (PRIVATE.findIndex((network) => network.test(address)) + PRIVATE.length + 1) % (PRIVATE.length + 1);
  return Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => address)
    .sort((a, b) => rank(a) - rank(b));
}

const isLoopback = (host) => /^(127\.|localhost$|::1$)/.test(host);
const isAny = (host) => host === '0.0.0.0' || host === '::';

/** White on black whatever the colours of the terminal are: a phone reads no code in reversed colours. */
const inBlackAndWhite = (text) =>
  text
    .split('\n')
    .map((line) => `  \u001b[97;40m${line}\u001b[0m`)
    .join('\n');

/**
 * What a terminal says once the server answers.
 * @param {{host: string, port: number, addresses: readonly string[], windows?: boolean, qr?: (text: string) => string}} where
 */
export function openLines({ host, port, addresses, windows = false, qr = (text) => renderUnicodeCompact(text, { border: 2 }) }) {
  const local = isLoopback(host) || isAny(host) ? `http://127.0.0.1:${port}` : `http://${host}:${port}`;
  const lines = ['', `  open here:   ${local}`, '  stop:        Ctrl+C'];
  const [lan] = isAny(host) ? addresses : isLoopback(host) ? [] : [host];
  if (lan !== undefined) {
    const url = `http://${lan}:${port}`;
    const others = isAny(host) ? addresses.slice(1).map((address) => `http://${address}:${port}`) : [];
    lines.push(`  on a phone:  ${url} in the same network, or scan this:`, '', inBlackAndWhite(qr(url)));
    if (others.length > 0) lines.push(`  if that does not answer: ${others.join(', ')}`);
  } else if (isAny(host)) lines.push('  on a phone:  this computer is in no network');
  else {
    const command = windows ? "$env:HOST='0.0.0.0'; npm start" : 'HOST=0.0.0.0 npm start';
    const then = addresses[0] === undefined ? '' : `, which opens http://${addresses[0]}:${port} and shows its QR code here`;
    lines.push(
      '  on a phone:  now only this computer reaches the server. Stop it and run',
      `               ${command}${then}.`,
      '               Everybody in your network can play then.',
    );
  }
  lines.push('');
  return lines;
}
