/** What stands in the place of a part of a page that failed: a block that threw, or code that did not come. The other parts stay. */
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../kit/error-state.tsx';
import type { Host } from './contract.ts';
import { HostContext, useRecovery } from './hooks.ts';

const development = import.meta.env?.DEV ?? false;

export interface PartBoundaryProps {
  /** JSON pointer of the block in its screen description. */
  readonly pointer?: string;
  /** The part lies over the page, such as a sheet: its error does too. */
  readonly over?: boolean;
  /** Draws the part once more; `pressed`: the player asked for it. Left out where the code can only come with a new page. */
  readonly onRetry?: (pressed: boolean) => void;
  /** This is such a drawing that the player asked for. When it fails as well, the page is opened again. */
  readonly insisted?: boolean;
  readonly children: ReactNode;
}

/** True when code did not come, as against code that failed. */
const isMissingCode = ({ name, message }: Error): boolean => name === 'ChunkLoadError' || /import|chunk|fetch|preload/i.test(message);

/** Parts whose code did not come, by what draws them once more. Several of a page often share a file: the first says it, and 重试 is for all. */
const missing = new Set<(pressed?: unknown) => void>();

/** A class has no hooks: this one tries again for it when the server is back. */
function Recovery({ again }: { readonly again: () => void }): ReactNode {
  useRecovery(again);
  return null;
}

export class PartBoundary extends Component<PartBoundaryProps, { readonly error: Error | null }> {
  static override contextType = HostContext;
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    if (!isMissingCode(error)) return;
    if (this.props.onRetry) missing.add(this.#again);
    if (this.props.insisted) this.#reopen();
  }

  override componentWillUnmount(): void {
    missing.delete(this.#again);
  }

  readonly #reopen = (): void => void (this.context as Host | null)?.reopen?.();
  readonly #retry = (): void => {
    const { onRetry } = this.props;
    const { error } = this.state;
    if (missing.has(this.#again)) missing.forEach((again) => again(again === this.#again));
    else if (onRetry) onRetry(true);
    // What React's lazy() once failed to load it never loads again.
    else if (error && isMissingCode(error)) this.#reopen();
    else this.setState({ error: null });
  };
  /** `pressed` is true for the part whose 重试 was pressed alone: what tells of the network calls it as well, with whatever it has to say. */
  readonly #again = (pressed?: unknown): void => this.props.onRetry?.(pressed === true);

  override render(): ReactNode {
    const { pointer, over = false, onRetry, children } = this.props;
    const { error } = this.state;
    if (!error) return children;
    const without = isMissingCode(error);
    return (
      <div data-pointer={pointer} className={over ? 'part-failed' : without ? 'part-missing' : undefined}>
        {without && onRetry ? <Recovery again={this.#again} /> : null}
        <ErrorState text={without ? '内容加载失败，请检查网络' : '这部分内容出错了'} onRetry={this.#retry} inline={over} />
        {development ? <pre className="placeholder placeholder--development">{error.stack ?? error.message}</pre> : null}
      </div>
    );
  }
}
