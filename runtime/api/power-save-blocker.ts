import { type ChildProcess, spawn } from 'node:child_process';
import { logLine } from '../log.ts';
import { requireProgram } from '../programs.ts';
import { app } from './app.ts';

const blockers = new Map<number, ChildProcess>();
let lastId = 0;

const whats = {
  'prevent-app-suspension': 'sleep',
  'prevent-display-sleep': 'idle:sleep',
} as const;

/** Electron's `powerSaveBlocker`, by `systemd-inhibit`. */
export const powerSaveBlocker = {
  /** Keeps the machine awake; returns the number to stop it with. Throws without systemd-inhibit. */
  start(type: keyof typeof whats): number {
    const what = whats[type];
    if (what === undefined) {
      throw new TypeError(`powerSaveBlocker.start takes ${Object.keys(whats).join(' or ')}.`);
    }
    const program = requireProgram('systemd-inhibit', 'systemd', 'Keeping the machine awake');
    lastId += 1;
    const id = lastId;
    // `cat` ends with our end of its input, also when the app is killed.
    const child = spawn(
      program,
      [`--what=${what}`, `--who=${app.getName()}`, '--why=Busy', 'cat'],
      {
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    child.on('error', (error) => logLine(`systemd-inhibit: ${error.message}`));
    child.on('exit', () => blockers.delete(id));
    child.unref();
    blockers.set(id, child);
    return id;
  },

  /** Lets the machine sleep again; false when the number was not in use. */
  stop(id: number): boolean {
    const child = blockers.get(id);
    blockers.delete(id);
    child?.stdin?.end();
    return child !== undefined;
  },

  isStarted(id: number): boolean {
    return blockers.has(id);
  },
};
