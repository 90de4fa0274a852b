import { Worker } from 'node:worker_threads';

/*
 * A thread of its own, because the main one may be inside native code that hangs. As text, so that it
 * survives bundling into one file.
 */
const source = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  let isGone = process.ppid !== workerData;
  try {
    process.kill(workerData, 0);
  } catch {
    isGone = true;
  }
  if (isGone) {
    process.kill(process.pid, 'SIGKILL');
  }
}, 1000);
`;

/** Kills this process within about a second after its parent has died, even if it is busy. */
export function dieWithParent(): void {
  new Worker(source, {
    eval: true,
    workerData: process.ppid,
    // Without a limit V8 reserves half a gigabyte of code space, which the kernel counts.
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8, codeRangeSizeMb: 8 },
  }).unref();
}
