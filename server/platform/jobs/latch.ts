/** Something that happens once and that others wait for. */
export class Latch {
  #resolve: () => void = () => {};
  /** Resolves at the first `open`. */
  readonly opened = new Promise<void>((resolve) => {
    this.#resolve = resolve;
  });

  open(): void {
    this.#resolve();
  }
}
