// Makes a small PNG of a screenshot: at most 256 colours, chosen by how often they are used. Pages have few, so nothing is seen of it.
import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const CHANNELS = { 2: 3, 6: 4 };

/** The pixels of a PNG with 8 bits a channel and no interlacing, which is what browsers write. */
function decode(png) {
  const header = { width: png.readUInt32BE(16), height: png.readUInt32BE(20), channels: CHANNELS[png[25]] };
  if (png[24] !== 8 || !header.channels || png[28] !== 0) throw new Error('only 8-bit RGB or RGBA without interlacing is read');
  const parts = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return { ...header, pixels: unfilter(inflateSync(Buffer.concat(parts)), header) };
}

/** Each line is written as its difference from its left, upper or both neighbours (PNG specification, 9.2). */
function unfilter(data, { width, height, channels }) {
  const line = width * channels;
  const out = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (line + 1)];
    for (let x = 0; x < line; x += 1) {
      const at = y * line + x;
      const left = x >= channels ? out[at - channels] : 0;
      const up = y > 0 ? out[at - line] : 0;
      const corner = x >= channels && y > 0 ? out[at - line - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      out[at] = data[y * (line + 1) + 1 + x] + guess;
    }
  }
  return out;
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Colours are told apart by 5 bits a channel; each such cell stands for the commonest of its colours. */
const cellOf = (r, g, b) => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

function paletteOf(pixels, channels, most) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const cells = new Map();
  for (const [colour, count] of counts) {
    const cell = cellOf(colour >> 16, (colour >> 8) & 255, colour & 255);
    const known = cells.get(cell);
    if (!known) cells.set(cell, { colour, best: count, count });
    else {
      known.count += count;
      if (count > known.best) Object.assign(known, { colour, best: count });
    }
  }
  return [...cells.values()]
    .sort((a, b) => b.count - a.count || a.colour - b.colour)
    .slice(0, most)
    .map(({ colour }) => colour);
}

/** The place of the nearest colour of the palette, remembered for each colour that was asked about. */
function nearestIn(palette) {
  const known = new Map();
  return (colour) => {
    let found = known.get(colour);
    if (found !== undefined) return found;
    let least = Number.POSITIVE_INFINITY;
    palette.forEach((each, index) => {
      const [r, g, b] = [(each >> 16) - (colour >> 16), ((each >> 8) & 255) - ((colour >> 8) & 255), (each & 255) - (colour & 255)];
      const distance = 2 * r * r + 4 * g * g + b * b;
      if (distance < least) [least, found] = [distance, index];
    });
    known.set(colour, found);
    return found;
  };
}

const table = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = table[(crc ^ byte) & 255] ^ (crc >>> 8);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, body, sum]);
}

/** The same picture in at most `most` colours (2 to 256). */
export function smallPng(png, most = 64) {
  const { width, height, channels, pixels } = decode(png);
  const palette = paletteOf(pixels, channels, most);
  const nearest = nearestIn(palette);
  const bits = palette.length <= 4 ? 2 : palette.length <= 16 ? 4 : 8;
  const line = Math.ceil((width * bits) / 8);
  const data = Buffer.alloc((line + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      const index = nearest((pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]);
      const bit = x * bits;
      data[y * (line + 1) + 1 + (bit >> 3)] |= index << (8 - bits - (bit & 7));
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(data, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
