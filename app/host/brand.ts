/** The brand description as the app reads it (schemas/brand.schema.json), and its look put onto the page. */
import type { PlatformBrand } from '../platform/index.ts';

export type Theme = Readonly<Record<`--${string}`, string>>;

export interface Brand extends PlatformBrand {
  readonly name: string;
  readonly slogan?: string;
  readonly productId: number;
  /** "+08:00": the wall clock that times are written in. */
  readonly utcOffset: string;
  readonly tabs: readonly { readonly label: string; readonly icon: string; readonly screen: string }[];
  readonly theme: Theme;
  readonly themes?: Readonly<Record<string, Theme>>;
}

/** Sets the brand's properties on an element. Through the CSSOM, which a strict Content-Security-Policy allows. */
export function applyTheme(theme: Theme, element: HTMLElement): void {
  for (const [name, value] of Object.entries(theme)) element.style.setProperty(name, value);
}

/** "+08:00" → 480. */
export function offsetMinutes(utcOffset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(utcOffset) ?? [];
  if (hours === undefined || minutes === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
