import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSpeechHost } from '../../../src/service/voices/speech/speech-host.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-desk-'));
});
afterAll(() => rm(folder, { recursive: true }));

const host = createSpeechHost();

it(
  'speaks the sample sentence of a voice, and the beginning of a script',
  { timeout: 60_000 },
  async () => {
    const path = join(folder, 'a.wav');
    const own = await host.sample({ voiceId: 'de-lukas', script: null }, path);
    expect(own).toMatchObject({ voiceId: 'de-lukas', tag: 'de', reason: null });
    expect(own.text).toMatch(/^Hallo/);
    expect((await readFile(path)).length).toBeGreaterThan(own.durationMs * 16 * 2);
    const script = 'Wir fahren morgen früh mit dem Zug nach Hamburg und bleiben dort. Dann nicht.';
    const other = await host.sample({ voiceId: 'en-rowan', script }, join(folder, 'b.wav'));
    expect(other).toMatchObject({ voiceId: 'de-lukas', tag: 'de' });
    expect(other.reason).toContain('German');
    expect(other.text).toBe('Wir fahren morgen früh mit dem Zug nach Hamburg und bleiben dort.');
  },
);

it(
  'reports the voice, and refuses an unknown one with the available ones',
  { timeout: 60_000 },
  async () => {
    const plan = await host.plan({ voiceId: 'en-clara', script: 'Good morning to all of you.' });
    expect(plan).toEqual({ voiceId: 'en-clara', tag: 'en-US', reason: null });
    const japanese = { voiceId: 'en-clara', script: '明日の朝、東京に行きます。' };
    await expect(host.plan(japanese)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/Japanese.*German/),
    });
    const nothing = { voiceId: 'en-clara', script: '…' };
    await expect(host.sample(nothing, join(folder, 'c.wav'))).rejects.toMatchObject({
      code: 'processing_failed',
    });
  },
);
