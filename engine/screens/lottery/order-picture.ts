/** The picture of a won order (晒单): what stands on it, and where. Pure, so that a test reads what a player would see. */
import type { NumberGroup } from '../../rules/line-numbers.ts';

export interface PictureLine {
  readonly title: string;
  readonly note: string;
  readonly groups: readonly NumberGroup[];
}

export interface PictureFact {
  readonly label: string;
  readonly value: string;
}

export interface OrderPicture {
  readonly brand: string;
  readonly status: string;
  readonly amount: string;
  /** The game. */
  readonly title: string;
  /** The issue. */
  readonly note: string;
  readonly lines: readonly PictureLine[];
  readonly facts: readonly PictureFact[];
  /** As the player chose: masked, or whole. */
  readonly player: string;
  /** Play money (演示). */
  readonly mark: string;
}

/** A colour by its role: a custom property of the brand. */
export type Paint = `--${string}`;

interface WrittenText {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: 400 | 600;
  readonly align: 'left' | 'center' | 'right';
  readonly paint: Paint;
}
/** A number: filled when the draw hit it, else a ring, so that colour is not the only sign. */
interface DrawnBall {
  readonly kind: 'ball';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly round: boolean;
  readonly hit: boolean;
  readonly paint: Paint;
  readonly on: Paint;
}
interface DrawnBox {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly paint: Paint;
}
export type PictureItem = WrittenText | DrawnBall | DrawnBox;

/** The width of a text in pixels of the picture. */
export type Measure = (text: string, size: number, weight: 400 | 600) => number;

/** Pixels. Ten numbers and the name of their place fit one row. */
const MARGIN = 40;
const PADDING = 36;
const CARD_TOP = 396;
const RADIUS = 28;
export const BALL = 48;
const GAP = 8;
/** More lines or numbers make a picture that nobody reads on a phone. */
const MOST_LINES = 6;
const MOST_NUMBERS = 24;
const SMALLEST = 18;

const INK: Paint = '--ink';
const QUIET: Paint = '--ink-2';

/** Items in the order of painting, and the height that holds them. */
export function layOutPicture(
  picture: OrderPicture,
  width: number,
  measure: Measure,
): { readonly height: number; readonly items: readonly PictureItem[] } {
  const items: PictureItem[] = [];
  const left = MARGIN + PADDING;
  const right = width - left;
  const write = (text: string, part: Omit<WrittenText, 'kind' | 'text'>, room: number): void => {
    if (text === '') return;
    let { size } = part;
    // A long text is written smaller and never cut.
    while (size > SMALLEST && measure(text, size, part.weight) > room) size -= 1;
    items.push({ kind: 'text', text, ...part, size });
  };
  const centred = (text: string, y: number, size: number, weight: 400 | 600, paint: Paint): void =>
    write(text, { x: width / 2, y, size, weight, align: 'center', paint }, width - 2 * MARGIN);
  const between = (first: PictureFact, y: number, size: number, bold: boolean): void => {
    const half = (right - left) / 2;
    write(first.label, { x: left, y, size, weight: bold ? 600 : 400, align: 'left', paint: bold ? INK : QUIET }, half);
    write(first.value, { x: right, y, size: size - (bold ? 4 : 0), weight: 400, align: 'right', paint: bold ? QUIET : INK }, half);
  };

  centred(picture.brand, 222, 36, 600, '--on-brand');
  centred(picture.status, 276, 30, 400, '--gold-on-brand');
  centred(picture.amount, 352, 72, 600, '--gold-on-brand');

  const card = items.length;
  let y = CARD_TOP + 64;
  between({ label: picture.title, value: picture.note }, y, 34, true);
  y += 24;
  for (const line of picture.lines.slice(0, MOST_LINES)) {
    y += 44;
    between({ label: line.title, value: line.note }, y, 28, true);
    y += 20;
    y = layOutNumbers(line.groups, { left, right, top: y, measure, items });
  }
  const more = picture.lines.length - MOST_LINES;
  if (more > 0) {
    y += 40;
    write(`另有 ${more} 项中奖`, { x: left, y, size: 26, weight: 400, align: 'left', paint: QUIET }, right - left);
  }
  y += 14;
  for (const fact of picture.facts) {
    y += 44;
    between(fact, y, 26, false);
  }
  y += 40;
  items.splice(card, 0, {
    kind: 'box',
    ...{ x: MARGIN, y: CARD_TOP, width: width - 2 * MARGIN, height: y - CARD_TOP, radius: RADIUS, paint: '--card' as const },
  });
  centred(picture.player, y + 58, 28, 600, '--on-brand');
  centred(picture.mark, y + 104, 26, 400, '--on-brand');
  return { height: y + 140, items };
}

interface NumbersPlace {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly measure: Measure;
  readonly items: PictureItem[];
}

/** Rows of numbers with the names of their areas; the result is where they end. */
function layOutNumbers(groups: readonly NumberGroup[], { left, right, top, measure, items }: NumbersPlace): number {
  let x = left;
  let y = top;
  let drawn = 0;
  const place = (width: number): number => {
    if (x + width > right && x > left) {
      x = left;
      y += BALL + GAP;
    }
    const at = x;
    x += width + GAP;
    return at;
  };
  const word = (text: string): void => {
    const width = measure(text, 24, 400);
    items.push({ kind: 'text', text, x: place(width), y: y + BALL / 2 + 9, size: 24, weight: 400, align: 'left', paint: QUIET });
  };
  for (const group of groups) {
    const { label, look, tone, values, tones, bankers = 0, hits, more = 0 } = group;
    if (label) word(label);
    if (bankers > 0) word('胆');
    const room = Math.max(0, MOST_NUMBERS - drawn);
    for (const [at, value] of values.slice(0, room).entries()) {
      if (bankers > 0 && at === bankers) word('拖');
      const width = Math.max(BALL, measure(value, 26, 600) + 24);
      const car = look === 'car';
      items.push({
        kind: 'ball',
        text: value,
        x: place(width),
        y,
        width,
        round: look === 'ball',
        hit: hits === undefined || hits.includes(at),
        paint: car ? `--lane-${Number(value)}` : tonePaint(tones?.[at] ?? tone),
        on: car ? `--on-lane-${Number(value)}` : (tones?.[at] ?? tone) === 'ink' ? '--card' : '--on-ball',
      });
    }
    drawn += values.length;
    const left = more + Math.max(0, values.length - room);
    if (left > 0) word(`+${left}`);
  }
  return groups.length > 0 ? y + BALL : y - 20;
}

const tonePaint = (tone: string): Paint => (tone === 'ink' ? INK : `--ball-${tone}`);

/** What is written on the picture, in order: its name for those who do not see it. */
export const pictureText = (items: readonly PictureItem[]): string =>
  items.flatMap((item) => (item.kind === 'box' ? [] : item.kind === 'ball' && item.hit ? [`${item.text}（中）`] : [item.text])).join(' ');
