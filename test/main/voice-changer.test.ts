/** The voice changer as main leads it, against a service of this program. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient } from '../../src/client/client.ts';
import type { ChangerState } from '../../src/contract/ipc/voice-changer.ts';
import { ChangerSession } from '../../src/main/changer/changer-session.ts';
import { VoicePort } from '../../src/main/changer/voice-port.ts';
import { embeddedPrices } from '../../src/service/billing/prices.ts';
import { type Customer, openWorld, type World } from '../contract/support/world.ts';
import { makeVowel, RATE, toWav } from '../service/voice-changer/sounds.ts';
import { openShortVoicePeer } from './voice-peer.ts';

const CHUNK = 320;
const voiceId = 'clear-host';

let world: World;
let customer: Customer;
let running: ChangerSession | null = null;

beforeAll(async () => {
  world = await openWorld({ slots: 1, policy: { maxStreams: 20, accountStreams: 20 } });
  customer = await world.newAccount({ balanceUsd: 1000 });
});
afterEach(() => {
  running?.stop();
});
afterAll(() => world.close());

/** A page that stores messages from its port. */
class TestPage {
  readonly voicePort = new VoicePort();
  readonly states: ChangerState[] = [];
  readonly messages: unknown[] = [];
  samples = 0;
  isClosed = false;

  constructor() {
    this.voicePort.attach({
      postMessage: (message) => {
        if (message instanceof Int16Array) {
          this.samples += message.length;
        } else {
          this.messages.push(message);
        }
      },
      close: () => {
        this.isClosed = true;
      },
    });
  }

  get phases(): string[] {
    return this.states.map(({ phase }) => phase);
  }
}

function start(
  page: TestPage,
  options: { secret?: string; wav?: Buffer; baseUrl?: string; isFree?: boolean } = {},
): ChangerSession {
  const { secret: apiKey = customer.secret, wav = null, isFree = false } = options;
  const { baseUrl = world.service.baseUrl } = options;
  running = new ChangerSession({
    openClient: async () => createApiClient({ baseUrl, apiKey }),
    voiceId: wav === null ? voiceId : null,
    wav,
    durationMinutes: 1,
    settings: { strength: 0.5, noiseSuppression: false, voiceGate: false },
    isFree,
    voicePort: page.voicePort,
    onState: (state) => page.states.push(state),
  });
  return running;
}

function toLatencyMs({ states }: TestPage): number {
  const state = states.at(-1);
  return state?.phase === 'live' ? (state.latencyMs ?? 0) : 0;
}

const isLive = (page: TestPage) => expect.poll(() => page.states.at(-1)?.phase).toBe('live');

/** Sends speech of this many seconds, no faster than the connection accepts it. */
async function say(session: ChangerSession, page: TestPage, seconds: number): Promise<void> {
  const voice = makeVowel(120, seconds);
  const before = page.samples;
  for (let at = 0; at < voice.length; at += CHUNK) {
    const chunk = voice.slice(at, at + CHUNK);
    while (!session.send(chunk)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  await expect.poll(() => page.samples - before).toBe(voice.length);
}

describe('a session', () => {
  it('opens, notifies the page of its begin, and returns the speech', async () => {
    const page = new TestPage();
    const session = start(page);
    await isLive(page);
    expect(page.states.at(-1)).toMatchObject({
      maxDurationSec: 60,
      hasStrength: true,
      hasNoiseSuppression: true,
    });
    expect(page.messages).toEqual([{ kind: 'begin', latencyMs: expect.any(Number) }]);
    await say(session, page, 2);
    session.stop();
    expect(page.states.at(-1)).toEqual({ phase: 'off', error: null });
    expect(page.messages.at(-1)).toEqual({ kind: 'end' });
    expect(session.send(new Int16Array(CHUNK))).toBe(false);
  });

  it('reports the added delay of noise suppression and the gate to the page', async () => {
    const page = new TestPage();
    const session = start(page);
    await isLive(page);
    const before = toLatencyMs(page);
    session.set({ strength: 0.5, noiseSuppression: true, voiceGate: true });
    await expect.poll(() => toLatencyMs(page)).toBeCloseTo(before + 22, 1);
    expect(page.messages.at(-1)).toEqual({ kind: 'latency', latencyMs: toLatencyMs(page) });
    await say(session, page, 1);
    session.set({ strength: 0.5, noiseSuppression: false, voiceGate: false });
    await expect.poll(() => toLatencyMs(page)).toBe(before);
  });

  it('notifies a reloaded page of the running stream', async () => {
    const page = new TestPage();
    start(page);
    await isLive(page);
    const seen: unknown[] = [];
    page.voicePort.attach({ postMessage: (message) => seen.push(message), close: () => undefined });
    expect(page.isClosed).toBe(true);
    expect(seen).toEqual([{ kind: 'begin', latencyMs: expect.any(Number) }]);
  });

  it('reports the fault of a reference', async () => {
    const page = new TestPage();
    start(page, { wav: toWav(new Int16Array(4 * RATE)) });
    await expect
      .poll(() => page.states.at(-1))
      .toMatchObject({
        phase: 'off',
        error: { code: 'invalid_input', message: expect.stringContaining('speech') },
      });
  });

  it('reports that the balance is too low', async () => {
    const poor = await world.newAccount({ balanceUsd: 0.1 });
    const page = new TestPage();
    start(page, { secret: poor.secret });
    await expect
      .poll(() => page.states.at(-1))
      .toMatchObject({
        phase: 'off',
        error: { code: 'insufficient_credits' },
      });
  });

  it.each([
    ['ends where it costs', false],
    ['goes on in another session where it is free', true],
  ])('whose time is used up %s', async (_what, isFree) => {
    const peer = await openShortVoicePeer();
    const page = new TestPage();
    const session = start(page, { baseUrl: peer.baseUrl, isFree });
    await isLive(page);
    expect(page.states.at(-1)).toMatchObject({
      latencyMs: null,
      hasStrength: false,
      hasNoiseSuppression: false,
    });
    session.send(new Int16Array(CHUNK));
    await expect.poll(() => page.messages).toContainEqual({ kind: 'end' });
    await expect
      .poll(() => page.states.at(-1))
      .toMatchObject(
        isFree ? { phase: 'live' } : { phase: 'off', error: { code: 'insufficient_credits' } },
      );
    expect(peer.sessions()).toBe(isFree ? 2 : 1);
    session.stop();
    await peer.close();
  });
});

it('continues with another session at another address after its service ended', async () => {
  const openNext = () => openWorld({ slots: 1, prices: embeddedPrices });
  let current = openNext();
  const page = new TestPage();
  const session = new ChangerSession({
    openClient: async () => {
      const now = await current;
      const { secret } = await now.newAccount();
      return createApiClient({ baseUrl: now.service.baseUrl, apiKey: secret });
    },
    voiceId,
    wav: null,
    durationMinutes: 1,
    settings: { strength: 0.5, noiseSuppression: false, voiceGate: false },
    isFree: true,
    voicePort: page.voicePort,
    onState: (state) => page.states.push(state),
  });
  running = session;
  await isLive(page);
  const gone = await current;
  current = openNext();
  await gone.close();
  await expect.poll(() => page.phases.filter((phase) => phase === 'live').length).toBe(2);
  expect(page.phases).toContain('reconnecting');
  expect(page.messages.map((message) => (message as { kind: string }).kind)).toEqual([
    'begin',
    'end',
    'begin',
  ]);
  await say(session, page, 0.5);
  session.stop();
  await (await current).close();
});
