/** Render counting for tests and benchmarks: nobody listens otherwise, and then it costs one comparison. */
let listener: ((name: string) => void) | null = null;

export function countRender(name: string): void {
  listener?.(name);
}

/** Returns the function that stops the counting. */
export function observeRenders(onRender: (name: string) => void): () => void {
  listener = onRender;
  return () => {
    if (listener === onRender) listener = null;
  };
}
