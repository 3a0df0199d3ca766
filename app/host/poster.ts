/** The poster of an invitation: a picture in the brand's colours with a code to scan, shared or saved. Loaded when somebody wants one. */
import { encode } from 'uqr';
import {
  fontOf,
  groundPicture,
  loadLogo,
  PICTURE_MARK,
  PICTURE_WIDTH as WIDTH,
  pngOf,
  sharePicture,
} from '../../engine/screens/kit/picture.ts';
import type { Brand } from './brand.ts';
import { toast } from './ui.ts';

export interface PosterText {
  readonly title: string;
  /** What the code is called. */
  readonly label: string;
  /** What stands large: the code of the invitation. */
  readonly code: string;
  /** What the code to scan leads to; a path of the app as a whole address. */
  readonly url: string;
  readonly note: string;
}

const HEIGHT = 1_100;
const MARGIN = 60;
const CARD = { top: 330, height: 660, radius: 32 } as const;
const CODE_SIDE = 360;
/** Light modules around the code: with fewer some readers do not find it. */
const QUIET_ZONE = 4;

/** Draws the poster. @throws when the address is too long for a code. */
export async function drawPoster(brand: Brand, { title, label, code, url, note }: PosterText): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = groundPicture(canvas, brand, await loadLogo(brand), HEIGHT);
  const colour = (name: `--${string}`): string => brand.theme[name] ?? '';
  const write = (text: string, y: number, size: number, fill: string, weight = 400): void => {
    context.fillStyle = fill;
    context.textAlign = 'center';
    // A long text is drawn smaller and never cut.
    let fits = size;
    do context.font = fontOf(fits, weight);
    while (context.measureText(text).width > WIDTH - 2.5 * MARGIN && --fits > 16);
    context.fillText(text, WIDTH / 2, y);
  };
  write(brand.name, 230, 44, colour('--on-brand'), 600);
  write(title, 290, 32, colour('--gold-on-brand'));

  context.fillStyle = '#FFFFFF';
  context.beginPath();
  context.roundRect(MARGIN, CARD.top, WIDTH - 2 * MARGIN, CARD.height, CARD.radius);
  context.fill();
  const { data, size } = encode(url.startsWith('/') ? new URL(url, location.origin).href : url, { border: QUIET_ZONE, ecc: 'M' });
  // Whole pixels: a module that ends between two is grey at its edge.
  const module = Math.floor(CODE_SIDE / size);
  const left = Math.round((WIDTH - module * size) / 2);
  const top = CARD.top + 40;
  context.fillStyle = '#000000';
  data.forEach((line, y) => line.forEach((dark, x) => dark && context.fillRect(left + x * module, top + y * module, module, module)));
  const under = top + module * size;
  write(label, under + 40, 28, '#5F6368');
  write(code, under + 105, 56, '#1D1D1F', 600);
  write(note, under + 165, 26, '#5F6368');
  write(PICTURE_MARK, HEIGHT - 45, 28, colour('--on-brand'));
  return pngOf(canvas);
}

/** Draws the poster, shares or saves it, and shows the outcome. Returns false if the player closed the share menu or an error occurred. */
export async function sharePoster(brand: Brand, text: PosterText): Promise<boolean> {
  try {
    const done = await sharePicture(await drawPoster(brand, text), `${brand.code}-${text.code}.png`, text.title);
    if (done === 'saved') toast('海报已保存，可在相册或下载里找到', { icon: 'success' });
    return done !== undefined;
  } catch (error) {
    console.warn(error);
    toast('海报生成失败，请改用分享或复制', { icon: 'fail' });
    return false;
  }
}
