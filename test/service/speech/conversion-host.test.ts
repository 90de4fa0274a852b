import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changerCatalogue } from '../../../src/engine/voice/changer/changer-catalogue.ts';
import { convertInProcess } from '../../../src/service/voices/conversion/conversion-host.ts';
import { createSpeechHost } from '../../../src/service/voices/speech/speech-host.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-convert-'));
  path = join(folder, 'spoken.wav');
  await createSpeechHost().sample({ voiceId: 'de-lukas', script: null }, path);
});
afterAll(() => rm(folder, { recursive: true }));

const voiceId = changerCatalogue[0]!.id;

it('converts a recording in a process, and reports progress', async () => {
  const outputPath = join(folder, 'converted.wav');
  const shares: number[] = [];
  const converted = await convertInProcess(
    { voiceId, transpose: 0, path, outputPath, folder: null },
    { signal: new AbortController().signal, onProgress: (share) => shares.push(share) },
  );
  expect((await stat(outputPath)).size).toBeGreaterThan(converted.durationMs * 16);
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
});

it('leaves no file of a cancelled or failed conversion', async () => {
  const outputPath = join(folder, 'never.wav');
  const stopping = new AbortController();
  const watch = { signal: stopping.signal, onProgress: () => undefined };
  const task = { voiceId, transpose: 0, path, outputPath, folder: null };
  await expect(convertInProcess({ ...task, voiceId: 'nobody' }, watch)).rejects.toMatchObject({
    code: 'not_found',
  });
  const answer = convertInProcess(task, watch);
  stopping.abort();
  await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
  expect(existsSync(outputPath)).toBe(false);
});
