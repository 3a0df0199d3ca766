/** Screens: files on the left, text in the middle, the phone with the draft and example answers on the right. */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import type { ScreenDocument } from '../../engine/screens/core/contract.ts';
import type { ScreenListing } from './calls.ts';
import { completionsAt } from './complete.ts';
import { screenGuide } from './complete-screen.ts';
import { FileList } from './file-list.tsx';
import type { DraftFinding } from './check-draft.ts';
import { PreviewPhone } from './phone.tsx';
import { screenAddress } from './screen-address.ts';
import { useFileEditor } from './use-file-editor.ts';
import { useDraftCheck } from './use-draft-check.ts';
import { WorkPane } from './work-pane.tsx';
import type { WorkshopPageProps } from './workshop.tsx';

interface Judged {
  readonly problems: readonly Problem[];
  readonly screen: ScreenDocument | undefined;
}

const NOTHING: Judged = { problems: [], screen: undefined };
const NO_WORDS: Vocabulary = {};

export function ScreensEditor({ above }: WorkshopPageProps): ReactNode {
  const editor = useFileEditor<ScreenListing, unknown>('screens');
  const { listing, open, text } = editor;
  const [findings, setFindings] = useState<Judged>(NOTHING);
  const [loggedIn, setLoggedIn] = useState(true);
  const [addresses, setAddresses] = useState<Readonly<Record<string, string>>>({});
  const vocabulary = listing?.vocabulary ?? NO_WORDS;
  const code = open?.code ?? '';
  const address = addresses[code] ?? screenAddress(code, vocabulary);

  const draft = useMemo(
    () => (code === '' || listing === undefined ? undefined : { is: 'screen' as const, code, text, vocabulary }),
    [code, text, listing, vocabulary],
  );
  useDraftCheck(
    draft,
    useCallback((finding) => setFindings((before) => withFinding(before, finding)), []),
  );

  const guide = useMemo(() => screenGuide(vocabulary), [vocabulary]);
  const screen = findings.screen?.code === code ? findings.screen : undefined;
  const shown = useMemo(
    () =>
      screen === undefined || listing === undefined
        ? undefined
        : { preview: 'screen' as const, screen, address, loggedIn, examples: listing.examples },
    [screen, listing, address, loggedIn],
  );

  return (
    <div className="workspace">
      <nav className="files" aria-label="界面文件">
        {above}
        <FileList files={listing?.files} open={open?.code} drafts={editor.drafts} onOpen={(next) => void editor.openFile(next)} />
      </nav>
      <WorkPane
        editor={editor}
        folder="screens"
        invitation="选择一个界面"
        problems={findings.problems}
        ready={screen !== undefined}
        complete={(draftText, offset) => completionsAt(draftText, offset, guide)}
        tabs={{}}
        panel={() => null}
      />
      <aside className="phone" aria-label="手机预览">
        {open === undefined ? null : (
          <form className="phone__head" aria-label="预览" onSubmit={(event) => event.preventDefault()}>
            <label>
              地址
              <input
                value={address}
                autoComplete="off"
                spellCheck={false}
                onChange={({ currentTarget: { value } }) => setAddresses((before) => ({ ...before, [code]: value }))}
              />
            </label>
            <label className="phone__switch">
              <input type="checkbox" checked={loggedIn} onChange={({ currentTarget: { checked } }) => setLoggedIn(checked)} />
              已登录
            </label>
          </form>
        )}
        <PreviewPhone draft={shown} />
      </aside>
    </div>
  );
}

function withFinding(before: Judged, finding: DraftFinding): Judged {
  // The phone keeps the last draft that was right.
  if (finding.is === 'problems') return { ...before, problems: finding.problems };
  return finding.is === 'screen' ? { ...before, screen: finding.screen } : before;
}
