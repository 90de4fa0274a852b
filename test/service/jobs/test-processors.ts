/** Small processors that do real work on small files, and misbehave when their script demands it. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src/base/errors.ts';
import { type JobProgress, noQuality } from '../../../src/contract/job-details.ts';
import type {
  Processor,
  ProcessorEntry,
  RunContext,
  RunResult,
} from '../../../src/capabilities/processor.ts';

/** Writes its script into a file. One second of output for every ten characters. */
const speech: Processor = {
  feature: 'text_to_speech',
  async run(context) {
    const script = readText(context, 'script');
    const [order, argument = ''] = script.split(' ');
    if (order === 'sleep') {
      for (let step = 0; step < 10; step += 1) {
        context.report(rendering(step / 10));
        await sleep(Number(argument) / 10, undefined, { signal: context.signal });
      }
    } else if (order === 'die') {
      process.kill(process.pid, 'SIGKILL');
      await sleep(60_000);
    } else if (order === 'greedy') {
      takeMemory();
    } else if (order === 'large') {
      await writeFile(join(context.folder, 'large.bin'), Buffer.alloc(Number(argument)));
    } else if (order === 'hang') {
      context.report(rendering(0.5));
      await sleep(20);
      blockFor(60_000);
    } else if (order === 'faceless') {
      throw new AppError('face_not_detected', 'There is no face in the picture.');
    } else if (order === 'bug') {
      throw new TypeError('/secret/path is undefined');
    }
    const path = join(context.folder, 'speech.wav');
    await writeFile(path, script);
    return toResult(context, path, script.length * 100_000);
  },
  /**
   * `parts COUNT MS [WHAT AT]`: COUNT segments, each of which takes MS milliseconds and leaves a file `begun-INDEX`;
   * the result lists the input of each. The segment at index AT may instead `fail`, `die` or declare rendered ones
   * unusable (`useless`).
   */
  async runSegment(context, { step, done }) {
    const script = readText(context, 'script');
    const [order, count = '', ms = '', what = '', where = ''] = script.split(' ');
    if (order !== 'parts') {
      return speech.run(context);
    }
    const path = join(context.folder, 'segment.wav');
    if (step === 'join') {
      const parts = await Promise.all(done.map((segment) => readFile(segment.path, 'utf8')));
      await writeFile(path, parts.join(''));
      return toResult(context, path, 1_000_000);
    }
    const at = step === 'begin' ? 0 : step;
    context.report(rendering(0.5));
    await writeFile(join(context.folder, `begun-${at}`), '');
    await sleep(Number(ms), undefined, { signal: context.signal });
    if (at === Number(where) && what === 'fail') {
      throw new AppError('face_not_detected', 'There is no face in the picture.');
    } else if (at === Number(where) && what === 'die') {
      process.kill(process.pid, 'SIGKILL');
      await sleep(60_000);
    } else if (at === Number(where) && what === 'useless') {
      return 'whole';
    }
    await writeFile(path, `[${at} by ${done[0]?.state ?? 'none'}]`);
    return step === 'begin'
      ? { path, facts: '', state: 'plan', count: Number(count) }
      : { path, facts: '', state: null };
  },
};

/** Copies its input video. */
const swap: Processor = {
  feature: 'face_swap',
  async run(context) {
    const source = context.files[readText(context, 'video_key')];
    const path = join(context.folder, 'swapped.wav');
    await copyFile(source?.path ?? '', path);
    return toResult(context, path, 1_000_000);
  },
};

/** Writes its input into the result of its stage, so that the last file contains the chain. */
const identity: Processor = {
  feature: 'identity_swap',
  async run(context) {
    const before = context.preview === null ? '' : await readFile(context.preview.path, 'utf8');
    const prompt = readText(context, 'prompt');
    const path = join(context.folder, 'still.wav');
    await writeFile(path, `${before}[${context.stage ?? 'all'} ${prompt}]`);
    return toResult(context, path, 2_000_000);
  },
};

function toResult(context: RunContext, path: string, outputUs: number): RunResult {
  context.report({ fraction: 1, phase: 'finishing', etaMs: 0 });
  return {
    output: { path, kind: 'audio', mime: 'audio/wav', extension: 'wav', facts: {} },
    outputUs,
    report: {
      // The reason is where a secret of the service would be seen.
      engine: {
        name: 'test',
        provider: 'CPU',
        models: [],
        reason: process.env['GUISE_SECRET'] ?? null,
      },
      stages: [],
      wallMs: 1,
      frames: null,
      quality: noQuality,
    },
  };
}

function rendering(fraction: number): JobProgress {
  return { fraction, phase: 'rendering', etaMs: null };
}

function readText(context: RunContext, field: string): string {
  const value = context.input[field];
  return typeof value === 'string' ? value : '';
}

/** Allocates memory until the kernel refuses. */
function takeMemory(): void {
  const kept: Buffer[] = [];
  for (;;) {
    kept.push(Buffer.alloc(16_777_216, 1));
  }
}

/** Blocks the event loop, like native code that hangs. */
function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

export const processors: readonly ProcessorEntry[] = [speech, swap, identity].map((processor) => ({
  feature: processor.feature,
  load: () => Promise.resolve(processor),
}));
