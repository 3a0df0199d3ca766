import type { ButtonHTMLAttributes, ReactNode } from 'react';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'primary' | 'ghost' | 'quiet';
  /** As wide as its container. */
  readonly wide?: boolean;
  /** Under way: cannot be pressed again, keeps its width, says so to screen readers. */
  readonly busy?: boolean;
}

export function Button({ variant, wide, busy, className, children, disabled, type = 'button', ...rest }: ButtonProps): ReactNode {
  const classes = ['button', variant && `button--${variant}`, wide && 'button--wide', busy && 'button--busy', className];
  return (
    <button type={type} className={classes.filter(Boolean).join(' ')} disabled={disabled || busy} aria-busy={busy || undefined} {...rest}>
      {children}
    </button>
  );
}
