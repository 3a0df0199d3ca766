/** The text of a code: the fault and the remedy, in Chinese and English. `{name}` is filled in from the details of a problem. */
export type Lang = 'zh' | 'en';

export interface CodeText {
  readonly message: string;
  readonly remedy: string;
}

export type CodeEntry = Readonly<Record<Lang, CodeText>>;

export const entry = (zhMessage: string, zhRemedy: string, enMessage: string, enRemedy: string): CodeEntry => ({
  zh: { message: zhMessage, remedy: zhRemedy },
  en: { message: enMessage, remedy: enRemedy },
});
