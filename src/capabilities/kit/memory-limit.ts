import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

/** Returns the memory that this process may write to, in bytes: its resource limit, or the machine's memory. */
export function readMemoryLimit(): number {
  let limits = '';
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return totalmem(); // The limit is readable on Linux only.
  }
  const stated = Number(/^Max data size +(\d+)/m.exec(limits)?.[1] ?? Number.NaN);
  return Number.isFinite(stated) ? Math.min(stated, totalmem()) : totalmem();
}
