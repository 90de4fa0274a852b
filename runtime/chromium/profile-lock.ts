import { readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * Removes the lock that a killed Chromium left in its profile. Chromium does that itself for the same
 * host name; after a change of the name it would show a dialog instead of starting.
 */
export function clearStaleLock(profileFolder: string): void {
  const lock = join(profileFolder, 'SingletonLock');
  let holder: string;
  try {
    holder = readlinkSync(lock);
  } catch {
    return;
  }
  const cut = holder.lastIndexOf('-');
  const isOurHost = holder.slice(0, cut) === hostname();
  if (!isOurHost || !isAlive(Number(holder.slice(cut + 1)))) {
    for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) {
      rmSync(join(profileFolder, name), { force: true });
    }
  }
}

/** Returns whether a process exists, even one of another user. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
