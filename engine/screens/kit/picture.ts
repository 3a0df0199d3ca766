/** Pictures that leave the app: drawn in the brand's colours on a canvas, then shared or saved. */
import { brandIcon } from '../../descriptions/brand-icon.ts';
import type { BrandDescription } from '../../descriptions/brand.ts';
import { saveBlob } from './save-blob.ts';

/** Pixels: a phone's screen at twice its size. */
export const PICTURE_WIDTH = 750;
const LOGO_SIDE = 128;
const LOGO_TOP = 50;
/** Said on every picture that leaves the app. */
export const PICTURE_MARK = '演示 · 无现金价值';

export type PictureBrand = Pick<BrandDescription, 'theme' | 'logo'>;

export const fontOf = (size: number, weight = 400): string =>
  `${weight} ${size}px system-ui, -apple-system, "PingFang SC", "Noto Sans CJK SC", sans-serif`;

/** The logo on its ground. Loaded before anything is painted, so that two pictures on one canvas never mix. */
export async function loadLogo(brand: PictureBrand): Promise<HTMLImageElement> {
  const logo = new Image();
  const size = `<svg width="${LOGO_SIDE}" height="${LOGO_SIDE}" `;
  logo.src = `data:image/svg+xml,${encodeURIComponent(brandIcon(brand).replace('<svg ', size))}`;
  await logo.decode();
  return logo;
}

/** Makes the canvas as high as its picture and paints it in the brand's colour, with the logo at the top. @throws without a canvas. */
export function groundPicture(
  canvas: HTMLCanvasElement,
  brand: PictureBrand,
  logo: HTMLImageElement,
  height: number,
): CanvasRenderingContext2D {
  canvas.width = PICTURE_WIDTH;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = brand.theme['--brand'] ?? '';
  context.fillRect(0, 0, PICTURE_WIDTH, height);
  context.drawImage(logo, (PICTURE_WIDTH - LOGO_SIDE) / 2, LOGO_TOP, LOGO_SIDE, LOGO_SIDE);
  return context;
}

export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))), 'image/png'),
  );

const fileOf = (blob: Blob, name: string): File => new File([blob], name, { type: blob.type });

/** Whether this browser hands pictures to other apps. */
export const canSharePictures = (): boolean => {
  const files = [fileOf(new Blob([], { type: 'image/png' }), 'picture.png')];
  return navigator.canShare?.({ files }) === true;
};

/** Shares the picture if the phone can, and otherwise saves it. Returns the outcome; undefined when the player closed the share menu. */
export async function sharePicture(blob: Blob, name: string, title: string): Promise<'shared' | 'saved' | undefined> {
  const files = [fileOf(blob, name)];
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
