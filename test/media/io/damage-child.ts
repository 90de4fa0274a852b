/**
 * Damages media files and passes them through the engine, in a process of its own, because the test checks that FFmpeg
 * does not end it. Arguments: folder, seed, number of files. Prints one line of JSON.
 */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src/base/errors.ts';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import { transcode } from '../../../src/engine/io/video/transcode.ts';
import { type ClipSpec, makeClip } from '../make-clip.ts';
import { createRandom } from '../../support/random.ts';

const [folder = '', seed = '1', count = '200'] = process.argv.slice(2);
const small = { width: 96, height: 64, frames: 12 };
const specs: readonly ClipSpec[] = [
  { video: { ...small, gop: 6 }, audio: { seconds: 0.4 } },
  {
    container: 'matroska',
    video: { ...small, codec: 'libx265' },
    audio: { codec: 'flac', seconds: 0.4 },
  },
  {
    container: 'webm',
    video: { ...small, codec: 'libvpx-vp9' },
    audio: { codec: 'libvorbis', seconds: 0.4 },
  },
  { container: 'webm', video: { ...small, codec: 'libsvtav1' } },
  {
    container: 'mov',
    video: { ...small, codec: 'prores_ks', pixelFormat: 'yuv422p10le' },
    audio: { codec: 'pcm_s16le', seconds: 0.4 },
  },
  { video: { ...small, clockwiseDegrees: 90 }, audio: { codec: 'libmp3lame', seconds: 0.4 } },
];

const random = createRandom(Number(seed));

function damage(bytes: Buffer): Buffer {
  const kind = Math.floor(random() * 5);
  const at = Math.floor(random() * bytes.length);
  const length = 1 + Math.floor(random() * 400);
  if (kind === 0) {
    return bytes.subarray(0, at);
  }
  if (kind === 1) {
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
  }
  if (kind === 2) {
    return Buffer.concat([
      bytes.subarray(0, at),
      bytes.subarray(at - length, at),
      bytes.subarray(at),
    ]);
  }
  const damaged = Buffer.from(bytes);
  // Headers are at both ends, which get half of the damage.
  const spread = kind === 3 ? bytes.length : Math.min(1500, bytes.length);
  const start = random() < 0.5 ? 0 : bytes.length - spread;
  for (let hit = 0; hit < 1 + random() * 30; hit += 1) {
    damaged[start + Math.floor(random() * spread)] = Math.floor(random() * 256);
  }
  return damaged;
}

const sources: Buffer[] = [];
for (const [index, spec] of specs.entries()) {
  const path = join(folder, `clip-${index}`);
  makeClip(path, spec);
  sources.push(await readFile(path));
}

const outcomes: Record<string, number> = {};
const wrong: string[] = [];
for (let round = 0; round < Number(count); round += 1) {
  const path = join(folder, 'damaged');
  const result = join(folder, 'result.mp4');
  await writeFile(path, damage(sources[round % sources.length]!));
  let outcome = 'passed';
  try {
    await probeMedia(path);
    await transcode(path, result, { maxDurationUs: 2_000_000, preset: 'ultrafast' });
  } catch (error) {
    outcome = error instanceof AppError ? error.code : 'untyped';
    if (outcome === 'untyped') {
      wrong.push(`file ${round}: ${String(error)}`);
    }
  }
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  if (existsSync(`${result}.part`) || existsSync(result) !== (outcome === 'passed')) {
    wrong.push(`file ${round}: ${outcome}, and files are left or missing`);
  }
  await rm(result, { force: true });
}
process.stdout.write(JSON.stringify({ outcomes, wrong }));
