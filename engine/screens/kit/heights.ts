/** Heights of the rows of a long list. Rows that were never measured count as high as the first measured one. */

/** The assumed height until a row is measured (px): a title with a line under it. */
const UNSEEN = 62;
/** What two measurements of one height may differ by (px). */
const SAME = 0.05;

export class Heights {
  #count = 0;
  #known: (number | undefined)[] = [];
  #guess: number | undefined;
  /** Where each row begins, as far as it was asked for. */
  #offsets: number[] = [0];

  get count(): number {
    return this.#count;
  }

  /** Sets the number of rows of the list. */
  resize(count: number): void {
    this.#count = count;
    this.#offsets.length = Math.min(this.#offsets.length, count + 1);
    this.#known.length = Math.min(this.#known.length, count);
  }

  of(index: number): number {
    return this.#known[index] ?? this.#guess ?? UNSEEN;
  }

  /** Where a row begins; with the number of rows, where the last one ends. */
  offset(index: number): number {
    const wanted = Math.min(index, this.#count);
    for (let at = this.#offsets.length; at <= wanted; at += 1) this.#offsets.push((this.#offsets[at - 1] as number) + this.of(at - 1));
    return this.#offsets[wanted] as number;
  }

  /** The row at a place; the first or the last one for places outside. */
  at(place: number): number {
    let [low, high] = [0, Math.max(0, this.#count - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.offset(middle) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Stores the measured height of a row. Returns by how much the row is higher than assumed. A height of 0 is ignored: the row is not drawn. */
  measured(index: number, height: number): number {
    if (height <= 0) return 0;
    const before = this.of(index);
    if (this.#guess === undefined) {
      this.#guess = height;
      this.#offsets.length = 1;
    }
    if (Math.abs(height - before) < SAME) return 0;
    this.#known[index] = height;
    this.#offsets.length = Math.min(this.#offsets.length, index + 1);
    return height - before;
  }

  /** Forgets all heights, because the rows have a new width. */
  forget(): void {
    this.#known = [];
    this.#guess = undefined;
    this.#offsets = [0];
  }
}
