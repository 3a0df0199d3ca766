/** The texts of messages: templates.json, with names in braces. */
import templates from './templates.json' with { type: 'json' };

export type Template = keyof typeof templates;

export interface RenderedMessage {
  readonly subject: string;
  readonly text: string;
}

/** Fills a template. Throws when a name of it has no value: a message with a hole in it is not sent. */
export function fillTemplate(name: Template, vars: Readonly<Record<string, string>>): RenderedMessage {
  const put = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = vars[key];
      if (value === undefined) throw new Error(`message ${name}: no value for {${key}}`);
      return value;
    });
  const { subject, text } = templates[name];
  return { subject: put(subject), text: put(text) };
}

/** yyyy-MM-dd HH:mm in Shanghai, as messages say it. */
export const messageTime = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
