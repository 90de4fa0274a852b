import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JoinOptions, RoomClient, RoomEvents } from './room-client.ts';
import { RoomConnection } from './room-connection.ts';

const camera = { kind: 'video' } as MediaStreamTrack;
const room = { url: 'ws://127.0.0.1:1', token: 't' };

/** A room that refuses joins while it is away, and ends the connection of a participant who joins again. */
function openRoom() {
  const state = { isAway: false, refusesVoice: false, joins: 0, left: 0 };
  const shown: string[] = [];
  let present: RoomEvents | null = null;
  const connection = new RoomConnection({
    join: async (_room, _camera, { events }: JoinOptions) => {
      state.joins += 1;
      await Promise.resolve();
      if (state.isAway) {
        throw new Error('There is no room.');
      }
      const before = present;
      present = events;
      before?.onDisconnected();
      const client: RoomClient = {
        setVoice: async () => {
          if (state.refusesVoice) {
            throw new Error('The voice cannot be published.');
          }
        },
        replaceCamera: async () => undefined,
        measureTransport: async () => null,
        close: async () => {
          state.left += 1;
          present = present === events ? null : present;
        },
      };
      return client;
    },
    send: {} as JoinOptions['send'],
    camera,
    onTrack: () => undefined,
    onState: (next) => shown.push(next),
    onLost: () => shown.push('lost'),
  });
  return { connection, state, shown, cut: () => present?.onDisconnected() };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('tries to join once a second while the room is away, and gives up after half a minute', async () => {
  const { connection, state, shown } = openRoom();
  state.isAway = true;
  connection.enter(room);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(state.joins).toBe(11);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(shown.at(-1)).toBe('lost');
  expect(vi.getTimerCount()).toBe(0);
});

it('stays in a room that came back', async () => {
  const { connection, state, shown, cut } = openRoom();
  connection.enter(room);
  await vi.advanceTimersByTimeAsync(100);
  state.isAway = true;
  cut();
  await vi.advanceTimersByTimeAsync(5000);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(1000);
  const { joins } = state;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(state.joins).toBe(joins);
  expect(shown.at(-1)).toBe('connected');
});

it('leaves before it joins again when its voice cannot be sent', async () => {
  const { connection, state, shown } = openRoom();
  state.refusesVoice = true;
  connection.enter(room);
  await vi.advanceTimersByTimeAsync(2500);
  expect(state).toMatchObject({ joins: 3, left: 3 });
  state.refusesVoice = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.joins).toBe(4);
  expect(shown.at(-1)).toBe('connected');
});

it('waits for a camera, and not for a second one', async () => {
  const { connection, state } = openRoom();
  await connection.setCamera(null);
  connection.enter(room);
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.joins).toBe(0);
  await connection.setCamera(camera);
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.joins).toBe(1);
});

it('ends with its pending repetition', async () => {
  const { connection, state } = openRoom();
  state.isAway = true;
  connection.enter(room);
  await vi.advanceTimersByTimeAsync(1500);
  const { joins } = state;
  await connection.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.joins).toBe(joins);
});
