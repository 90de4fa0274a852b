import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** A system that does not answer by then is not asked to sleep. */
const timeoutMs = 2_000;

/**
 * Returns a function that puts this computer to sleep; null when no system program allows the user to do so. On
 * Linux logind is asked whether it would. Windows has no such program: the one with that name hibernates.
 */
export async function findSleep(platform: NodeJS.Platform): Promise<(() => void) | null> {
  if (platform === 'darwin') {
    return () => void run('pmset', ['sleepnow']).catch(() => undefined);
  }
  return platform === 'linux' && (await canSuspend())
    ? () => void run('systemctl', ['suspend']).catch(() => undefined)
    : null;
}

async function canSuspend(): Promise<boolean> {
  const login = 'org.freedesktop.login1';
  const question = ['--system', 'call', login, '/org/freedesktop/login1', `${login}.Manager`];
  try {
    const { stdout } = await run('busctl', [...question, 'CanSuspend'], { timeout: timeoutMs });
    return stdout.trim() === 's "yes"';
  } catch {
    return false;
  }
}
