import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';

/**
 * Does the work while no other process does what it locks by this file. The operating system holds the lock, so that it ends with the
 * process however that ends. `waiting` is called once when another process has it.
 */
export async function alone(file, work, waiting = () => {}) {
  mkdirSync(dirname(file), { recursive: true });
  const lock = openSync(file, 'a+');
  try {
    if (!tryLock(lock)) {
      waiting();
      while (!tryLock(lock)) await after(200);
    }
    return await work();
  } finally {
    closeSync(lock);
  }
}
