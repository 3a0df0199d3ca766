/** Messages for errors of the file system. Any other error is shown with its code. */
const WHY: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  ENOENT: ['没有这个文件', 'there is no such file'],
  EISDIR: ['这是文件夹，请写出里面的文件', 'it is a folder; name a file in it'],
  EACCES: ['没有读它的权限', 'there is no permission to read it'],
};

/** Why a file cannot be read. Undefined if the error does not come from the file system. */
export function fileErrorText(error: unknown): readonly [zh: string, en: string] | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return undefined;
  return WHY[code] ?? [`读不了（${code}）`, `it cannot be read (${code})`];
}
