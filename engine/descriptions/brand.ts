/** What a brand says of its look (schemas/brand.schema.json), and the player's choice between light and dark. */
export type Theme = Readonly<Record<`--${string}`, string>>;

export interface BrandLook {
  readonly theme: Theme;
  /** What differs in the dark; without it the brand is light everywhere. */
  readonly dark?: Theme;
  /** What differs on pages of a theme, by its name. */
  readonly themes?: Readonly<Record<string, Theme>>;
  readonly darkThemes?: Readonly<Record<string, Theme>>;
}

/** What the page says of a brand. */
export interface BrandDescription extends BrandLook {
  readonly code: string;
  readonly name: string;
  readonly slogan?: string;
  /** Name of the drawing that stands for it. */
  readonly logo?: string;
}

/** A choice of the player; 'auto' follows the device. */
export type ColourScheme = 'auto' | 'light' | 'dark';

export const COLOUR_SCHEMES: readonly ColourScheme[] = ['auto', 'light', 'dark'];

export function isColourScheme(value: unknown): value is ColourScheme {
  return (COLOUR_SCHEMES as readonly unknown[]).includes(value);
}

/** A brand's colour in the light and in the dark, for what the browser paints around the page. */
export function chromeColours({ theme, dark }: BrandLook): { readonly light: string; readonly dark: string } {
  const light = theme['--brand'] ?? '';
  return { light, dark: dark ? (dark['--page'] ?? light) : light };
}
