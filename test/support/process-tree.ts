import { readdirSync, readFileSync } from 'node:fs';

/** Process identified by id and start time, because ids are reused. */
export interface SeenProcess {
  readonly pid: number;
  readonly startedAt: string;
  readonly command: string;
}

/** Lists all running descendants of a process (Linux). */
export function listDescendants(root: number): SeenProcess[] {
  const children = new Map<number, SeenProcess[]>();
  for (const name of readdirSync('/proc')) {
    const facts = /^\d+$/.test(name) ? findProcess(Number(name)) : null;
    if (facts !== null) {
      const { parent, ...seen } = facts;
      children.set(parent, [...(children.get(parent) ?? []), seen]);
    }
  }
  const found: SeenProcess[] = [];
  const look = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      found.push(child);
      look(child.pid);
    }
  };
  look(root);
  return found;
}

/** Checks whether a process still runs; zombies do not. */
export function isRunning({ pid, startedAt }: SeenProcess): boolean {
  return findProcess(pid)?.startedAt === startedAt;
}

/** Returns the resident memory of a process in MB; null when it has ended. */
export function findMemoryMb(pid: number): number | null {
  const match = /VmRSS:\s+(\d+) kB/.exec(readText(`/proc/${pid}/status`));
  return match === null ? null : Number(match[1]) / 1024;
}

/** Returns the processor time of a process in milliseconds; null when it has ended. */
export function findCpuMs(pid: number): number | null {
  const line = readText(`/proc/${pid}/stat`);
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : null;
}

/** Unit of times in `/proc` on Linux. */
const TICK_MS = 10;

function findProcess(pid: number): (SeenProcess & { readonly parent: number }) | null {
  const line = readText(`/proc/${pid}/stat`);
  // The name of the program may contain spaces and brackets.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [state, parent, startedAt] = [fields[0], fields[1], fields[19]];
  if (line === '' || state === 'Z' || state === 'X') {
    return null;
  }
  const command = readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  return { pid, parent: Number(parent), startedAt: startedAt ?? '', command };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
