/** Makes a photo small enough to be sent. */

/** Longest sides (px) and qualities that are tried, from good to small. */
const SIDES = [1600, 1280, 960, 720, 540, 400] as const;
const QUALITIES = [0.85, 0.7, 0.55] as const;

/** Draws the photo at a size and gives it as a JPEG of a quality from 0 to 1. */
export type Draw = (width: number, height: number, quality: number) => Promise<Blob>;

/** The first drawing of at most `most` bytes; undefined when even the smallest is larger. */
export async function shrinkImage(width: number, height: number, most: number, draw: Draw): Promise<Blob | undefined> {
  const longest = Math.max(width, height);
  // A photo that is small already is tried once, as it is.
  const sides = SIDES.filter((side) => side < longest);
  for (const side of longest <= SIDES[0] ? [longest, ...sides] : sides) {
    const scaled = (length: number): number => Math.max(1, Math.round((length * side) / longest));
    for (const quality of QUALITIES) {
      const blob = await draw(scaled(width), scaled(height), quality);
      if (blob.size <= most) return blob;
    }
  }
  return undefined;
}

/** A photo as a data address of at most `most` bytes of picture. Throws for a file that is no picture; undefined when it stays too large. */
export async function pictureOf(file: Blob, most: number): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file);
  try {
    const blob = await shrinkImage(bitmap.width, bitmap.height, most, async (width, height, quality) => {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      // Transparent pixels would be black in a JPEG.
      context.fillStyle = 'white';
      context.fillRect(0, 0, width, height);
      context.drawImage(bitmap, 0, 0, width, height);
      return await new Promise<Blob>((resolve, reject) =>
        canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture'))), 'image/jpeg', quality),
      );
    });
    return blob && (await dataAddress(blob));
  } finally {
    bitmap.close();
  }
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('no picture'));
    reader.readAsDataURL(blob);
  });
}
