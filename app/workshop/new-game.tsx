import { type FormEvent, type ReactNode, useState } from 'react';

/** A form for a game of a family; `onBegin` gets what was filled in. */
export function NewGame({
  families,
  taken,
  onBegin,
}: {
  readonly families: readonly string[];
  readonly taken: readonly string[];
  readonly onBegin: (family: string, code: string, name: string) => void;
}): ReactNode {
  const [fault, setFault] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code')).trim();
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(code)) return setFault('代码只能用字母、数字、_ 和 -，最多 32 个');
    if (taken.includes(code.toLowerCase())) return setFault(`已经有 ${code}，请直接修改`);
    setFault('');
    onBegin(String(form.get('family')), code, String(form.get('name')).trim() || code);
    event.currentTarget.reset();
  };
  return (
    <details className="new">
      <summary>新建彩种</summary>
      <form onSubmit={submit} aria-label="新建彩种">
        <label>
          家族
          <select name="family">
            {families.map((family) => (
              <option key={family}>{family}</option>
            ))}
          </select>
        </label>
        <label>
          代码
          <input name="code" required autoComplete="off" />
        </label>
        <label>
          名称
          <input name="name" autoComplete="off" />
        </label>
        <button type="submit" className="button">
          写十行
        </button>
        <p role="alert">{fault}</p>
      </form>
    </details>
  );
}
