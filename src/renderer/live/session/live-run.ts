import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { LiveRoom } from '../../../contract/ipc/live.ts';
import type { CameraPlan } from './camera-plan.ts';
import type { FromOutputGate } from '../output/output-gate-messages.ts';
import { openOutputGateHost, type OutputGateHost } from '../output/output-gate-host.ts';
import { joinRoom, type Publisher, type RoomClient, type RoomEvents } from './room-client.ts';
import type { TransportMetrics } from './transport-metrics.ts';

/** State of the page's room connection. */
export type RoomState = 'none' | 'joining' | 'connected' | 'reconnecting';

/** Events of a run. */
export interface LiveRunEvents {
  readonly onFlow: (message: FromOutputGate) => void;
  readonly onRoom: (state: RoomState) => void;
  /** The room could not be rejoined in time. */
  readonly onLost: (error: AppError) => void;
}

const REJOIN_MS = 30_000;
const REJOIN_DELAY_MS = 1_000;

/** One session of the page, published or as a preview: the gated output and the room connection. */
export class LiveRun {
  /** Shows the engine's frames or the card, never the camera. */
  readonly output: MediaStream;
  /** The same for the user alone, while they are not live. */
  readonly preview: MediaStream;
  readonly #plan: CameraPlan;
  readonly #events: LiveRunEvents;
  readonly #gate: OutputGateHost;
  #camera: MediaStreamTrack | null;
  #voice: MediaStreamTrack | null = null;
  #client: RoomClient | null = null;
  #room: LiveRoom | null = null;
  /** Counts rooms, so that late events of an earlier one are ignored. */
  #visit = 0;
  #publisher: Publisher = { identity: null };
  #isClosed = false;
  #isCoverRequested = false;
  #lostAtMs: number | null = null;

  /** Opens the output with its card; a room follows. */
  constructor(options: {
    readonly camera: MediaStreamTrack;
    readonly plan: CameraPlan;
    /** The cover card. */
    readonly card: Promise<ImageBitmap>;
    readonly events: LiveRunEvents;
  }) {
    const { camera, plan, card, events } = options;
    // The size of the future frames, so that consumers of the output see no change of size.
    const { width = plan.width, height = plan.height } = camera.getSettings();
    this.#plan = plan;
    this.#events = events;
    this.#camera = camera;
    this.#gate = openOutputGateHost({
      size: { width, height },
      image: card,
      onMessage: events.onFlow,
    });
    this.output = new MediaStream([this.#gate.track]);
    this.preview = new MediaStream([this.#gate.preview]);
  }

  /** Joins a room; leaves the previous one. */
  enter(room: LiveRoom): void {
    this.#room = room;
    this.#visit += 1;
    this.#publisher = { identity: null };
    this.#lostAtMs = null;
    const own = this.#visit;
    this.#gate.feed(null);
    this.#leave()
      .then(() => this.#join(room, own))
      .catch((error: unknown) => this.#rejoin(room, own, error));
  }

  async setCamera(next: MediaStreamTrack | null): Promise<void> {
    const before = this.#camera;
    this.#camera = next;
    this.#updateCover();
    if (next === null) {
      return;
    }
    if (this.#client !== null) {
      await this.#client.replaceCamera(next);
    } else if (before === null && this.#room !== null) {
      this.#visit += 1; // Another join, or its next attempt, may be pending.
      const [room, own] = [this.#room, this.#visit];
      this.#join(room, own).catch((error: unknown) => this.#rejoin(room, own, error));
    }
  }

  /** Sets the voice that lips follow; null for none. */
  async setVoice(next: MediaStreamTrack | null): Promise<void> {
    this.#voice = next;
    await this.#client?.setVoice(next);
  }

  /** Publishes the engine's frames, or only the card, which is the initial state. */
  publish(isOn: boolean): void {
    this.#gate.publish(isOn);
  }

  /** Another cover card from now on. */
  setCard(image: ImageBitmap): void {
    this.#gate.setCard(image);
  }

  setCovered(isCovered: boolean): void {
    this.#isCoverRequested = isCovered;
    this.#updateCover();
  }

  /** Covers as well; frames in transit when it is revoked are not shown. */
  setBarred(isBarred: boolean): void {
    this.#gate.bar(isBarred);
  }

  /** Sets whether the engine's frames may be the camera's own, which is sent with every forwarded frame. */
  setBypassed(isBypassed: boolean): void {
    this.#gate.setBypassed(isBypassed);
  }

  /** Also sends the output to the camera devices, at a URL of main; null stops it. */
  sendTo(url: string | null): void {
    this.#gate.sendTo(url, this.#plan.send.fps);
  }

  async measureTransport(): Promise<TransportMetrics | null> {
    return (await this.#client?.measureTransport()) ?? null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#visit += 1;
    this.#gate.close();
    await this.#leave();
  }

  #updateCover(): void {
    this.#gate.cover(this.#isCoverRequested || this.#camera === null);
  }

  async #leave(): Promise<void> {
    const old = this.#client;
    this.#client = null;
    await old?.close();
  }

  async #join(room: LiveRoom, own: number): Promise<void> {
    const sent = this.#camera;
    if (sent === null) {
      return; // Postponed until a camera is available.
    }
    this.#events.onRoom(this.#lostAtMs === null ? 'joining' : 'reconnecting');
    const joined = await joinRoom(room, sent, {
      send: this.#plan.send,
      publisher: this.#publisher,
      events: this.#eventsOf(room, own),
    });
    if (own !== this.#visit) {
      await joined.close();
      return;
    }
    this.#client = joined;
    this.#lostAtMs = null;
    await joined.setVoice(this.#voice);
    this.#events.onRoom('connected');
    if (this.#camera !== null && this.#camera !== sent) {
      await joined.replaceCamera(this.#camera);
    }
  }

  #eventsOf(room: LiveRoom, own: number): RoomEvents {
    return {
      onTrack: (track) => {
        if (own === this.#visit) {
          this.#gate.feed(track);
        }
      },
      onConnected: (isConnected) => {
        if (own === this.#visit) {
          this.#events.onRoom(isConnected ? 'connected' : 'reconnecting');
        }
      },
      onDisconnected: () => {
        if (own === this.#visit) {
          this.#client = null;
          this.#rejoin(room, own);
        }
      },
    };
  }

  #rejoin(room: LiveRoom, own: number, cause?: unknown): void {
    if (own !== this.#visit || this.#isClosed) {
      return;
    }
    this.#gate.feed(null);
    this.#events.onRoom('reconnecting');
    this.#lostAtMs ??= performance.now();
    if (performance.now() - this.#lostAtMs > REJOIN_MS) {
      this.#events.onLost(
        cause instanceof AppError
          ? cause
          : new AppError('service_unreachable', 'The media room is gone.', {
              cause,
              details: faultDetails('room_unreachable'),
            }),
      );
      return;
    }
    setTimeout(() => {
      if (own === this.#visit && !this.#isClosed) {
        this.#join(room, own).catch((error: unknown) => this.#rejoin(room, own, error));
      }
    }, REJOIN_DELAY_MS);
  }
}
