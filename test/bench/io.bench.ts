import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transcode } from '../../src/engine/io/video/transcode.ts';
import { openVideoReader } from '../../src/engine/io/video/video-reader.ts';
import { makeClip } from '../media/make-clip.ts';
import { transcodeBare } from './bare-transcode.ts';
import { type Metric, type Measurement, ratioAtLeast, ratioAtMost, toMetric } from './harness.ts';
import { median } from './statistics.ts';

const frames = 150;
/** Number of rounds, in which all variants alternate, so that other load affects all. */
const rounds = 3;

/** Measures the speed relative to FFmpeg when frames pass through our own memory. */
export const measurement: Measurement = {
  title: 'Decoding and transcoding of 720p against a bare loop over FFmpeg',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-bench-'));
    try {
      note('making the clip');
      const source = join(folder, 'source.mp4');
      makeClip(source, {
        video: { width: 1280, height: 720, frames, options: { crf: '20', preset: 'fast' } },
        audio: { seconds: frames / 30 },
      });
      return await measure(source, join(folder, 'result.mp4'), note);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Cost {
  readonly framesPerSecond: number;
  readonly cpuMs: number;
}

async function measure(
  source: string,
  result: string,
  note: (text: string) => void,
): Promise<Metric[]> {
  const costs = {
    decode: [] as Cost[],
    bareDecode: [] as Cost[],
    scale: [] as Cost[],
    transcode: [] as Cost[],
    bareTranscode: [] as Cost[],
  };
  for (let round = 1; round <= rounds; round += 1) {
    note(`round ${round} of ${rounds}`);
    costs.bareDecode.push(await timeFrames(() => transcodeBare(source, null)));
    costs.decode.push(await timeFrames(() => decodeAll(source)));
    costs.scale.push(await timeFrames(() => decodeAll(source, 480)));
    costs.bareTranscode.push(await timeFrames(() => transcodeBare(source, result)));
    costs.transcode.push(await timeFrames(async () => (await transcode(source, result)).frames));
  }
  const speed = (list: readonly Cost[]): number => median(list.map((cost) => cost.framesPerSecond));
  const cpu = (list: readonly Cost[]): number => median(list.map((cost) => cost.cpuMs));
  return [
    toMetric({
      name: 'decode to I420',
      value: speed(costs.decode),
      unit: 'frames/s',
      reference: speed(costs.bareDecode),
    }),
    toMetric({
      name: 'decode to I420, processor',
      value: cpu(costs.decode),
      unit: 'ms/frame',
      reference: cpu(costs.bareDecode),
      bar: ratioAtMost(2),
    }),
    toMetric({ name: 'decode at 480p', value: speed(costs.scale), unit: 'frames/s' }),
    toMetric({ name: 'decode at 480p, processor', value: cpu(costs.scale), unit: 'ms/frame' }),
    toMetric({
      name: 'transcode',
      value: speed(costs.transcode),
      unit: 'frames/s',
      reference: speed(costs.bareTranscode),
      bar: ratioAtLeast(0.8),
    }),
    toMetric({
      name: 'transcode, processor',
      value: cpu(costs.transcode),
      unit: 'ms/frame',
      reference: cpu(costs.bareTranscode),
      bar: ratioAtMost(1.35),
    }),
  ];
}

async function decodeAll(path: string, maxShortSide?: number): Promise<number> {
  let count = 0;
  for await (const frame of await openVideoReader(path, { maxShortSide })) {
    count = frame.index + 1;
  }
  return count;
}

async function timeFrames(work: () => Promise<number>): Promise<Cost> {
  const startedAtMs = performance.now();
  const before = process.cpuUsage();
  const count = await work();
  const { user, system } = process.cpuUsage(before);
  return {
    framesPerSecond: (count * 1000) / (performance.now() - startedAtMs),
    cpuMs: (user + system) / 1000 / count,
  };
}
