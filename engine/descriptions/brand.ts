/** The look of a brand (schemas/brand.schema.json), and the player's choice between light and dark. */
export type Theme = Readonly<Record<`--${string}`, string>>;

export interface BrandLook {
  readonly theme: Theme;
  /** The values that differ in dark mode. Without it the brand is always light. */
  readonly dark?: Theme;
  /** The values that differ on pages with a theme, by the theme's name. */
  readonly themes?: Readonly<Record<string, Theme>>;
  readonly darkThemes?: Readonly<Record<string, Theme>>;
}

/** The part of a brand's description that the page contains. */
export interface BrandDescription extends BrandLook {
  readonly code: string;
  readonly name: string;
  readonly slogan?: string;
  /** Name of the logo's drawing. */
  readonly logo?: string;
}

/** A choice of the player; 'auto' follows the device. */
export type ColourScheme = 'auto' | 'light' | 'dark';

export const COLOUR_SCHEMES: readonly ColourScheme[] = ['auto', 'light', 'dark'];

export function isColourScheme(value: unknown): value is ColourScheme {
  return (COLOUR_SCHEMES as readonly unknown[]).includes(value);
}

/** The colours that the browser paints around the page in light and dark mode. */
export function chromeColours({ theme, dark }: BrandLook): { readonly light: string; readonly dark: string } {
  const light = theme['--brand'] ?? '';
  return { light, dark: dark ? (dark['--page'] ?? light) : light };
}
