import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';
import { Disclosure } from '../../engine/screens/kit/disclosure.tsx';

interface NewFileProps {
  /** What one is called: 彩种. */
  readonly what: string;
  /** Codes that there are, in lower case. */
  readonly taken: readonly string[];
  /** Where a file is one of a family: their texts by their codes, null where one is wrong. The first is chosen unless another is. */
  readonly families?: Readonly<Record<string, string | null>>;
  /** What is chosen by that; 家族 when left out. */
  readonly like?: string;
  readonly onBegin: (code: string, name: string, family: string) => void;
}

/** A form for a file that does not exist yet; `onBegin` gets what was filled in. */
export function NewFile({ what, taken, families, like = '家族', onBegin }: NewFileProps): ReactNode {
  const [fault, setFault] = useState('');
  const named = useMemo(() => Object.entries(families ?? {}).map(([code, text]) => [code, nameIn(text)] as const), [families]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code')).trim();
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(code)) return setFault('代码只能用字母、数字、_ 和 -，最多 32 个');
    if (taken.includes(code.toLowerCase())) return setFault(`已经有 ${code}，请直接修改`);
    setFault('');
    onBegin(code, String(form.get('name')).trim() || code, String(form.get('family') ?? ''));
    event.currentTarget.reset();
  };
  return (
    <Disclosure className="new" title={`新建${what}`}>
      <form onSubmit={submit} aria-label={`新建${what}`}>
        {families ? (
          <label>
            {like}
            <select name="family">
              {named.map(([code, name]) => (
                <option key={code} value={code}>
                  {name === undefined ? code : `${name} ${code}`}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <label>
          代码
          <input name="code" required autoComplete="off" />
        </label>
        <label>
          名称
          <input name="name" autoComplete="off" />
        </label>
        <button type="submit" className="button">
          开始
        </button>
        <p role="alert">{fault}</p>
      </form>
    </Disclosure>
  );
}

const nameIn = (text: string | null): string | undefined => (text === null ? undefined : (JSON.parse(text) as FamilyDescription).name);
