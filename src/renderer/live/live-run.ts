import { AppError } from '../../base/errors.ts';
import type { LiveRoom } from '../../contract/ipc/live.ts';
import type { CameraPlan } from './camera-plan.ts';
import { loadCoverPicture } from './cover-picture.ts';
import type { FromOutputGate } from './output-gate-messages.ts';
import { openOutputGateHost } from './output-gate-host.ts';
import { joinRoom, type Publisher, type RoomClient, type RoomEvents } from './room-client.ts';
import type { TransportMetrics } from './transport-metrics.ts';

/** How the page stands in the room. */
export type RoomState = 'none' | 'joining' | 'connected' | 'reconnecting';

/** What a run tells. */
export interface LiveRunEvents {
  readonly onFlow: (told: FromOutputGate) => void;
  readonly onRoom: (state: RoomState) => void;
  /** The room could not be joined again in time. */
  readonly onLost: (error: AppError) => void;
}

/** One time on air: the guarded output and the place in the room, as long as it lasts. */
export interface LiveRun {
  /** Shows the engine's pictures or the card, never the camera. */
  readonly output: MediaStream;
  /** Goes into a room; leaves the one before. */
  readonly enter: (room: LiveRoom) => void;
  readonly setCamera: (camera: MediaStreamTrack | null) => Promise<void>;
  readonly setCovered: (isCovered: boolean) => void;
  /** Covers too; pictures that are under way when it is taken back are not shown. */
  readonly setBarred: (isBarred: boolean) => void;
  readonly readTransport: () => Promise<TransportMetrics | null>;
  readonly close: () => Promise<void>;
}

const REJOIN_MS = 30_000;
const REJOIN_DELAY_MS = 1_000;

/** Opens the output with its card; a room comes later. */
export function openLiveRun(options: {
  readonly camera: MediaStreamTrack;
  readonly plan: CameraPlan;
  readonly events: LiveRunEvents;
}): LiveRun {
  const { plan, events } = options;
  // As large as the pictures will be, so that whoever takes the output sees no change of size.
  const { width = plan.width, height = plan.height } = options.camera.getSettings();
  const guard = openOutputGateHost({
    size: { width, height },
    picture: loadCoverPicture(),
    onTold: events.onFlow,
  });
  let camera: MediaStreamTrack | null = options.camera;
  let client: RoomClient | null = null;
  /** Counts rooms, so that what an earlier one still tells is not heard. */
  let visit = 0;
  let publisher: Publisher = { identity: null };
  let isClosed = false;
  let isAsked = false;
  let lostAtMs: number | null = null;

  const updateCover = (): void => guard.cover(isAsked || camera === null);

  const leave = async (): Promise<void> => {
    const old = client;
    client = null;
    await old?.close();
  };

  async function join(room: LiveRoom, own: number): Promise<void> {
    const sent = camera;
    if (sent === null) {
      return; // It is joined when there is a camera again.
    }
    events.onRoom(lostAtMs === null ? 'joining' : 'reconnecting');
    const told: RoomEvents = {
      onTrack: (track) => {
        if (own === visit) {
          guard.feed(track);
        }
      },
      onConnected: (isConnected) => {
        if (own === visit) {
          events.onRoom(isConnected ? 'connected' : 'reconnecting');
        }
      },
      onGone: () => {
        if (own === visit) {
          client = null;
          again(room, own);
        }
      },
    };
    const joined = await joinRoom(room, sent, { send: plan.send, publisher, events: told });
    if (own !== visit) {
      await joined.close();
      return;
    }
    client = joined;
    lostAtMs = null;
    events.onRoom('connected');
    if (camera !== null && camera !== sent) {
      await joined.replaceCamera(camera);
    }
  }

  function again(room: LiveRoom, own: number, cause?: unknown): void {
    if (own !== visit || isClosed) {
      return;
    }
    guard.feed(null);
    events.onRoom('reconnecting');
    lostAtMs ??= performance.now();
    if (performance.now() - lostAtMs > REJOIN_MS) {
      events.onLost(
        cause instanceof AppError
          ? cause
          : new AppError('service_unreachable', 'The media room is gone.', { cause }),
      );
      return;
    }
    setTimeout(() => {
      if (own === visit && !isClosed) {
        join(room, own).catch((error: unknown) => again(room, own, error));
      }
    }, REJOIN_DELAY_MS);
  }

  let current: LiveRoom | null = null;
  return {
    output: new MediaStream([guard.track]),
    enter: (room) => {
      current = room;
      visit += 1;
      publisher = { identity: null };
      lostAtMs = null;
      const own = visit;
      guard.feed(null);
      leave()
        .then(() => join(room, own))
        .catch((error: unknown) => again(room, own, error));
    },
    setCamera: async (next) => {
      const before = camera;
      camera = next;
      updateCover();
      if (next === null) {
        return;
      }
      if (client !== null) {
        await client.replaceCamera(next);
      } else if (before === null && current !== null) {
        const [room, own] = [current, visit];
        join(room, own).catch((error: unknown) => again(room, own, error));
      }
    },
    setCovered: (isCovered) => {
      isAsked = isCovered;
      updateCover();
    },
    setBarred: (isBarred) => guard.bar(isBarred),
    readTransport: async () => (await client?.readTransport()) ?? null,
    close: async () => {
      isClosed = true;
      visit += 1;
      guard.close();
      await leave();
    },
  };
}
