/** The coat of a scratch card on a canvas: painting it, taking strokes off, and how much is gone. Lengths are CSS px. */

/** How wide a fingertip scratches, as a part of the coat's width. */
const TIP = 0.14;
/** The scratched part is measured on a grid with this number of cells a side. */
const CELLS = 24;

export interface Coat {
  /** Paints the coat again, for a size in CSS px; what is scratched off is forgotten. */
  lay(width: number, height: number): void;
  /** Takes off a line; undefined for where it comes from: a dot. Painted with the next frame. */
  stroke(from: Point | undefined, to: Point): void;
  /** Takes everything off. */
  clear(): void;
  /** Thousandths that are gone. */
  readonly gone: number;
  end(): void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Colours {
  readonly base: string;
  readonly light: string;
  readonly ink: string;
}

/** `onGone` hears of each further twentieth. */
export function createCoat(canvas: HTMLCanvasElement, colours: Colours, onGone: (permille: number) => void): Coat | undefined {
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  let width = 0;
  let height = 0;
  let tip = 0;
  let frame = 0;
  let gone = 0;
  let reportedTwentieth = 0;
  const cells = new Uint8Array(CELLS * CELLS);
  let waiting: { readonly from: Point; readonly to: Point }[] = [];

  function paint(): void {
    frame = 0;
    const lines = waiting;
    waiting = [];
    if (lines.length === 0 || context === null) return;
    context.beginPath();
    for (const { from, to } of lines) {
      context.moveTo(from.x, from.y);
      // A line to where it begins paints nothing, with whatever cap.
      context.lineTo(to.x === from.x && to.y === from.y ? to.x + 0.1 : to.x, to.y);
    }
    context.stroke();
    const twentieth = Math.floor(gone / 50);
    if (twentieth > reportedTwentieth) {
      reportedTwentieth = twentieth;
      onGone(gone);
    }
  }

  /** Marks the cells along a line. */
  function count(from: Point, to: Point): void {
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (tip / 3)));
    const radius = tip / 2;
    for (let i = 0; i <= steps; i++) {
      const x = from.x + ((to.x - from.x) * i) / steps;
      const y = from.y + ((to.y - from.y) * i) / steps;
      const [left, right] = [x - radius, x + radius].map((at) => Math.min(CELLS - 1, Math.max(0, Math.floor((at / width) * CELLS)))) as [
        number,
        number,
      ];
      const [top, bottom] = [y - radius, y + radius].map((at) => Math.min(CELLS - 1, Math.max(0, Math.floor((at / height) * CELLS)))) as [
        number,
        number,
      ];
      for (let row = top; row <= bottom; row++)
        for (let column = left; column <= right; column++) {
          const dx = ((column + 0.5) / CELLS) * width - x;
          const dy = ((row + 0.5) / CELLS) * height - y;
          if (dx * dx + dy * dy <= radius * radius) cells[row * CELLS + column] = 1;
        }
    }
    gone = Math.round((cells.reduce((sum, cell) => sum + cell, 0) * 1000) / cells.length);
  }

  return {
    get gone() {
      return gone;
    },
    lay(wide, high) {
      width = wide;
      height = high;
      tip = wide * TIP;
      gone = 0;
      reportedTwentieth = 0;
      cells.fill(0);
      const ratio = Math.min(2, window.devicePixelRatio || 1);
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.globalCompositeOperation = 'source-over';
      const sheen = context.createLinearGradient(0, 0, width, height);
      sheen.addColorStop(0, colours.base);
      sheen.addColorStop(0.5, colours.light);
      sheen.addColorStop(1, colours.base);
      context.fillStyle = sheen;
      context.fillRect(0, 0, width, height);
      // Fine diagonal lines, as on paper cards.
      context.strokeStyle = colours.ink;
      context.globalAlpha = 0.12;
      context.lineWidth = 1;
      context.beginPath();
      for (let x = -height; x < width; x += 9) {
        context.moveTo(x, height);
        context.lineTo(x + height, 0);
      }
      context.stroke();
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'destination-out';
      context.lineCap = 'round';
      context.lineJoin = 'round';
      context.lineWidth = tip;
    },
    stroke(from, to) {
      waiting.push({ from: from ?? to, to });
      count(from ?? to, to);
      if (frame === 0) frame = requestAnimationFrame(paint);
    },
    clear() {
      context.clearRect(0, 0, width, height);
    },
    end() {
      cancelAnimationFrame(frame);
      waiting = [];
    },
  };
}
