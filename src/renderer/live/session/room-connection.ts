import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { LiveRoom } from '../../../contract/ipc/live.ts';
import type { joinRoom, Publisher, RoomClient, RoomEvents } from './room-client.ts';
import type { SendOptions } from './send-options.ts';
import type { TransportMetrics } from './transport-metrics.ts';

/** State of the page's room connection. */
export type RoomState = 'none' | 'joining' | 'connected' | 'reconnecting';

/** Options of {@link RoomConnection}. */
export interface RoomConnectionOptions {
  readonly join: typeof joinRoom;
  readonly send: SendOptions;
  readonly camera: MediaStreamTrack;
  /** Video of the engine, or null while there is none. */
  readonly onTrack: (track: MediaStreamTrack | null) => void;
  readonly onState: (state: RoomState) => void;
  /** The room could not be rejoined in time. */
  readonly onLost: (error: AppError) => void;
}

const REJOIN_MS = 30_000;
const REJOIN_DELAY_MS = 1_000;

/** The page in one room after the other: joins it when there is a camera, and rejoins it for a while when it is lost. */
export class RoomConnection {
  readonly #options: RoomConnectionOptions;
  #camera: MediaStreamTrack | null;
  #voice: MediaStreamTrack | null = null;
  #client: RoomClient | null = null;
  #room: LiveRoom | null = null;
  #publisher: Publisher = { identity: null };
  /** Counts joins: an earlier one, its events and its pending repetition are ignored. */
  #attempt = 0;
  #lostAtMs: number | null = null;

  constructor(options: RoomConnectionOptions) {
    this.#options = options;
    this.#camera = options.camera;
  }

  /** Joins a room; leaves the previous one. */
  enter(room: LiveRoom): void {
    this.#room = room;
    this.#publisher = { identity: null };
    this.#lostAtMs = null;
    this.#options.onTrack(null);
    this.#begin(this.#leave());
  }

  async setCamera(next: MediaStreamTrack | null): Promise<void> {
    const before = this.#camera;
    this.#camera = next;
    if (next === null) {
      return;
    }
    if (this.#client !== null) {
      await this.#client.replaceCamera(next);
    } else if (before === null && this.#room !== null) {
      this.#begin();
    }
  }

  /** Sets the voice that lips follow; null for none. */
  async setVoice(next: MediaStreamTrack | null): Promise<void> {
    this.#voice = next;
    await this.#client?.setVoice(next);
  }

  async measureTransport(): Promise<TransportMetrics | null> {
    return (await this.#client?.measureTransport()) ?? null;
  }

  async close(): Promise<void> {
    this.#room = null;
    this.#attempt += 1;
    await this.#leave();
  }

  async #leave(): Promise<void> {
    const old = this.#client;
    this.#client = null;
    await old?.close();
  }

  #begin(after: Promise<void> = Promise.resolve()): void {
    this.#attempt += 1;
    const own = this.#attempt;
    after.then(() => this.#join(own)).catch((error: unknown) => this.#rejoin(own, error));
  }

  async #join(own: number): Promise<void> {
    const [room, sent] = [this.#room, this.#camera];
    if (own !== this.#attempt || room === null || sent === null) {
      return; // Without a camera it is postponed until there is one.
    }
    const { join, send, onState } = this.#options;
    onState(this.#lostAtMs === null ? 'joining' : 'reconnecting');
    const events = this.#eventsOf(own);
    const joined = await join(room, sent, { send, publisher: this.#publisher, events });
    if (own !== this.#attempt) {
      await joined.close();
      return;
    }
    this.#client = joined;
    try {
      await joined.setVoice(this.#voice);
      if (this.#camera !== null && this.#camera !== sent) {
        await joined.replaceCamera(this.#camera);
      }
    } catch (error) {
      await joined.close(); // Its participant would be replaced by that of the next join, and then replace it.
      throw error;
    }
    if (own === this.#attempt) {
      this.#lostAtMs = null;
      onState('connected');
    }
  }

  #eventsOf(own: number): RoomEvents {
    const { onTrack, onState } = this.#options;
    const isCurrent = (): boolean => own === this.#attempt;
    return {
      onTrack: (track) => {
        if (isCurrent()) {
          onTrack(track);
        }
      },
      onConnected: (isConnected) => {
        if (isCurrent()) {
          onState(isConnected ? 'connected' : 'reconnecting');
        }
      },
      onDisconnected: () => this.#rejoin(own),
    };
  }

  #rejoin(own: number, cause?: unknown): void {
    if (own !== this.#attempt || this.#room === null) {
      return;
    }
    const { onTrack, onState, onLost } = this.#options;
    this.#client = null;
    this.#attempt += 1;
    onTrack(null);
    onState('reconnecting');
    this.#lostAtMs ??= performance.now();
    if (performance.now() - this.#lostAtMs > REJOIN_MS) {
      onLost(toLoss(cause));
      return;
    }
    const next = this.#attempt;
    setTimeout(() => {
      if (next === this.#attempt) {
        this.#begin();
      }
    }, REJOIN_DELAY_MS);
  }
}

function toLoss(cause: unknown): AppError {
  return cause instanceof AppError
    ? cause
    : new AppError('service_unreachable', 'The media room is gone.', {
        cause,
        details: faultDetails('room_unreachable'),
      });
}
