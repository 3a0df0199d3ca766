/**
 * The lock on the folder of the embedded database. The operating system holds it on an open file, so that it ends with the process however
 * that ends, and holds across containers, which do not see each other's process numbers. The file says which process has the folder and how often it
 * was taken (the epoch): where a file system does not honour locks (some network ones), a process that lost its folder sees another epoch.
 */
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock, unlock } from 'fs-native-extensions';

export interface FolderLock {
  /** Whether nobody has taken the folder since; false on a file system without locks when another process did. */
  isOwn(): boolean;
  /** Gives the folder back. */
  release(): void;
}

/** Takes the folder, or throws an error that says who has it and what to do. */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, 'caipu.lock');
  // Never removed: a lock on a file that another process can replace protects nothing.
  const file = openSync(path, 'a+');
  let own: string;
  try {
    const found = readFileSync(path, 'utf8').trim();
    const [pid = '', epoch = '0'] = found.split(' ');
    if (!tryLock(file)) throw inUse(folder, pid);
    own = `${process.pid} ${(Number.parseInt(epoch, 10) || 0) + 1}`;
    ftruncateSync(file);
    writeSync(file, `${own}\n`);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return {
    isOwn: () => {
      try {
        return readFileSync(path, 'utf8').trim() === own;
      } catch {
        return false;
      }
    },
    release() {
      unlock(file);
      closeSync(file);
    },
  };
}

function inUse(folder: string, pid: string): Error {
  const holder = /^\d+$/.test(pid) ? `process ${pid} of this machine or of another container` : 'another process';
  return new Error(
    `the data folder ${folder} is in use by ${holder}. Stop that one, set CAIPU_DATA to another folder, or give both a PostgreSQL with DATABASE_URL.`,
  );
}
