/** The phone beside a text, an activity or a product: a page of players as the draft makes it. */
import { type ReactNode, useMemo, useState } from 'react';
import type { DocumentKind } from './document-kinds.ts';
import type { PreviewPage } from './calls.ts';
import type { TextDocument } from './check-document.ts';
import { PreviewPhone } from './phone.tsx';
import type { TextPreview } from './preview-message.ts';

export interface DraftPhoneProps {
  readonly documentKind: Pick<DocumentKind, 'kind' | 'forPlayers'>;
  readonly pages: readonly PreviewPage[];
  /** undefined: nothing is open. */
  readonly code: string | undefined;
  /** The draft, once it is known to be right; undefined, or one of another file, leaves the phone as it is. */
  readonly document: TextDocument | undefined;
}

export function DraftPhone({ documentKind: { kind, forPlayers }, pages, code, document: checked }: DraftPhoneProps): ReactNode {
  const [chosen, setChosen] = useState(0);
  const [asPlayer, setAsPlayer] = useState<boolean | undefined>(undefined);
  const document = checked?.code === code ? checked : undefined;
  const loggedIn = asPlayer ?? (document !== undefined && forPlayers?.(document) === true);
  const to = pages[chosen]?.to ?? '/';
  const draft = useMemo(
    (): TextPreview | undefined =>
      document === undefined
        ? undefined
        : {
            preview: 'text',
            kind,
            code: document.code,
            text: JSON.stringify(document),
            address: fillAddress(to, document),
            loggedIn,
          },
    [kind, document, to, loggedIn],
  );
  return (
    <aside className="phone" aria-label="手机预览">
      {code === undefined ? null : (
        <form className="phone__head" aria-label="预览" onSubmit={(event) => event.preventDefault()}>
          <label>
            页面
            <select value={chosen} onChange={({ currentTarget: { value } }) => setChosen(Number(value))}>
              {pages.map(({ name }, at) => (
                <option key={name} value={at}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label className="phone__switch">
            <input type="checkbox" checked={loggedIn} onChange={({ currentTarget: { checked } }) => setAsPlayer(checked)} />
            已登录
          </label>
        </form>
      )}
      <PreviewPhone draft={draft} />
    </aside>
  );
}

/** An address with the properties of a draft in the place of their names. */
export const fillAddress = (to: string, document: TextDocument): string =>
  to.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(document[name] ?? '')));
