/** References of a user: the results of the app's reader for files. */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Peer } from '../../../src/base/peer/peer.ts';
import { toTableReplySchema } from '../../../src/contract/peer-methods.ts';
import { type ReferenceProgram, referenceProgram } from '../../../src/contract/programs.ts';
import { readReference } from '../../../src/engine/voice/changer/read-reference.ts';
import { createSoundFile } from '../../../src/engine/voice/file/create-sound-file.ts';
import { readReferenceFile } from '../../../src/service/live/changer/read-reference-file.ts';
import { readSound, type Sound } from '../../media/voice/measure-speech.ts';
import { toForkedPeer } from '../../support/forked-peer.ts';
import { type SpokenFiles, speakFiles } from '../../support/spoken-wav.ts';
import { itUnless } from '../../support/describe-unless.ts';
import { findSandboxProblem } from '../support/find-sandbox-problem.ts';
import { RATE } from './sounds.ts';

const entry = new URL('../../../src/service/live/changer/reference-entry.ts', import.meta.url);
const program = fileURLToPath(entry);

let folder: string;
let spoken: SpokenFiles;
let speech: Sound;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-reference-'));
  spoken = await speakFiles(['en-clara']);
  speech = await readSound(spoken.paths['en-clara'] ?? '');
});
afterAll(async () => {
  await spoken.remove();
  await rm(folder, { recursive: true });
});

/** A file that contains the speech this many times, or a part of it. */
async function write(name: string, format: 'wav' | 'mp3' | 'opus', times: number): Promise<string> {
  const path = join(folder, name);
  const file = await createSoundFile(path, { format, sampleRateHz: speech.sampleRateHz });
  for (let left = times; left > 0; left -= 1) {
    const length = Math.round(Math.min(1, left) * speech.samples.length);
    await file.write(speech.samples.slice(0, length));
  }
  await file.finish();
  return path;
}

describe('a reference', () => {
  it.each(['wav', 'mp3', 'opus'] as const)('is read from %s', async (format) => {
    const { wav, durationMs, isCut } = await readReferenceFile(await write('one', format, 1));
    const { samples, sampleRateHz } = readReference(wav);
    expect(sampleRateHz).toBe(RATE);
    expect(Math.abs(durationMs - (1000 * samples.length) / RATE)).toBeLessThan(1);
    expect(Math.abs(durationMs / 1000 - speech.samples.length / speech.sampleRateHz)).toBeLessThan(
      0.2,
    );
    expect(isCut).toBe(false);
  });

  it('is limited to its first minute', async () => {
    const { durationMs, isCut } = await readReferenceFile(await write('long', 'wav', 6));
    expect(durationMs).toBe(60_000);
    expect(isCut).toBe(true);
  });

  it('that is too short is refused with the required length', async () => {
    await expect(readReferenceFile(await write('short', 'wav', 0.1))).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/1\.\d s long.*at least 3 s/),
    });
  });

  it('without speech is refused with that reason', async () => {
    const path = join(folder, 'silent.wav');
    const file = await createSoundFile(path, { format: 'wav', sampleRateHz: RATE });
    await file.write(new Float32Array(5 * RATE));
    await file.finish();
    await expect(readReferenceFile(path)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('no speech'),
    });
  });

  it('that is no audio is refused', async () => {
    const path = join(folder, 'text.wav');
    await writeFile(path, 'This is no sound at all.');
    await expect(readReferenceFile(path)).rejects.toMatchObject({ code: 'unsupported_format' });
  });
});

it('is read by a process of its own, which also reports faults', async () => {
  const process = toForkedPeer(program, toTableReplySchema(referenceProgram));
  const peer = new Peer<ReferenceProgram>(process, (cause) => cause);
  const path = spoken.paths['en-clara'] ?? '';
  const { wav } = await peer.call('decode', { path });
  expect(readReference(wav).sampleRateHz).toBe(RATE);
  const nowhere = peer.call('decode', { path: join(folder, 'nowhere.wav') });
  await expect(nowhere).rejects.toMatchObject({ code: 'not_found' });
  await process.kill();
});

/** Command lines that name a file. */
function listNaming(path: string): string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const text = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return text.includes(path) ? [text] : [];
    } catch {
      return [];
    }
  });
}

itUnless(
  findSandboxProblem(),
  'is decoded in a sandbox, which ends with the process',
  async () => {
    // A pipe without a writer blocks its readers.
    const pipe = join(folder, 'pipe.wav');
    execFileSync('mkfifo', [pipe]);
    const child = fork(program, [], { serialization: 'advanced' });
    child.send({ type: 'ask', call: 1, method: 'decode', question: { path: pipe } });
    while (listNaming(pipe).length === 0) {
      await sleep(20);
    }
    expect(
      listNaming(pipe).every((line) => line.startsWith('bwrap') || line.includes('\0bwrap')),
    ).toBe(true);
    // Bubblewrap ties itself to its parent shortly after its start.
    await sleep(200);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    while (listNaming(pipe).length > 0) {
      await sleep(20);
    }
  },
  30_000,
);
