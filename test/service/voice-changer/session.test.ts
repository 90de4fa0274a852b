/** The voice changer as clients have it: the session call, the socket, the money. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createApiClient } from '../../../src/client/client.ts';
import { closeCodes } from '../../../src/contract/api/sockets.ts';
import { type Customer, openWorld, type World } from '../../contract/support/world.ts';
import { measureSpeech, readSound } from '../../media/voice/measure-speech.ts';
import { type SpokenFiles, speakFiles } from '../../support/spoken-wav.ts';
import { makeVowel, RATE, toWav } from './sounds.ts';
import { resample } from '../../../src/engine/voice/changer/resample.ts';
import { readReference } from '../../../src/engine/voice/changer/read-reference.ts';
import { VoiceClient } from './voice-client.ts';

let world: World;
let customer: Customer;
let client: ApiClient;
let spoken: SpokenFiles;
/** A woman of 155 Hz. */
let reference: Buffer;
const referenceHz = 155;

/** A voice of the catalogue, which needs no analysis. */
const voiceId = 'clear-host';

beforeAll(async () => {
  world = await openWorld({
    slots: 1,
    policy: { maxStreams: 50, accountStreams: 50, accountLiveSessions: 500 },
  });
  customer = await world.newAccount({ balanceUsd: 1000 });
  client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: customer.secret });
  spoken = await speakFiles(['en-clara', 'en-rowan']);
  reference = await readFile(spoken.paths['en-clara'] ?? '');
});

afterAll(async () => {
  await world.close();
  await spoken.remove();
});

async function openSession(body: { duration_minutes?: number; voice_id?: string } = {}) {
  const request = { body: { duration_minutes: 1, ...body } };
  return expect
    .poll(() => client.openVoiceChangerSession(request))
    .toMatchObject({ status: 'ready' })
    .then(() => client.openVoiceChangerSession(request));
}

async function connect(body: Parameters<typeof openSession>[0] = {}): Promise<VoiceClient> {
  const session = await openSession(body);
  return new VoiceClient(session.stream_url, session.session_token).open();
}

/** Reads the speech of one of our voices in the sent format. */
async function readSpoken(id: string): Promise<Int16Array> {
  const { samples, sampleRateHz } = await readSound(spoken.paths[id] ?? '');
  return Int16Array.from(resample(samples, sampleRateHz, RATE), (sample) =>
    Math.round(sample * 32_767),
  );
}

/** A connection that can be spoken on. */
async function connectVoice(): Promise<VoiceClient> {
  const voice = await connect({ voice_id: voiceId });
  await voice.greet(null);
  return voice;
}

async function readMoney() {
  const { balanceMicros, heldMicros, totalSpentMicros } = await world.service.core.readBalance(
    customer.accountId,
  );
  return { balanceMicros, heldMicros, totalSpentMicros };
}

describe('POST /voice-changer/session', () => {
  it('is the same session until it is ready, and costs nothing', async () => {
    const before = await readMoney();
    const first = await client.openVoiceChangerSession({ body: { duration_minutes: 7 } });
    expect(first.stream_url).toMatch(/^ws:.*\/api\/v1\/voice-changer\/stream$/);
    expect(first).toMatchObject({ max_duration_sec: 420, cost_usd: 4.2 });
    await expect
      .poll(() => client.openVoiceChangerSession({ body: { duration_minutes: 7 } }))
      .toMatchObject({ status: 'ready' });
    expect(await readMoney()).toEqual(before);
  });

  it('refuses a voice that is not in the catalogue', async () => {
    const body = { duration_minutes: 1, voice_id: 'nobody' };
    await expect(client.openVoiceChangerSession({ body })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('the catalogue', () => {
  it('has at least twelve voices with a sample of each, behind the key', async () => {
    const voices = await client.listVoiceChangerVoices();
    expect(voices.length).toBeGreaterThanOrEqual(12);
    expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length);
    const id = voices[0]?.id ?? '';
    const { bytes, contentType } = await client.readVoiceSample({ params: { id } });
    expect(contentType).toContain('audio/wav');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    expect([view.getUint16(22, true), view.getUint32(24, true)]).toEqual([1, RATE]);
    expect((bytes.length - 44) / 2 / RATE).toBeGreaterThan(2);
    await expect(client.readVoiceSample({ params: { id: 'nobody' } })).rejects.toMatchObject({
      code: 'not_found',
    });
    const open = await fetch(new URL(voices[0]?.sample_url ?? '', world.service.baseUrl));
    expect(open.status).toBe(401);
  });
});

describe('the socket', () => {
  it('opens with the headers of every reply', async () => {
    const session = await openSession({ voice_id: voiceId });
    const voice = new VoiceClient(session.stream_url, session.session_token);
    const [reply] = (await once(voice.socket, 'upgrade')) as [IncomingMessage];
    expect(reply.headers).toMatchObject({ 'ratelimit-limit': '600', 'retry-after': '0' });
    await voice.close();
  });

  it.each([
    ['of a reference', null, referenceHz],
    ['of the catalogue', 'school-child', 218],
  ])('turns a voice into that %s', async (_what, voice_id, targetHz) => {
    const voice = await connect(voice_id === null ? {} : { voice_id });
    expect(await voice.greet(voice_id === null ? reference : null)).toMatchObject({
      sample_rate: 16_000,
      chunk_frames: 2400,
    });
    const said = await readSpoken('en-rowan');
    voice.send(said);
    await voice.receive(said.length);
    expect(voice.received).toBe(said.length);
    // The changer measures the incoming voice in the first seconds.
    const heard = Float32Array.from(voice.output.subarray(5 * RATE), (value) => value / 32_768);
    const { pitchHz } = measureSpeech({ samples: heard, sampleRateHz: RATE });
    expect(Math.abs(pitchHz / targetHz - 1)).toBeLessThan(0.08);
    expect((await voice.close()).code).toBe(1000);
  });

  it.each([1, 7, 320, 2400, 16_000])(
    'has the same output for chunks of %i samples',
    async (size) => {
      const said = makeVowel(140, size === 1 ? 0.2 : 1.5);
      const outputs: Int16Array[] = [];
      for (const chunkFrames of [size, 2400]) {
        const voice = await connectVoice();
        voice.send(said, chunkFrames);
        await voice.receive(said.length);
        expect(voice.chunks.map(({ length }) => length)).toEqual(
          Array.from({ length: Math.ceil(said.length / chunkFrames) }, (_, index) =>
            Math.min(chunkFrames, said.length - index * chunkFrames),
          ),
        );
        outputs.push(voice.output);
        await voice.close();
      }
      expect(outputs[0]).toEqual(outputs[1]);
    },
  );

  it('applies changes of strength and of bypass while it runs', async () => {
    const voice = await connect({ voice_id: voiceId });
    expect((await voice.greet(null)).settings).toEqual([
      'strength',
      'bypass',
      'noise_suppression',
      'voice_gate',
    ]);
    voice.socket.send(JSON.stringify({ type: 'settings', strength: 0.3, bypass: true }));
    voice.send(makeVowel(120, 1));
    await voice.receive(RATE);
    await voice.close();
  });

  it('reports its latency again when a setting changes it', async () => {
    const voice = await connect({ voice_id: voiceId });
    const { latency_ms: before = 0, ...rest } = await voice.greet(null);
    const texts: unknown[] = [];
    voice.socket.on('message', (bytes: Buffer, isBinary) => {
      if (!isBinary) {
        texts.push(JSON.parse(bytes.toString()));
      }
    });
    const set = (settings: object): void =>
      voice.socket.send(JSON.stringify({ type: 'settings', ...settings }));
    set({ noise_suppression: true });
    set({ voice_gate: true });
    voice.send(makeVowel(120, 1));
    await voice.receive(RATE);
    expect(texts).toEqual([{ ...rest, latency_ms: before + 22 }]);
    set({ noise_suppression: false, voice_gate: false });
    await expect.poll(() => texts.at(-1)).toEqual({ ...rest, latency_ms: before });
    await voice.close();
  });

  it('of a session with a voice is ready before anything is sent, and accepts audio at once', async () => {
    const voice = await connect({ voice_id: voiceId });
    expect(await voice.ready).toMatchObject({ sample_rate: 16_000, chunk_frames: 2400 });
    const said = makeVowel(120, 1);
    voice.send(said);
    await voice.receive(said.length);
    const hasty = await connect({ voice_id: voiceId });
    hasty.send(said);
    await hasty.receive(said.length);
    expect(hasty.output).toEqual(voice.output);
    await Promise.all([voice.close(), hasty.close()]);
  });

  it('of a session with a voice accepts a reference instead, and replies once', async () => {
    const voice = await connect({ voice_id: voiceId });
    await voice.greet(reference);
    const catalogue = await connectVoice();
    const said = await readSpoken('en-rowan');
    for (const one of [voice, catalogue]) {
      one.send(said);
      await one.receive(said.length);
    }
    expect(voice.output).not.toEqual(catalogue.output);
    expect(voice.texts).toHaveLength(1);
    expect(catalogue.texts).toHaveLength(1);
    await Promise.all([voice.close(), catalogue.close()]);
  });

  it('mixes a stereo reference down', async () => {
    const { samples, sampleRateHz } = readReference(reference);
    const both = Int16Array.from({ length: 2 * samples.length }, (_, index) =>
      Math.round(samples[index >> 1]! * 32_767),
    );
    const voice = await connect();
    await voice.greet(toWav(both, { channels: 2, rateHz: sampleRateHz }));
    await voice.close();
  });

  it('slows down a client that sends faster than it reads, and loses nothing', async () => {
    const voice = await connectVoice();
    voice.socket.pause();
    const said = makeVowel(130, 20);
    voice.send(said, 16_000);
    voice.socket.resume();
    await voice.receive(said.length);
    expect(voice.received).toBe(said.length);
    await voice.close();
  });
});

describe('money', () => {
  it('is held from the first audio and charged by the second', async () => {
    const before = await readMoney();
    const voice = await connectVoice();
    expect(await readMoney()).toEqual(before);
    voice.send(makeVowel(120, 10));
    await voice.receive(10 * RATE);
    expect((await readMoney()).heldMicros - before.heldMicros).toBe(600_000);
    await voice.close();
    await expect.poll(async () => (await readMoney()).heldMicros).toBe(before.heldMicros);
    const spent = (await readMoney()).totalSpentMicros - before.totalSpentMicros;
    // Ten seconds of audio, however long the machine needed for them.
    expect(spent).toBe(100_000);
  });

  it('ends at the funded length, after all of it came back', async () => {
    const before = await readMoney();
    const voice = await connectVoice();
    voice.send(makeVowel(120, 61));
    expect(await voice.ended).toMatchObject({
      code: closeCodes.time_used_up,
      error: { code: 'insufficient_credits' },
    });
    expect(voice.received).toBe(60 * RATE);
    await expect
      .poll(async () => (await readMoney()).totalSpentMicros)
      .toBe(before.totalSpentMicros + 600_000);
  });

  it('that is spent when the audio begins ends the connection', async () => {
    const poor = await world.newAccount({ balanceUsd: 0.7 });
    const poorClient = createApiClient({
      baseUrl: world.service.baseUrl,
      apiKey: poor.secret,
    });
    const connectPoor = async (): Promise<VoiceClient> => {
      const session = await poorClient.openVoiceChangerSession({
        body: { duration_minutes: 1, voice_id: voiceId },
      });
      return new VoiceClient(session.stream_url, session.session_token).open();
    };
    const [first, second] = [await connectPoor(), await connectPoor()];
    for (const voice of [first, second]) {
      await voice.greet(null);
    }
    first.send(makeVowel(120, 1));
    await first.receive(RATE);
    second.send(makeVowel(120, 1));
    expect(await second.ended).toMatchObject({
      code: closeCodes.balance,
      error: { code: 'insufficient_credits' },
    });
    await first.close();
  });
});

describe('cancel over REST', () => {
  const cancel = (id: string) => client.cancelJob({ params: { job_id: id } });

  it('is free before the first audio', async () => {
    const before = await readMoney();
    const session = await openSession({ voice_id: voiceId });
    const voice = await new VoiceClient(session.stream_url, session.session_token).open();
    await voice.greet(null);
    expect(await cancel(session.session_id)).toMatchObject({
      status: 'canceled',
      credits_charged: 0,
    });
    expect(await voice.ended).toMatchObject({ code: closeCodes.token });
    expect(voice.texts.at(-2)).toEqual({ type: 'session_ended', reason: 'canceled' });
    expect(await readMoney()).toEqual(before);
    expect((await cancel(session.session_id)).status).toBe('canceled');
  });

  it('ends a stream and settles the audio that was changed', async () => {
    const session = await openSession({ voice_id: voiceId });
    const voice = await new VoiceClient(session.stream_url, session.session_token).open();
    voice.send(makeVowel(120, 5));
    await voice.receive(5 * RATE);
    expect(await cancel(session.session_id)).toMatchObject({
      status: 'succeeded',
      credits_charged: 0.05,
    });
    expect(await voice.ended).toMatchObject({ code: closeCodes.token });
    await expect(cancel(session.session_id)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('invalid sessions', () => {
  it.each([
    ['no token', ''],
    ['a token of nobody', 'st_none'],
  ])('%s is refused before the upgrade, with the error body', async (_what, token) => {
    const { stream_url } = await openSession();
    const url = stream_url.replace('ws:', 'http:');
    const reply = await fetch(`${url}?session_token=${token}`).catch(() => null);
    expect(reply?.status).toBe(404);
    const voice = new VoiceClient(stream_url, token);
    const status = await new Promise((resolve) => {
      voice.socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    });
    expect(status).toBe(401);
  });

  const wave = makeVowel(150, 4);
  const claim = (length: number, body: Uint8Array): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(length);
    return Buffer.concat([head, body]);
  };
  const withLength = (wav: Uint8Array): Buffer => claim(wav.length, wav);

  const short = toWav(wave);

  it.each<readonly [string, string | Buffer, string]>([
    ['a text frame', 'hello', 'invalid_input'],
    ['an empty message', Buffer.alloc(0), 'invalid_input'],
    ['the length alone', claim(short.length, Buffer.alloc(0)), 'invalid_input'],
    ['a length that is too small', claim(10, short), 'invalid_input'],
    ['a claim of a gigabyte', claim(2 ** 30, short), 'invalid_input'],
    ['8 bits', withLength(toWav(wave, { bits: 8 })), 'unsupported_format'],
    ['nine channels', withLength(toWav(wave, { channels: 9 })), 'unsupported_format'],
    ['a rate of 4 kHz', withLength(toWav(wave, { rateHz: 4000 })), 'unsupported_format'],
    ['no WAV at all', withLength(Buffer.alloc(5000, 7)), 'unsupported_format'],
    ['a steady tone', withLength(short), 'invalid_input'],
    ['silence', withLength(toWav(new Int16Array(4 * RATE))), 'invalid_input'],
    ['no reference in a session without a voice', claim(0, Buffer.alloc(0)), 'invalid_input'],
  ])('%s as the first message closes with 4400', async (_what, message, code) => {
    const voice = await connect();
    voice.socket.send(message);
    expect(await voice.ended).toMatchObject({ code: closeCodes.bad_message, error: { code } });
  });

  it.each<readonly [string, string | Buffer]>([
    ['an odd number of bytes', Buffer.alloc(641)],
    ['audio without a sample', Buffer.alloc(0)],
    ['more than a second', Buffer.alloc(32_002)],
    ['a text that is no setting', '{"type":"settings","strength":2}'],
    ['a text of another kind', '{"type":"hello"}'],
    ['a text that is no JSON', 'hello'],
  ])('%s after the reference closes with 4400', async (_what, message) => {
    const voice = await connectVoice();
    voice.socket.send(message);
    expect(await voice.ended).toMatchObject({
      code: closeCodes.bad_message,
      error: { code: 'invalid_input' },
    });
  });

  it('a broken connection may return with its token, and gives way to the newer one', async () => {
    const session = await openSession({ voice_id: voiceId });
    const first = await new VoiceClient(session.stream_url, session.session_token).open();
    await first.greet(null);
    first.send(makeVowel(120, 1));
    await first.receive(RATE);
    first.socket.terminate();
    const second = await new VoiceClient(session.stream_url, session.session_token).open();
    await second.greet(null);
    second.send(makeVowel(120, 1));
    await second.receive(RATE);
    const third = await new VoiceClient(session.stream_url, session.session_token).open();
    expect(await second.ended).toMatchObject({ code: closeCodes.token });
    await third.close();
  });
});

it('leaves nothing of 200 sockets that were opened and dropped', async () => {
  const { stream_url, session_token } = await openSession();
  const settle = async (): Promise<number> => {
    const report = process.getActiveResourcesInfo();
    return report.filter((name) => name === 'TCPSocketWrap' || name === 'Timeout').length;
  };
  const warm = await new VoiceClient(stream_url, session_token).open();
  warm.socket.terminate();
  await warm.ended;
  const before = await settle();
  for (let index = 0; index < 200; index += 1) {
    const voice = new VoiceClient(stream_url, session_token);
    voice.socket.on('unexpected-response', (request) => {
      request.destroy();
      voice.socket.terminate();
    });
    voice.socket.on('open', () => {
      if (index % 3 === 0) {
        voice.socket.send(Buffer.alloc(3));
      } else if (index % 3 === 1) {
        voice.socket.send(reference.subarray(0, 5000));
      }
      voice.socket.terminate();
    });
    await voice.ended;
  }
  await expect.poll(settle).toBeLessThanOrEqual(before);
  const voice = new VoiceClient(stream_url, session_token);
  await voice.open();
  await voice.greet(reference);
  await voice.close();
});
