/** A push service on this machine, and browsers that subscribe with it: what arrives is decrypted as a browser would (RFC 8291). */
import { createDecipheriv, createECDH, createPublicKey, createVerify, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '../../../protocol/push.ts';

export interface ReceivedPush {
  /** The browser's number. */
  readonly browser: number;
  readonly message: PushMessage;
  readonly headers: IncomingHttpHeaders;
}

export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface LoopbackPush {
  readonly origin: string;
  readonly arrived: ReceivedPush[];
  /** What is answered to a browser's next pushes, in turn; then 201. */
  readonly answers: Map<number, number[]>;
  /** Sent with every refusal. */
  readonly headers: Record<string, string>;
  browser(): { readonly number: number; readonly fields: Record<string, string> & Subscription };
  close(): Promise<void>;
}

/** Decrypts a body for a browser. */
export function decryptPush(body: Buffer, privateKey: Buffer, auth: Buffer): Buffer {
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const length = body.readUInt8(20);
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 21 + length), body.subarray(21 + length)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
  const of = (what: string, bytes: number) => Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${what}\0`, bytes));
  const cipher = createDecipheriv('aes-128-gcm', of('aes128gcm', 16), of('nonce', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2));
}

/** What a header Authorization claims. Throws when its signature is not right. */
export function vapidClaims(header: string): { readonly aud: string; readonly exp: number; readonly sub: string; readonly key: string } {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
  const publicKey = createPublicKey({ format: 'jwk', key: jwk });
  const good = createVerify('sha256')
    .update(`${head}.${claims}`)
    .verify({ key: publicKey, dsaEncoding: 'ieee-p1363' }, signature, 'base64url');
  if (!good) throw new Error('the signature is not of this key');
  return { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }), key };
}

export async function startPushService(): Promise<LoopbackPush> {
  const browsers: { readonly privateKey: Buffer; readonly auth: Buffer }[] = [];
  const arrived: ReceivedPush[] = [];
  const answers = new Map<number, number[]>();
  const refusalHeaders: Record<string, string> = {};
  const http: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const number = Number(request.url?.slice('/browser/'.length));
      const answer = answers.get(number)?.shift() ?? 201;
      if (answer !== 201) return response.writeHead(answer, refusalHeaders).end();
      const browser = browsers[number];
      if (browser === undefined) return response.writeHead(404).end();
      const message = JSON.parse(decryptPush(Buffer.concat(chunks), browser.privateKey, browser.auth).toString()) as PushMessage;
      arrived.push({ browser: number, message, headers: request.headers });
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    origin,
    arrived,
    answers,
    headers: refusalHeaders,
    browser() {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      const number = browsers.push({ privateKey: pair.getPrivateKey(), auth }) - 1;
      const fields = {
        endpoint: `${origin}/browser/${number}`,
        p256dh: pair.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
      return { number, fields };
    },
    close: () => new Promise((done) => http.close(() => done())),
  };
}
