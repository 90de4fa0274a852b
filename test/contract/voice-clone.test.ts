/** Speech in the voice of a sample, from the service as it is installed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import { measureVoice } from '../../src/engine/voice/changer/measure-voice.ts';
import { readReference } from '../../src/engine/voice/changer/read-reference.ts';
import { requireVoice } from '../../src/engine/voice/choose-voice.ts';
import { toWav } from '../../src/engine/voice/file/wav-file.ts';
import { openSpeaker } from '../../src/engine/voice/speak/speaker.ts';
import { uploadBytes } from './support/http-call.ts';
import { openWorld, type World } from './support/world.ts';

let world: World;
let client: ApiClient;
let secret: string;

beforeAll(async () => {
  world = await openWorld({ slots: 1 });
  ({ secret } = await world.newAccount());
  client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: secret });
});

afterAll(() => world.close());

function upload(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return uploadBytes(world.service.baseUrl, secret, {
    bytes,
    name: 'sample.wav',
    type: 'audio/wav',
  });
}

async function clone(wav: Uint8Array<ArrayBuffer>, script: string) {
  const body = { voice_sample_key: await upload(wav), script };
  const { id } = await client.submitVoiceClone({ body });
  return waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 });
}

async function sayAs(voiceId: string, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const speaker = openSpeaker();
  try {
    const { samples, sampleRateHz } = await speaker.speak(text, requireVoice(voiceId, undefined));
    return toWav(samples, sampleRateHz);
  } finally {
    await speaker.close();
  }
}

describe('POST /voice-clone', () => {
  it('speaks the script as high as the sample, and is charged as one clone', async () => {
    const sample = await sayAs(
      'en-felix',
      'The soft cushion broke the fall of the man. A pot of tea helps to pass the evening.',
    );
    const job = await clone(sample, 'Good morning. The sea is calm today, and nobody is here.');
    expect(job).toMatchObject({ status: 'succeeded', error: null, credits_charged: 0.02 });
    const reply = await fetch(job.output_url ?? '');
    expect(reply.headers.get('content-type')).toContain('audio/wav');
    const { samples, sampleRateHz } = readReference(new Uint8Array(await reply.arrayBuffer()));
    expect(samples.length / sampleRateHz).toBeGreaterThan(2);
    const wanted = measureVoice(readReference(sample).samples).pitchHz;
    expect(measureVoice(samples).pitchHz / wanted).toBeCloseTo(1, 1);
  }, 180_000);

  it('charges nothing for a sample without speech and gives advice', async () => {
    const hiss = Float32Array.from({ length: 80_000 }, (_, index) => 0.1 * Math.sin(index * index));
    const job = await clone(toWav(hiss, 16_000), 'Good morning.');
    expect(job).toMatchObject({
      status: 'failed',
      credits_charged: 0,
      error: { code: 'processing_failed', message: expect.stringContaining('one person') },
    });
  });
});
