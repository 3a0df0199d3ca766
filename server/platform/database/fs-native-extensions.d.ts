/** The part of the package that is used; it brings no types of its own. */
declare module 'fs-native-extensions' {
  /** Takes an exclusive lock of the operating system on an open file; false when another open file has it. */
  export function tryLock(fd: number, options?: { readonly shared?: boolean }): boolean;
  export function unlock(fd: number): void;
}
