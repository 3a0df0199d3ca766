/**
 * A captcha of four digits for clients that request many codes. Nothing is stored: the id carries its expiry and a MAC of the answer
 * under an encryption key. The MAC also covers the address and its number of sent codes, so that a captcha is good for one code.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { AccountServices } from './services.ts';

export interface Captcha {
  readonly id: string;
  /** An SVG picture as a data address. */
  readonly picture: string;
}

const LIFE_MS = 5 * 60_000;

type Encryption = Pick<AccountServices, 'encryption'>['encryption'];

const answerMac = (encryption: Encryption, subject: string, head: string, answer: string): string =>
  encryption.hmac('puzzle', `${subject} ${head} ${answer}`);

/** `subject`: what it is made for. `now`: game clock, unix ms. */
export function createCaptcha(encryption: Encryption, subject: string, now: number): Captcha {
  const answer = String(randomInt(10_000)).padStart(4, '0');
  const head = `${now + LIFE_MS}.${randomBytes(9).toString('base64url')}`;
  return { id: `${head}.${answerMac(encryption, subject, head, answer)}`, picture: pictureOf(answer) };
}

/** Whether the answer is the one of a picture that was made for this subject and is still good. */
export function isCaptchaAnswer(encryption: Encryption, subject: string, now: number, id: string, answer: string): boolean {
  const [until = '', salt = '', mark = ''] = id.split('.');
  return Number(until) > now && mark !== '' && mark === answerMac(encryption, subject, `${until}.${salt}`, answer);
}

/** Corners of the strokes of each digit on a grid of 4 × 6; one stroke each. */
const STROKES: readonly string[] = [
  '10 30 40 42 44 36 16 04 02 10',
  '11 20 26',
  '01 10 30 41 42 06 46',
  '00 40 22 43 45 36 16 05',
  '30 04 44 30 36',
  '40 00 02 32 43 45 36 06',
  '40 10 03 05 16 36 45 43 33 03',
  '00 40 16',
  '12 01 10 30 41 32 12 04 05 16 36 45 44 32',
  '06 36 43 41 30 10 01 02 13 43',
];
const WIDTH = 132;
const HEIGHT = 48;

/** Digits of bent strokes, each turned a little, with lines across: readable for people, and not as text in a file. */
function pictureOf(answer: string): string {
  const shake = (most: number): number => (randomInt(2_001) / 1_000 - 1) * most;
  const digit = (character: string, at: number): string => {
    const points = (STROKES[Number(character)] as string).split(' ').map((corner) => {
      const [x, y] = [Number(corner[0]), Number(corner[1])];
      return `${(x * 4.5 + shake(0.9)).toFixed(1)} ${(y * 4.5 + shake(0.9)).toFixed(1)}`;
    });
    const [x, y] = [12 + at * 30 + shake(3), 10 + shake(3)];
    return `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${shake(14).toFixed(1)} 9 13)" d="M${points.join('L')}"/>`;
  };
  const line = (): string =>
    `<path stroke-width="1" d="M0 ${randomInt(HEIGHT)}C${randomInt(WIDTH)} ${randomInt(HEIGHT)} ${randomInt(WIDTH)} ${randomInt(HEIGHT)} ${WIDTH} ${randomInt(HEIGHT)}"/>`;
  const drawn = [...[...answer].map(digit), line(), line(), line()];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke="#334" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><rect width="${WIDTH}" height="${HEIGHT}" fill="#f3f1ea" stroke="none"/>${drawn.join('')}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
