/** The poster of an invitation: a picture in the brand's colours with a code to scan, shared or saved. Loaded when somebody wants one. */
import { encode } from 'uqr';
import { brandIcon } from '../../engine/descriptions/brand-icon.ts';
import type { Brand } from './brand.ts';
import { saveBlob } from './save-text.ts';
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

/** Pixels: a phone's screen at twice its size. */
const WIDTH = 750;
const HEIGHT = 1_100;
const MARGIN = 60;
const CARD = { top: 330, height: 660, radius: 32 } as const;
const CODE_SIDE = 360;
/** Light modules around the code: with fewer some readers do not find it. */
const QUIET_ZONE = 4;
const FONT = 'system-ui, -apple-system, "PingFang SC", "Noto Sans CJK SC", sans-serif';
/** Said on every picture that leaves the app. */
const PLAY_MONEY = '演示 · 无现金价值';

/** Draws the poster. @throws when the address is too long for a code. */
export async function drawPoster(brand: Brand, { title, label, code, url, note }: PosterText): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const colour = (name: `--${string}`): string => brand.theme[name] ?? '';
  const write = (text: string, y: number, size: number, fill: string, weight = 400): void => {
    context.fillStyle = fill;
    context.textAlign = 'center';
    // What is long is drawn smaller and never cut.
    let fits = size;
    do context.font = `${weight} ${fits}px ${FONT}`;
    while (context.measureText(text).width > WIDTH - 2.5 * MARGIN && --fits > 16);
    context.fillText(text, WIDTH / 2, y);
  };
  context.fillStyle = colour('--brand');
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const logo = new Image();
  logo.src = `data:image/svg+xml,${encodeURIComponent(brandIcon(brand).replace('<svg ', '<svg width="128" height="128" '))}`;
  await logo.decode();
  context.drawImage(logo, (WIDTH - 128) / 2, 50, 128, 128);
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
  write(PLAY_MONEY, HEIGHT - 45, 28, colour('--on-brand'));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))), 'image/png'),
  );
}

/** Shares the picture where the phone can, and else saves it. What became of it; undefined when the player closed the share menu. */
export async function sharePicture(blob: Blob, name: string, title: string): Promise<'shared' | 'saved' | undefined> {
  const files = [new File([blob], name, { type: blob.type })];
  if (navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files, title });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    }
  }
  saveBlob(name, blob);
  return 'saved';
}

/** Draws the poster, shares or saves it, and says what became of it. False when nothing did. */
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
