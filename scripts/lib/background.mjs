import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Leaves the processors to others: a program that was just started, detached, gets what is left of them. It ends with this process.
 * @param {import('node:child_process').ChildProcess} child
 */
export function keepInBackground(child) {
  const pid = child.pid;
  if (pid === undefined) {
    return; // It could not be started, which its event says.
  }
  lowerPriority(pid);
  const end = () => {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM');
    } catch {
      // All of it has ended.
    }
  };
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    end();
    process.kill(process.pid, signal);
  };
  process.once('exit', end);
  signals.forEach((signal) => process.once(signal, pass));
  child.once('close', () => {
    end(); // What it started may still run.
    process.off('exit', end);
    signals.forEach((signal) => process.off(signal, pass));
  });
}

/** @param {number} pid */
function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    // Linux shares processors between sessions first, and looks at priorities within each of them only then.
    if (process.platform === 'linux') {
      writeFileSync(`/proc/${pid}/autogroup`, `${constants.priority.PRIORITY_LOW}`);
    }
  } catch {
    // Not every system has such groups: then it runs as everything else does.
  }
}
