import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { createApiClient } from '../../src/client/client.ts';
import { closeCodes, type SwapServerMessage } from '../../src/contract/api/sockets.ts';
import type { LiveStart, LiveState, LiveStats, LiveWarning } from '../../src/contract/ipc/live.ts';
import { LiveBroker } from '../../src/main/live/live-broker.ts';
import { openRoomRelay, type RoomRelay } from '../../src/main/live/room-relay.ts';
import { openSwapPeer, type SwapPeer } from '../live/support/swap-peer.ts';

const start: LiveStart = {
  characterId: 'lisa',
  prompt: 'warmer',
  durationMinutes: 10,
  cover: 'card',
  hasIdentityLock: false,
  hasBadge: true,
  isPublished: true,
};

let peer: SwapPeer;
let relay: RoomRelay;
let broker: LiveBroker;
let isEmbedded: boolean;
let onUnlinked: () => void;
let states: LiveState[];
let stats: LiveStats[];
let warnings: LiveWarning[];

beforeEach(async () => {
  peer = await openSwapPeer({ hasMedia: false });
  relay = await openRoomRelay();
  [isEmbedded, states, stats, warnings] = [false, [], [], []];
  onUnlinked = () => undefined;
  broker = new LiveBroker({
    openClient: async () => createApiClient({ baseUrl: peer.baseUrl, apiKey: peer.apiKey }),
    activeProfileId: () => 'peer',
    isEmbedded: () => isEmbedded,
    readImage: async (id) => {
      if (id === 'slow') {
        await setTimeout(100);
      }
      return Buffer.from(`picture of ${id}`);
    },
    relay,
    onState: (state) => {
      states.push(state);
      if (state.state === 'running' && !state.isLinked) {
        onUnlinked();
      }
    },
    onStats: (measured) => stats.push(measured),
    onWarning: (warning) => warnings.push(warning),
    log: () => undefined,
  });
});
afterEach(async () => {
  broker.stop();
  await peer.close();
  await relay.close();
});

const accepted: SwapServerMessage = { type: 'ack', for: 'set_image' };
const givenUp: SwapServerMessage = {
  type: 'warning',
  code: 'cancelled',
  message: 'A newer picture came.',
  for: 'set_image',
};
const faceless: SwapServerMessage = {
  type: 'warning',
  code: 'face_not_detected',
  message: 'The picture shows no face.',
  for: 'set_image',
};

/** Asks for characters one after the other before the service answers; returns how each change ended. */
async function changeQuickly(
  characterIds: readonly string[],
  answers: readonly SwapServerMessage[],
): Promise<string[]> {
  const changes: Promise<string>[] = [];
  for (const characterId of characterIds) {
    const count = peer.heard.length;
    const change = broker.change({ characterId });
    changes.push(
      change.then(
        () => 'accepted',
        (error: unknown) => (error instanceof AppError ? error.code : 'unknown'),
      ),
    );
    await expect.poll(() => peer.heard.length).toBe(count + 1);
  }
  for (const answer of answers) {
    peer.say(answer);
  }
  return Promise.all(changes);
}

/** Cuts the connection and returns the character that the next one begins with. */
async function findNextCharacter(): Promise<string> {
  const count = peer.heard.length;
  peer.cut();
  await expect.poll(() => peer.heard.slice(count).at(-1)?.type).toBe('set_image');
  const message = peer.heard.at(-1);
  const picture = message?.type === 'set_image' ? message.image_data : '';
  return Buffer.from(picture, 'base64').toString().replace('picture of ', '');
}

const names = (): string[] => states.map(({ state }) => state);
const last = (): LiveState => broker.state();

describe('a live session', () => {
  it('joins, sends the character and gives the page the room, never the token of the session', async () => {
    const running = await broker.start(start);
    expect(running).toMatchObject({
      state: 'running',
      isLinked: true,
      isRemote: true,
      model: 'peer-invert-1',
      maxDurationSec: 600,
      costPerMinuteUsd: 0.3,
      room: { url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/[\w-]{22}$/) },
    });
    expect(names()).toEqual(['opening', 'running']);
    expect(peer.heard).toEqual([
      // A remote service receives nothing outside of its API.
      { type: 'session_join', passthrough: false },
      {
        type: 'set_image',
        image_data: Buffer.from('picture of lisa').toString('base64'),
        prompt: 'warmer',
      },
    ]);
    expect(JSON.stringify(states)).not.toContain('st_peer');

    peer.say({
      type: 'stats',
      fps: 29.5,
      latency_ms: 21,
      tracked: true,
      mode: 'body',
      engine: 'Mesh',
      seconds_billed: 4,
      seconds_left: 596,
    });
    await expect
      .poll(() => stats)
      .toEqual([
        {
          fps: 29.5,
          latencyMs: 21,
          isTracked: true,
          coverReason: null,
          mode: 'body',
          arms: null,
          engine: 'Mesh',
          secondsLeft: 596,
          secondsBilled: 4,
        },
      ]);
    broker.stop();
    expect(last()).toEqual({ state: 'ended', reason: 'stopped', error: null });
  });

  it('passes cover and swapped persons to the service of this computer', async () => {
    isEmbedded = true;
    await broker.start(start);
    expect(peer.heard[0]).toEqual({
      type: 'session_join',
      passthrough: false,
      cover: 'card',
      identity_lock: false,
      badge: true,
    });
  });

  it('changes character, instruction and bypass, each after its acknowledgement', async () => {
    await broker.start(start);
    await broker.change({ characterId: 'audrey', prompt: 'cooler' });
    await broker.change({ prompt: 'sepia' });
    await broker.bypass(true);
    expect(peer.heard.slice(2)).toEqual([
      {
        type: 'set_image',
        image_data: Buffer.from('picture of audrey').toString('base64'),
        prompt: 'cooler',
      },
      { type: 'prompt', prompt: 'sepia' },
      { type: 'passthrough', enabled: true },
    ]);
  });

  it('refuses a character without a face and continues with the previous one', async () => {
    await broker.start(start);
    await expect.poll(() => peer.heard.length).toBe(2);
    // The first picture has to be accepted before another can be refused.
    await broker.bypass(true);
    peer.refuseImage();
    await expect(broker.change({ characterId: 'wall' })).rejects.toMatchObject({
      code: 'face_not_detected',
    });
    expect(last().state).toBe('running');
    expect(warnings).toEqual([]);
    peer.cut();
    await expect.poll(() => peer.counts().connections).toBe(2);
    await expect
      .poll(() => peer.heard.findLast(({ type }) => type === 'set_image'))
      .toMatchObject({
        image_data: Buffer.from('picture of lisa').toString('base64'),
      });
  });

  it('ends when its first character is refused', async () => {
    peer.refuseImage();
    await expect(broker.start(start)).rejects.toMatchObject({ code: 'face_not_detected' });
    expect(last()).toMatchObject({ state: 'ended', reason: 'failed' });
  });

  it('gives each of three quick changes its own answer when the service gives one up', async () => {
    await broker.start(start);
    await broker.bypass(true); // The picture of the start was accepted before.
    peer.holdAnswers();
    const outcomes = await changeQuickly(['anna', 'berta', 'clara'], [givenUp, accepted, accepted]);
    expect(outcomes).toEqual(['accepted', 'cancelled', 'accepted']);
    expect(await findNextCharacter()).toBe('clara');
  });

  it('continues when the service gives up a change before the character of the start is ready', async () => {
    peer.holdAnswers();
    await broker.start(start);
    const outcomes = await changeQuickly(['berta', 'clara'], [givenUp, accepted, accepted]);
    expect(outcomes).toEqual(['cancelled', 'accepted']);
    expect(last().state).toBe('running');
    expect(warnings).toEqual([]);
  });

  it('sends quick changes in their order, however long an image takes to read', async () => {
    await broker.start(start);
    await Promise.all([
      broker.change({ characterId: 'slow' }),
      broker.change({ prompt: 'blur the background' }),
    ]);
    expect(peer.heard.slice(-2).map(({ type }) => type)).toEqual(['set_image', 'prompt']);
  });

  it('does not take the answer to the start for that to a change', async () => {
    peer.holdAnswers();
    await broker.start(start);
    const outcomes = await changeQuickly(['wall'], [accepted, faceless]);
    expect(outcomes).toEqual(['face_not_detected']);
    expect(await findNextCharacter()).toBe('lisa');
  });

  it('does not repeat a refused character that another change followed', async () => {
    await broker.start(start);
    await broker.bypass(true);
    peer.holdAnswers();
    const before = peer.heard.length;
    const character = broker.change({ characterId: 'wall' });
    const refused = expect(character).rejects.toMatchObject({ code: 'face_not_detected' });
    await expect.poll(() => peer.heard.length).toBe(before + 1);
    const prompt = broker.change({ prompt: 'cooler' });
    await expect.poll(() => peer.heard.length).toBe(before + 2);
    peer.say({ type: 'ack', for: 'prompt' });
    peer.say(faceless);
    await Promise.all([prompt, refused]);
    expect(await findNextCharacter()).toBe('lisa');
    expect(peer.heard.at(-1)).toMatchObject({ prompt: 'cooler' });
  });

  it('answers a change with the repeated one when the connection is cut before', async () => {
    await broker.start(start);
    await broker.bypass(true);
    peer.holdAnswers();
    const before = peer.heard.length;
    const change = broker.change({ characterId: 'anna' });
    await expect.poll(() => peer.heard.length).toBe(before + 1);
    expect(await findNextCharacter()).toBe('anna');
    peer.say(accepted);
    await change;
  });

  it('forwards words that were not understood', async () => {
    await broker.start(start);
    peer.say({ type: 'warning', code: 'not_understood', message: 'What is a flurb?' });
    await expect
      .poll(() => warnings)
      .toEqual([{ code: 'not_understood', message: 'What is a flurb?' }]);
  });

  it('reconnects when the socket is cut, reports it, and leaves the page in its room', async () => {
    await broker.start(start);
    await broker.bypass(true);
    const before = last();
    peer.cut();
    await expect.poll(() => peer.counts().connections).toBe(2);
    await expect.poll(last).toEqual(before);
    expect(states.at(-2)).toEqual({ ...before, isLinked: false });
    await expect.poll(() => peer.heard.at(-1)?.type).toBe('set_image');
    // The user chose the bypass: it is active again after the cut.
    expect(peer.heard.at(-2)).toEqual({ type: 'session_join', passthrough: true });
    expect(peer.counts().sessions).toBe(1);
  });

  it('never requests the bypass again after its end, even when the reply is cut off', async () => {
    await broker.start(start);
    await broker.bypass(true);
    peer.answerBypass('cut');
    await broker.bypass(false);
    expect(last()).toMatchObject({ bypass: 'ending' });
    await expect.poll(() => peer.counts().connections).toBe(2);
    await expect.poll(last).toMatchObject({ isLinked: true, bypass: 'off' });
    expect(peer.heard.slice(-3)).toEqual([
      { type: 'session_join', passthrough: false },
      expect.objectContaining({ type: 'set_image' }),
      { type: 'passthrough', enabled: false },
    ]);
    expect(peer.counts().sessions).toBe(1);
  });

  it('ends the bypass at the next connection when it has none, and at a new session', async () => {
    isEmbedded = true;
    await broker.start(start);
    await broker.bypass(true);
    onUnlinked = () => void broker.bypass(false);
    peer.end(
      { type: 'error', error: { code: 'unauthorized', message: 'No such session.' } },
      closeCodes.token,
    );
    await expect.poll(() => peer.counts().sessions).toBe(2);
    await expect.poll(last).toMatchObject({ isLinked: true, bypass: 'off' });
    const joins = peer.heard.filter(({ type }) => type === 'session_join');
    expect(joins.map((message) => 'passthrough' in message && message.passthrough)).toEqual([
      false,
      false,
    ]);
  });

  it('revokes a bypass whose reply was cut off, because it may be in effect', async () => {
    await broker.start(start);
    peer.answerBypass('cut');
    await expect(broker.bypass(true)).rejects.toMatchObject({ code: 'service_unreachable' });
    await expect.poll(last).toMatchObject({ isLinked: true, bypass: 'off' });
    expect(peer.heard.at(-1)).toEqual({ type: 'passthrough', enabled: false });
  });

  it('keeps requesting the end of a bypass while the service refuses or is silent', async () => {
    await broker.start(start);
    await broker.bypass(true);
    peer.answerBypass('refuse');
    await broker.bypass(false);
    await expect.poll(() => warnings.length).toBe(1);
    expect(last()).toMatchObject({ bypass: 'ending' });
    peer.answerBypass('ack');
    await broker.bypass(false);
    await expect.poll(last).toMatchObject({ bypass: 'off' });
  });

  it.each([
    ['time_used_up', closeCodes.time_used_up],
    ['balance', closeCodes.balance],
    ['idle', closeCodes.idle],
  ] as const)('ends for good when the service reports %s', async (reason, code) => {
    await broker.start(start);
    peer.end({ type: 'session_ended', reason }, code);
    await expect.poll(last).toEqual({ state: 'ended', reason, error: null });
    expect(peer.counts().connections).toBe(1);
  });

  it('reports a refusal of the service, and can be started again', async () => {
    peer.refuse(402, 'insufficient_credits');
    await expect(broker.start(start)).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(last()).toMatchObject({
      state: 'ended',
      reason: 'failed',
      error: { code: 'insufficient_credits' },
    });
    peer.refuse(null);
    await expect(broker.start(start)).resolves.toMatchObject({ state: 'running' });
  });

  it('opens another session when the service of this computer lost the first', async () => {
    isEmbedded = true;
    const first = await broker.start(start);
    peer.end(
      { type: 'error', error: { code: 'unauthorized', message: 'No such session.' } },
      closeCodes.token,
    );
    await expect.poll(() => peer.counts().sessions).toBe(2);
    await expect.poll(last).toMatchObject({ state: 'running', isLinked: true });
    expect(last()).not.toEqual(first);
  });

  it('publishes and withdraws a preview without a new session, and reports its remaining time', async () => {
    isEmbedded = true;
    const preview = await broker.start({ ...start, isPublished: false });
    expect(preview).toMatchObject({ isPublished: false });
    broker.publish(true, 10);
    expect(last()).toEqual({ ...preview, isPublished: true });
    peer.say({
      type: 'stats',
      fps: 30,
      latency_ms: 20,
      tracked: true,
      engine: 'Mesh',
      seconds_billed: 0,
      seconds_left: 14_000,
    });
    await expect.poll(() => stats.at(-1)?.secondsLeft).toBe(600);
    broker.publish(false, 10);
    expect(last()).toEqual(preview);
    expect(peer.counts()).toMatchObject({ sessions: 1, connections: 1 });
  });

  it('limits a session that starts published to the chosen time, also after a restart of the service', async () => {
    isEmbedded = true;
    await broker.start(start);
    const report = (secondsLeft: number): void =>
      peer.say({
        type: 'stats',
        fps: 30,
        latency_ms: 20,
        tracked: true,
        engine: 'Mesh',
        seconds_billed: 0,
        seconds_left: secondsLeft,
      });
    report(14_000);
    await expect.poll(() => stats.at(-1)?.secondsLeft).toBe(600);
    peer.end(
      { type: 'error', error: { code: 'unauthorized', message: 'No such session.' } },
      closeCodes.token,
    );
    await expect.poll(() => peer.counts().sessions).toBe(2);
    await expect.poll(last).toMatchObject({ state: 'running', isLinked: true });
    stats.length = 0;
    report(14_000);
    await expect.poll(() => stats.at(-1)?.secondsLeft).toBeLessThanOrEqual(600);
  });

  it('reports the remaining time of a service that grants less', async () => {
    await broker.start(start);
    peer.say({
      type: 'stats',
      fps: 30,
      latency_ms: 20,
      tracked: true,
      engine: 'Mesh',
      seconds_billed: 0,
      seconds_left: 60,
    });
    await expect.poll(() => stats.at(-1)?.secondsLeft).toBe(60);
  });

  it.each(['time_used_up', 'idle'] as const)(
    'continues with another session when the session of a preview ends with %s',
    async (reason) => {
      isEmbedded = true;
      await broker.start({ ...start, isPublished: false });
      peer.end({ type: 'session_ended', reason }, closeCodes[reason]);
      await expect.poll(() => peer.counts().sessions).toBe(2);
      await expect.poll(last).toMatchObject({ state: 'running', isLinked: true });
      expect(names()).not.toContain('ended');
    },
  );

  it('does not publish an ended session', async () => {
    await broker.start({ ...start, isPublished: false });
    broker.stop();
    expect(() => broker.publish(true, 10)).toThrow('No session runs.');
    expect(() => broker.publish(false, 10)).not.toThrow();
  });

  it('does not pay for another session at a service with prices', async () => {
    await broker.start(start);
    peer.end(
      { type: 'error', error: { code: 'unauthorized', message: 'No such session.' } },
      closeCodes.token,
    );
    await expect.poll(last).toMatchObject({ state: 'ended', error: { code: 'unauthorized' } });
    expect(peer.counts().sessions).toBe(1);
  });

  it('runs one session at a time, and can be stopped while it opens', async () => {
    const opening = broker.start(start);
    await expect(broker.start(start)).rejects.toMatchObject({ code: 'at_capacity' });
    broker.stop();
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
    expect(last()).toEqual({ state: 'ended', reason: 'stopped', error: null });
  });
});
