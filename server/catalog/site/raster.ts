/**
 * Renders a brand's logo as pixels, for the icons of home screens, which must be PNG. Logos are paths on a grid of 24 (engine/screens/kit/icons),
 * each filled or stroked with round ends. So two facts decide a pixel: its distance from the nearest edge, and its side of that edge.
 */
import { crc32, deflateSync } from 'node:zlib';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A path whose curves are replaced by straight pieces. */
interface Shape {
  readonly colour: string;
  /** Half the width of the stroke; 0 for a filled path. */
  readonly half: number;
  readonly pieces: readonly (readonly [Point, Point])[];
}

/** Number of straight pieces that replace a curve. In an icon of 512 pixels each piece is a few pixels long. */
const STEPS = 16;
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, A: 7, Z: 0 };

/**
 * The paths of a drawing, in its order. `colourOf` gives the colour of a `fill` or `stroke`.
 * @throws if the drawing has other elements than paths, or other commands than M L H V C A Z: a logo that cannot be drawn must not become an
 * empty icon.
 */
export function parseShapes(drawing: string, colourOf: (paint: string) => string): readonly Shape[] {
  const rest = drawing.replace(/<path ([^>]*)\/>/g, '').trim();
  if (rest !== '') throw new Error(`a logo may hold paths only, not ${rest.slice(0, 60)}`);
  return [...drawing.matchAll(/<path ([^>]*)\/>/g)].map(([, text = '']) => {
    const attributes = new Map([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value ?? '']));
    const stroke = attributes.get('stroke');
    return {
      colour: colourOf(stroke ?? attributes.get('fill') ?? ''),
      half: stroke === undefined ? 0 : Number(attributes.get('stroke-width') ?? 1) / 2,
      pieces: piecesOf(attributes.get('d') ?? '', stroke === undefined),
    };
  });
}

function piecesOf(d: string, filled: boolean): [Point, Point][] {
  const pieces: [Point, Point][] = [];
  let at: Point = { x: 0, y: 0 };
  let begin = at;
  const to = (point: Point): void => {
    pieces.push([at, point]);
    at = point;
  };
  for (const [, letter = '', text = ''] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const command = letter.toUpperCase();
    const count = ARGUMENTS[command];
    if (count === undefined) throw new Error(`a logo's path may hold ${Object.keys(ARGUMENTS).join(' ')}, not ${letter}`);
    // The flags of an arc may be written without a space before the next number.
    const numbers = command === 'A' ? arcNumbers(text) : (text.match(/[-+]?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    for (let from = 0; from < Math.max(1, numbers.length); from += Math.max(1, count)) {
      const coordinates = numbers.slice(from, from + count);
      const base = letter === command ? { x: 0, y: 0 } : at;
      const point = (n: number): Point => ({ x: base.x + (coordinates[n] ?? 0), y: base.y + (coordinates[n + 1] ?? 0) });
      if (command === 'Z') {
        if (filled || at.x !== begin.x || at.y !== begin.y) to(begin);
      } else if (command === 'M' && from === 0) {
        if (filled && pieces.length > 0) to(begin);
        begin = at = point(0);
      } else if (command === 'H') to({ x: base.x + (coordinates[0] ?? 0), y: at.y });
      else if (command === 'V') to({ x: at.x, y: base.y + (coordinates[0] ?? 0) });
      else if (command === 'C') curve(at, point(0), point(2), point(4)).forEach(to);
      else if (command === 'A') arc(at, coordinates, point(5)).forEach(to);
      else to(point(0));
    }
  }
  // A fill ends where it began, whether the path says so or not.
  if (filled && (at.x !== begin.x || at.y !== begin.y)) to(begin);
  return pieces;
}

function arcNumbers(text: string): number[] {
  const one = String.raw`\s*,?\s*([-+]?(?:\d+\.?\d*|\.\d+))`;
  const flag = String.raw`\s*,?\s*([01])`;
  return [...text.matchAll(new RegExp(one.repeat(3) + flag.repeat(2) + one.repeat(2), 'g'))].flatMap((match) => match.slice(1).map(Number));
}

function curve(a: Point, b: Point, c: Point, d: Point): Point[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const t = (step + 1) / STEPS;
    const u = 1 - t;
    const at = (p: number, q: number, r: number, s: number): number =>
      u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
    return { x: at(a.x, b.x, c.x, d.x), y: at(a.y, b.y, c.y, d.y) };
  });
}

/** Arcs of circles (SVG 1.1, F.6.5 with both radii equal and no rotation): the logos have no others. */
function arc(from: Point, [radius = 0, , , large = 0, sweep = 0]: readonly number[], to: Point): Point[] {
  const half = { x: (from.x - to.x) / 2, y: (from.y - to.y) / 2 };
  const distance = Math.hypot(half.x, half.y);
  const r = Math.max(radius, distance);
  const away = Math.sqrt(Math.max(0, r * r - distance * distance)) / (distance || 1);
  const side = large === sweep ? -1 : 1;
  const centre = { x: (from.x + to.x) / 2 + side * away * half.y, y: (from.y + to.y) / 2 - side * away * half.x };
  const first = Math.atan2(from.y - centre.y, from.x - centre.x);
  let turn = Math.atan2(to.y - centre.y, to.x - centre.x) - first;
  if (sweep && turn <= 0) turn += 2 * Math.PI;
  if (!sweep && turn >= 0) turn -= 2 * Math.PI;
  const steps = 2 * STEPS;
  return Array.from({ length: steps }, (_, step) => {
    const angle = first + (turn * (step + 1)) / steps;
    return { x: centre.x + r * Math.cos(angle), y: centre.y + r * Math.sin(angle) };
  });
}

/** Signed distance of a point to the edge of a shape, in units of the grid: below 0 inside. */
function distanceTo({ half, pieces }: Shape, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  let winding = 0;
  for (const [a, b] of pieces) {
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const length = dx * dx + dy * dy;
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length));
    const ex = x - a.x - t * dx;
    const ey = y - a.y - t * dy;
    least = Math.min(least, ex * ex + ey * ey);
    if (a.y <= y !== b.y <= y && x < a.x + ((y - a.y) * dx) / dy) winding += a.y <= y ? 1 : -1;
  }
  const distance = Math.sqrt(least);
  return half > 0 ? distance - half : winding === 0 ? distance : -distance;
}

/** The share (0 to 1) of each pixel of a row that a shape covers. */
function coversOf(shape: Shape, size: number, scale: number, edge: number, y: number): Float64Array {
  const covers = new Float64Array(size);
  for (let x = 0; x < size; ) {
    const distance = distanceTo(shape, (x + 0.5 - edge) / scale, (y + 0.5 - edge) / scale) * scale;
    // A pixel on an edge is covered by the share of it that lies inside. Pixels of the row that are closer than the nearest edge are all alike.
    const alike = Math.max(1, Math.floor(Math.abs(distance) - 0.5));
    covers.fill(Math.min(1, Math.max(0, 0.5 - distance)), x, x + alike);
    x += alike;
  }
  return covers;
}

export interface IconParts {
  /** Pixels of a side. */
  readonly size: number;
  readonly ground: string;
  readonly shapes: readonly Shape[];
  /** Share of the side that the grid of 24 takes. */
  readonly fill: number;
  /** Radius of the corners as a share of the side. 0 fills the square, for icons that the phone cuts to its own shape. */
  readonly corner: number;
}

/** Rows of pixels that are computed without a pause. The server can answer requests after each slice of rows. */
const SLICE = 48;

/** An icon as PNG. */
export async function drawIcon({ size, ground, shapes, fill, corner }: IconParts): Promise<Buffer> {
  const scale = (size * fill) / 24;
  const edge = (size * (1 - fill)) / 2;
  const [r, g, b] = rgbOf(ground);
  const paints = shapes.map(({ colour }) => rgbOf(colour));
  const line = size * 4 + 1;
  const data = Buffer.alloc(line * size);
  const radius = corner * size;
  for (let y = 0; y < size; y += 1) {
    if (y % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
    const covers = shapes.map((shape) => coversOf(shape, size, scale, edge, y));
    for (let x = 0; x < size; x += 1) {
      const colour: [number, number, number] = [r, g, b];
      covers.forEach((row, index) => {
        const cover = row[x] as number;
        if (cover > 0)
          for (let i = 0; i < 3; i += 1) colour[i] = (colour[i] as number) * (1 - cover) + (paints[index]?.[i] as number) * cover;
      });
      const cx = Math.max(radius - (x + 0.5), x + 0.5 - (size - radius), 0);
      const cy = Math.max(radius - (y + 0.5), y + 0.5 - (size - radius), 0);
      const inside = radius === 0 ? 1 : Math.min(1, Math.max(0, 0.5 + radius - Math.hypot(cx, cy)));
      data.set([...colour.map(Math.round), Math.round(inside * 255)], y * line + 1 + x * 4);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(data, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** "#C8102E" → [200, 16, 46]. Brands write their colours so (schemas/brand.schema.json). */
function rgbOf(colour: string): [number, number, number] {
  const value = /^#([0-9a-f]{6})$/i.exec(colour)?.[1];
  if (value === undefined) throw new Error(`a brand's colour is #RRGGBB, not ${colour}`);
  const number = Number.parseInt(value, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
