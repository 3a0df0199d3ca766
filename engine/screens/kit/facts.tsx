/** Facts of a result beside its numbers: 和 10 · 小双. */
import type { ReactNode } from 'react';
import './facts.css';

export function Facts({ of }: { readonly of: readonly string[] | undefined }): ReactNode {
  if (!of || of.length === 0) return null;
  return (
    <span className="draw-facts tabular">
      {of.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change their order.
        <span key={at}>{text}</span>
      ))}
    </span>
  );
}
