import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, toWireError } from '../../../base/errors.ts';
import { ipc } from '../../../contract/ipc/contract.ts';
import type { LiveEndReason, LiveState, LiveWarning } from '../../../contract/ipc/live.ts';
import { liveChoiceSchema } from '../../../contract/live-choice.ts';
import { createBridge } from '../../app/bridge.ts';
import { createLiveStore } from '../live-store.ts';
import type { LiveStoreState } from './live-view.ts';
import type { ToOutputGate } from '../output/output-gate-messages.ts';

const lisa = liveChoiceSchema.parse({ characterId: 'lisa' });
const otto = liveChoiceSchema.parse({ characterId: 'otto' });

/** What Chromium is to a session: tracks, and a thread for every output gate. */
class Track {
  readonly kind = 'video';
  readonly writable = {};
  stop(): void {}
  getSettings(): object {
    return {};
  }
}
class Stream {
  readonly #tracks: readonly Track[];
  constructor(tracks: readonly Track[]) {
    this.#tracks = tracks;
  }
  getVideoTracks(): readonly Track[] {
    return this.#tracks;
  }
}
/** What each output gate was told, in the order of their opening. */
const gates: ToOutputGate[][] = [];
class GateThread {
  readonly #told: ToOutputGate[] = [];
  constructor() {
    gates.push(this.#told);
  }
  addEventListener(): void {}
  postMessage(message: ToOutputGate): void {
    this.#told.push(message);
  }
}

/** Whether a gate lets the engine's frames out, by the last messages it was sent. */
function readGate(told: readonly ToOutputGate[] = []): string {
  const isOn = (type: 'publish' | 'cover'): boolean => {
    const last = told.findLast((message) => message.type === type);
    return last !== undefined && 'isOn' in last && last.isOn;
  };
  if (told.some(({ type }) => type === 'end')) {
    return 'closed';
  }
  return isOn('publish') ? (isOn('cover') ? 'covered' : 'open') : 'preview';
}

const runningState = {
  state: 'running',
  isLinked: true,
  bypass: 'off',
  isRemote: false,
  room: { url: 'ws://127.0.0.1:9', token: 'a token' },
  model: 'Mesh',
  maxDurationSec: 600,
  costPerMinuteUsd: 0,
} as const;

/** Main's side: one session at a time; `live.stop` waits while it is held. */
function openMain() {
  const calls: string[] = [];
  let running: string | null = null;
  let sessions = 0;
  let isCovered = false;
  let held: PromiseWithResolvers<void> | null = null;
  let listener: (state: LiveState) => void = () => undefined;
  let warn: (warning: LiveWarning) => void = () => undefined;
  /** The service has named a room, or the session ends. */
  const enter = (state: LiveState['state'], isPublished = false): void =>
    listener(
      state === 'running'
        ? { ...runningState, sessionId: running ?? '', isPublished }
        : { state: 'ended', reason: 'stopped', error: null },
    );
  const answer = async (
    name: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<unknown> => {
    calls.push(name);
    switch (name) {
      case 'cameras.cover':
        isCovered = input['isOn'] === true;
        return null;
      case 'live.start':
        if (running !== null) {
          throw new AppError('at_capacity', 'A session runs already.');
        }
        sessions += 1;
        running = `session ${sessions}`;
        enter('running', input['isPublished'] === true);
        return { state: 'opening' };
      case 'live.publish':
        enter('running', input['isOn'] === true);
        return null;
      case 'live.stop':
        if (running !== null) {
          running = null;
          enter('ended');
        }
        await held?.promise;
        return null;
      case 'cover.read':
        return new Promise(() => undefined); // There is no picture in this test.
      default:
        return null;
    }
  };
  const bridge = createBridge(ipc, () => ({
    call: async (name, input) => {
      try {
        return { ok: true, value: await answer(name, input as Readonly<Record<string, unknown>>) };
      } catch (error) {
        return { ok: false, error: toWireError(error) };
      }
    },
    addFile: async () => null,
    on: (name, receive) => {
      if (name === 'live.changed') {
        listener = receive;
      } else if (name === 'live.warned') {
        warn = receive;
      }
      return () => undefined;
    },
  }));
  return {
    bridge,
    calls,
    isCovered: () => isCovered,
    running: () => running,
    sessions: () => sessions,
    warn: (code: string, message = code) => warn({ code, message }),
    holdStops: () => {
      held = Promise.withResolvers();
    },
    releaseStops: () => held?.resolve(),
    failStops: () => held?.reject(new AppError('internal_error', 'Main cannot stop it.')),
    end: (reason: LiveEndReason) => {
      running = null;
      listener({ state: 'ended', reason, error: null });
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { MediaStreamTrackGenerator: Track });
  vi.stubGlobal('MediaStream', Stream);
  vi.stubGlobal('Worker', GateThread);
  vi.stubGlobal('reportError', () => undefined);
  gates.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store with a camera, and a preview of Lisa. */
async function openWorld() {
  const main = openMain();
  const store = createLiveStore(main.bridge, () => lisa);
  const live = (): LiveStoreState => store.getState();
  await live().setCamera(new MediaStream([new Track() as unknown as MediaStreamTrack]));
  live().wishPreview(lisa);
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(5000);
  await settle();
  expect(gates.map(readGate)).toEqual(['preview']);
  return { main, live, settle };
}

describe('going live as another character than the one of the preview', () => {
  it('begins covered when the user covers while the preview is left', async () => {
    const { main, live, settle } = await openWorld();
    main.holdStops();
    const going = live().goLive(otto);
    await settle();
    live().setCovered(true);
    expect(live().isCovered).toBe(true);
    main.releaseStops();
    await going;
    expect(gates.map(readGate)).toEqual(['closed', 'covered']);
    const told = gates[1]?.map((message) => message.type) ?? [];
    expect(told.indexOf('cover')).toBeLessThan(told.indexOf('publish'));
    expect(main.isCovered()).toBe(true);
    live().setCovered(false);
    expect(readGate(gates[1])).toBe('open');
    expect(main.isCovered()).toBe(false);
  });

  it('opens no session when the user ends it while the preview is left', async () => {
    const { main, live, settle } = await openWorld();
    main.holdStops();
    const going = live().goLive(otto);
    await settle();
    const ending = live().endLive();
    live().wishPreview(null);
    main.releaseStops();
    await Promise.all([going, ending]);
    await settle();
    expect(live().phase).toBe('off');
    expect(main.running()).toBeNull();
    expect(gates.map(readGate)).toEqual(['closed']);
  });

  it('opens one session when the user ends it and goes live again', async () => {
    const { main, live, settle } = await openWorld();
    main.holdStops();
    const first = live().goLive(otto);
    await settle();
    const ending = live().endLive();
    main.releaseStops();
    await ending;
    const second = live().goLive(otto);
    await Promise.all([first, second]);
    await settle();
    expect(gates.map(readGate)).toEqual(['closed', 'open']);
    expect(main.sessions()).toBe(2);
  });
});

describe('warnings', () => {
  it('stay when the session that they are about is published', async () => {
    const { main, live, settle } = await openWorld();
    main.warn('mode_reduced');
    await live().goLive(lisa);
    await settle();
    expect(main.sessions()).toBe(1);
    expect(live().warnings).toMatchObject([{ code: 'mode_reduced' }]);
  });

  it('end with their session, also between two previews', async () => {
    const { main, live, settle } = await openWorld();
    main.warn('mode_reduced');
    live().wishPreview(null);
    await settle();
    live().wishPreview(lisa);
    await settle();
    expect(main.sessions()).toBe(2);
    expect(live().warnings).toEqual([]);
  });

  it('are not pushed out by those of refused wishes', async () => {
    const { main, live } = await openWorld();
    main.warn('mode_reduced');
    for (let wish = 0; wish < 30; wish += 1) {
      main.warn('not_offered', `Wish ${wish}.`);
    }
    expect(live().warnings.map(({ code }) => code)).toEqual([
      ...Array<string>(5).fill('not_offered'),
      'mode_reduced',
    ]);
    expect(live().warnings[0]?.message).toBe('Wish 29.');
  });

  it('are closed one by one', async () => {
    const { main, live } = await openWorld();
    main.warn('mode_reduced');
    main.warn('not_offered');
    live().forgetWarnings(live().warnings.slice(0, 1));
    expect(live().warnings).toMatchObject([{ code: 'mode_reduced' }]);
  });
});

describe('the phase', () => {
  it('is on while main publishes the session, and off after its end', async () => {
    const { main, live, settle } = await openWorld();
    await live().goLive(otto);
    expect(live().phase).toBe('on');
    expect(main.running()).toBe('session 2');
    live().wishPreview(null);
    main.end('time_used_up');
    await settle();
    expect(live()).toMatchObject({ phase: 'off', end: { reason: 'time_used_up' } });
    expect(gates.map(readGate)).toEqual(['closed', 'closed']);
  });

  it('returns to a preview of the same session', async () => {
    const { main, live, settle } = await openWorld();
    await live().goLive(lisa);
    expect(live().phase).toBe('on');
    await live().endLive();
    await settle();
    expect(live().phase).toBe('off');
    expect(gates.map(readGate)).toEqual(['preview']);
    expect(main.sessions()).toBe(1);
  });

  it('is off when main cannot stop what opens', async () => {
    const { main, live, settle } = await openWorld();
    main.holdStops();
    const going = live().goLive(otto);
    await settle();
    const ending = expect(live().endLive()).rejects.toMatchObject({ code: 'internal_error' });
    main.failStops();
    await Promise.all([going, ending]);
    await settle();
    expect(live().phase).toBe('off');
  });
});

describe('going live as the preview', () => {
  it('stays covered when the user covers before the session is published', async () => {
    const { main, live, settle } = await openWorld();
    const going = live().goLive(lisa);
    live().setCovered(true);
    await going;
    await settle();
    expect(gates.map(readGate)).toEqual(['covered']);
    expect(main.isCovered()).toBe(true);
  });

  it('does not publish when the user ends it before', async () => {
    const { main, live, settle } = await openWorld();
    const going = live().goLive(lisa);
    const ending = live().endLive();
    live().wishPreview(null);
    await Promise.all([going, ending]);
    await settle();
    expect(main.calls).not.toContain('live.publish');
    expect(gates.map(readGate)).toEqual(['closed']);
    expect(main.running()).toBeNull();
  });
});
