/** The ways in which every state is pictured. Widths and heights are CSS pixels. */
export interface Variant {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly dark?: boolean;
  /** Text size in percent of the usual. */
  readonly text?: number;
}

export const VARIANTS: readonly Variant[] = [
  { name: '390', width: 390, height: 844 },
  { name: '390 dark', width: 390, height: 844, dark: true },
  { name: '360', width: 360, height: 780 },
  { name: '430', width: 430, height: 932 },
  { name: '200 %', width: 390, height: 844, text: 200 },
  { name: 'landscape', width: 844, height: 390 },
];
