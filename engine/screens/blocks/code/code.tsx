import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';
import type { CodeBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { ActionButton, useShown } from '../parts/action-button.tsx';
import { Ready } from '../parts/ready.tsx';
import { Section } from '../parts/section.tsx';
import './code.css';

/** Light modules around the code: with fewer some readers do not find it. */
const QUIET_ZONE = 4;

/** A text as a QR code, with the text itself to copy. */
export default function Code({ block }: BlockProps<CodeBlock>): ReactNode {
  const screen = useScreen();
  const host = useHost();
  const text = addressOf(screen.text(block.text));
  const label = screen.text(block.label);
  const note = screen.text(block.note);
  const actions = useShown(block.actions);
  const copy = (): unknown => import('../../core/clipboard.ts').then((loaded) => loaded.copyText(host, text));
  return (
    <Section title={screen.text(block.title)}>
      <Ready of={[block.text, block.label]} rows={4}>
        {text === '' ? (
          <p className="card section__none">{screen.text(block.empty) || '暂无内容'}</p>
        ) : (
          <div className="card code">
            <Matrix text={text} label={label} />
            <p className="code__label">{label}</p>
            <p className="code__text tabular">{screen.text(block.shown) || text}</p>
            {note ? <p className="row__note">{note}</p> : null}
            <div className="code__actions">
              <Button onClick={copy}>复制</Button>
              {actions.map((button) => (
                <ActionButton key={button.label.source} button={button} />
              ))}
            </div>
          </div>
        )}
      </Ready>
    </Section>
  );
}

/** A path of this app as an address that other phones can open; any other text as it is. */
const addressOf = (text: string): string => (text.startsWith('/') ? new URL(text, location.origin).href : text);

function Matrix({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const drawn = useMemo(() => pathOf(text), [text]);
  if (!drawn) return <ErrorState text="内容太长，不能生成二维码，可复制文字" inline />;
  return (
    <svg className="code__image" viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={drawn.path} />
    </svg>
  );
}

/** The dark modules as one path, a stroke for each run in a line; undefined for a text that no QR code can hold. */
function pathOf(text: string): { readonly size: number; readonly path: string } | undefined {
  try {
    const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'M' });
    const runs = data.flatMap((line, y) =>
      line.flatMap((dark, x) => {
        if (!dark || line[x - 1]) return [];
        let width = 1;
        while (line[x + width]) width += 1;
        return [`M${x} ${y}h${width}v1h-${width}z`];
      }),
    );
    return { size, path: runs.join('') };
  } catch {
    return undefined;
  }
}
