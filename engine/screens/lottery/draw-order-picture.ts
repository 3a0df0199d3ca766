/** Paints the picture of a won order on a canvas. */
import { fontOf, groundPicture, loadLogo, PICTURE_WIDTH, type PictureBrand } from '../kit/picture.ts';
import { BALL, layOutPicture, type Measure, type OrderPicture, type Paint, type PictureItem } from './order-picture.ts';

/** The radius of a square number's corners. */
const CORNER = 10;

/** @returns what was drawn. @throws without a canvas. */
export async function drawOrderPicture(
  canvas: HTMLCanvasElement,
  brand: PictureBrand,
  picture: OrderPicture,
): Promise<readonly PictureItem[]> {
  const ruler = document.createElement('canvas').getContext('2d');
  const measure: Measure = (text, size, weight) => {
    if (!ruler) return 0;
    ruler.font = fontOf(size, weight);
    return ruler.measureText(text).width;
  };
  const logo = await loadLogo(brand);
  const { height, items } = layOutPicture(picture, PICTURE_WIDTH, measure);
  const context = groundPicture(canvas, brand, logo, height);
  // A picture is light whatever the phone is set to: those who get it have another phone.
  const colour = (paint: Paint): string => brand.theme[paint] ?? '';
  for (const item of items) {
    context.beginPath();
    context.fillStyle = colour(item.paint);
    if (item.kind === 'box') {
      context.roundRect(item.x, item.y, item.width, item.height, item.radius);
      context.fill();
    } else if (item.kind === 'ball') {
      context.roundRect(item.x + 1, item.y + 1, item.width - 2, BALL - 2, item.round ? BALL / 2 : CORNER);
      context.strokeStyle = colour(item.hit ? item.paint : '--line');
      context.lineWidth = 2;
      if (item.hit) context.fill();
      context.stroke();
      write(
        context,
        item.text,
        { x: item.x + item.width / 2, y: item.y + BALL / 2 + 9, size: 26, weight: 600, align: 'center' },
        colour(item.hit ? item.on : '--ink-2'),
      );
    } else write(context, item.text, item, colour(item.paint));
  }
  return items;
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  {
    x,
    y,
    size,
    weight,
    align,
  }: { readonly x: number; readonly y: number; readonly size: number; readonly weight: number; readonly align: CanvasTextAlign },
  fill: string,
): void {
  context.font = fontOf(size, weight);
  context.textAlign = align;
  context.fillStyle = fill;
  context.fillText(text, x, y);
}
