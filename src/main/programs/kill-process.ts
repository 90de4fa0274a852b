/** A process as `utilityProcess.fork` and `child_process.fork` give it. */
export interface Killable {
  readonly pid?: number | undefined;
  kill(): boolean;
}

/**
 * Kills a process that may not respond: Electron's `kill` sends SIGTERM, which a stopped process or a blocked
 * loop never handles. No effect on one that has exited.
 */
export function killProcess(child: Killable): void {
  if (child.pid === undefined) {
    child.kill(); // Not there yet, or ended.
    return;
  }
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) {
      throw error;
    }
  }
}
