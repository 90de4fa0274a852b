import { setTimeout as pause } from 'node:timers/promises';
import type { SmallDisk } from '../../support/small-disk.ts';
import { pickOne, type ChaosRun } from './besieger.ts';

/** Plan of the accidents of a service during an attack. */
export interface AccidentPlan {
  readonly totalMs: number;
  /** Null where none can be mounted. */
  readonly disk: SmallDisk | null;
  readonly setDiskFull: (isFull: boolean) => void;
}

const minuteMs = 60_000;
const victims = ['jobs/worker-entry', 'live-worker-entry', 'validator-entry'] as const;
/** Duration of a full disk; affected calls recover shortly afterwards. */
const FULL_MS = 8000;
const AFTERGLOW_MS = 4000;

/** Kills a process that works for the service, again and again. */
export async function killWorkers({ service, log, random, signal }: ChaosRun): Promise<void> {
  while (!signal.aborted) {
    await wait(4000 + random() * 6000, signal);
    const module = pickOne(random, victims);
    const [victim] = service.upMs === null ? [] : service.find(module).toReversed();
    if (victim !== undefined && !signal.aborted) {
      try {
        process.kill(victim.pid, 'SIGKILL');
        log.count(`kills of ${module}`);
      } catch {
        // The process ended before.
      }
    }
  }
}

/** Kills the service and starts it again, in the second third of the time: before and after, its memory is watched. */
export async function killService(
  { service, log, random, signal }: ChaosRun,
  { totalMs }: AccidentPlan,
): Promise<void> {
  const third = totalMs / 3;
  const count = Math.max(2, Math.round(third / 40_000));
  const beganMs = performance.now();
  for (let index = 0; index < count && !signal.aborted; index += 1) {
    const atMs = third * (1 + (index + 0.2 + random() * 0.6) / count);
    await wait(atMs - (performance.now() - beganMs), signal);
    if (!signal.aborted) {
      await service.kill();
      await service.start();
      log.count('kills of the service');
    }
  }
}

/** Fills the disk for a while, some times. */
export async function fillDisk(
  { log, random, signal }: ChaosRun,
  { totalMs, disk, setDiskFull }: AccidentPlan,
): Promise<void> {
  const count = disk === null ? 0 : Math.max(2, Math.round(totalMs / 120_000));
  for (let index = 0; index < count; index += 1) {
    await wait((totalMs / count) * (0.4 + random() * 0.2), signal);
    if (signal.aborted) {
      return;
    }
    setDiskFull(true);
    const endMs = performance.now() + FULL_MS;
    while (performance.now() < endMs) {
      // Jobs that end meanwhile free space, which is filled again.
      disk?.fill();
      await pause(100);
    }
    disk?.free();
    log.count('times that the disk was full');
    await pause(AFTERGLOW_MS);
    setDiskFull(false);
    await wait((totalMs / count) * 0.3, signal);
  }
}

/** Sets the clock on and back, by less and by more than leases and sessions last. */
export async function jumpClock({ service, log, random, signal }: ChaosRun): Promise<void> {
  const steps = [1.2, 3, 90, 26 * 60].flatMap((minutes) => [minutes, -minutes]);
  while (!signal.aborted) {
    await wait(6000 + random() * 9000, signal);
    if (!signal.aborted) {
      service.jumpClock(pickOne(random, steps) * minuteMs);
      log.count('jumps of the clock');
    }
  }
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(Math.max(0, ms), null, { signal }).catch(() => null);
}
