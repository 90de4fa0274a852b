/** Voices of RVC as clients have them: listed when they are fast enough here, heard, spoken with live. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, createApiClient } from '../../../src/client/client.ts';
import { builtInChoice } from '../../../src/contract/model-packs.ts';
import { toPitchGrid } from '../../../src/engine/voice/convert/pitch-tracker.ts';
import { builtInPitchEstimator } from '../../../src/engine/voice/neural/rvc/pitch-estimator.ts';
import {
  canRun,
  describeSpeed,
  isLive,
  openRvcVoices,
  type RvcVoices,
} from '../../../src/service/voices/rvc/rvc-voices.ts';
import { openWorld, type World } from '../../contract/support/world.ts';
import { createTinyEncoder, createTinyRvc } from '../../media/packs/tiny-rvc.ts';
import { makeVowel, RATE } from './sounds.ts';
import { VoiceClient } from './voice-client.ts';

const TIMEOUT_MS = 240_000;

let folder: string;
let models: string;
let world: World | null = null;
const opened: RvcVoices[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-rvc-live-'));
  models = join(folder, 'models');
  await mkdir(models);
  await writeFile(join(models, 'anna_lee.onnx'), createTinyRvc());
  await writeFile(join(models, 'vec-768-layer-12.onnx'), createTinyEncoder());
});

afterAll(async () => {
  await Promise.all(opened.map((voices) => voices.close()));
  await world?.close();
  await rm(folder, { recursive: true });
});

function openVoices(): RvcVoices {
  const voices = openRvcVoices({
    readFolder: () => models,
    path: join(folder, 'voice-speeds.json'),
    onTrouble: (message, error) => expect.fail(`${message}: ${String(error)}`),
  });
  opened.push(voices);
  return voices;
}

/** Overwrites the measured speed, because no test may depend on the speed of the machine. */
async function pretend(load: number): Promise<string> {
  const text = await readFile(join(folder, 'voice-speeds.json'), 'utf8');
  const pretended = text.replaceAll(/"load":[\d.e-]+/g, `"load":${load}`);
  await writeFile(join(folder, 'voice-speeds.json'), pretended);
  return pretended;
}

it(
  'a voice is measured once, and its speed decides whether it is offered for live speech',
  async () => {
    const voices = openVoices();
    const [seen] = await voices.list();
    expect(seen).toMatchObject({ id: 'rvc:anna_lee', name: 'Anna lee', measured: null });
    expect(describeSpeed(seen!)).toBe('How fast it is here is being measured.');
    expect([isLive(seen!), canRun(seen!)]).toEqual([false, true]);
    await voices.settle();
    const [measured] = await voices.list();
    expect(measured?.measured).toMatchObject({ speed: { rateHz: 40_000, providers: ['cpu'] } });
    // Kept across restarts, by the content of the files.
    await pretend(0.9);
    const [slow] = await openVoices().list();
    expect(isLive(slow!)).toBe(false);
    expect(describeSpeed(slow!)).toBe(
      'For files only: 0.90 s of work for a second of speech (cpu); live speech allows 0.6 s.',
    );
    await pretend(0.2);
    const [fast] = await openVoices().list();
    expect(isLive(fast!)).toBe(true);
    expect(describeSpeed(fast!)).toBe(
      'For live speech and files: 0.20 s of work for a second of speech (cpu).',
    );
    // Another file under the same name is another voice.
    await writeFile(join(models, 'anna_lee.onnx'), createTinyRvc({ fault: 'infinite' }));
    const others = openVoices();
    expect((await others.list())[0]?.measured).toBeNull();
    await others.settle();
    const [broken] = await others.list();
    expect([isLive(broken!), canRun(broken!)]).toEqual([false, false]);
    expect(describeSpeed(broken!)).toMatch(/^It cannot run here\. .*anna_lee\.onnx/);
    await writeFile(join(models, 'anna_lee.onnx'), createTinyRvc());
  },
  TIMEOUT_MS,
);

it(
  'a voice that is fast enough is listed, has a sample, and converts speech at equal length and at its own pitch',
  async () => {
    const voices = openVoices();
    await voices.list();
    await voices.settle();
    const speeds = await pretend(0.3);
    world = await openWorld({ slots: 1, packs: { folder: models, choice: builtInChoice } });
    await writeFile(join(world.folder, 'voice-speeds.json'), speeds);
    const { secret } = await world.newAccount({ balanceUsd: 100 });
    const client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: secret });
    const listed = await client.listVoiceChangerVoices();
    const anna = listed.find(({ id }) => id === 'rvc:anna_lee');
    expect(anna).toMatchObject({
      name: 'Anna lee',
      description: expect.stringMatching(
        /^RVC, anna_lee\.onnx\. 0\.30 s of work .*Licence: Unknown/,
      ),
    });
    const { bytes } = await client.readVoiceSample({ params: { id: 'rvc:anna_lee' } });
    expect(Buffer.from(bytes).toString('latin1', 0, 4)).toBe('RIFF');
    expect(Buffer.from(bytes).readUInt32LE(24)).toBe(40_000);
    const voice = await openSession(client);
    const reply = await voice.greet(null);
    const input = makeVowel(180, 4);
    voice.send(input, 320);
    await voice.receive(input.length);
    const { output } = voice;
    expect(output.length).toBe(input.length);
    // Silent for the reported latency, then a tone at the pitch of the vowel.
    const late = Math.round((reply.latency_ms! * RATE) / 1000);
    expect(late).toBeLessThan(RATE);
    expect(Math.max(...output.subarray(0, late - 200).map(Math.abs))).toBe(0);
    const heard = Float32Array.from(output.subarray(late + RATE / 4), (value) => value / 32_768);
    const pitch = await builtInPitchEstimator.estimate(heard);
    const { lookahead } = toPitchGrid(RATE);
    const inside = pitch.slice(5, -Math.ceil(lookahead / 160));
    const middle = inside.toSorted()[inside.length >> 1];
    expect(middle! / 180).toBeCloseTo(1, 1);
    await voice.close();
  },
  TIMEOUT_MS,
);

async function openSession(client: ApiClient): Promise<VoiceClient> {
  const request = { body: { duration_minutes: 1, voice_id: 'rvc:anna_lee' } };
  await expect
    .poll(() => client.openVoiceChangerSession(request), { timeout: 30_000 })
    .toMatchObject({ status: 'ready' });
  const session = await client.openVoiceChangerSession(request);
  return new VoiceClient(session.stream_url, session.session_token).open();
}
