import { readdirSync, readFileSync } from 'node:fs';

/** A process of this machine. */
export interface FoundProcess {
  readonly pid: number;
  readonly commandLine: string;
}

/** All descendants of a process. Linux only. */
export function listDescendants(pid: number): FoundProcess[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readProc(Number(name), 'stat');
    // The name in brackets may hold anything, so count from its end: state, parent.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    parents.set(Number(name), parent);
  }
  const found: FoundProcess[] = [];
  let generation = [pid];
  while (generation.length > 0) {
    const next = [...parents].filter(([, parent]) => generation.includes(parent));
    generation = next.map(([child]) => child);
    for (const child of generation) {
      const commandLine = readProc(child, 'cmdline').replaceAll('\0', ' ').trim();
      found.push({ pid: child, commandLine });
    }
  }
  return found;
}

/** Returns whether a process runs; zombies do not. */
export function isRunning(pid: number): boolean {
  const stat = readProc(pid, 'stat');
  return stat !== '' && !/\) [ZX] /.test(stat);
}

/** Processes that draw pages. */
export function isRenderer({ commandLine }: FoundProcess): boolean {
  return commandLine.includes('--type=renderer');
}

/** Chromium's main process, below our own runtime. */
export function isBrowser({ commandLine }: FoundProcess): boolean {
  return commandLine.includes('--user-data-dir=') && !commandLine.includes('--type=');
}

/** The process of the embedded service; the runtime on a system Chromium gives it a title of its own. */
export function isEmbeddedService({ commandLine }: FoundProcess): boolean {
  return commandLine === 'Guise service' || commandLine.includes('node.mojom.NodeService');
}

function readProc(pid: number, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
