import type { AppError } from '../../../base/errors.ts';
import type { LiveRoom } from '../../../contract/ipc/live.ts';
import type { CameraPlan } from './camera-plan.ts';
import type { FromOutputGate } from '../output/output-gate-messages.ts';
import { openOutputGateHost, type OutputGateHost } from '../output/output-gate-host.ts';
import { joinRoom } from './room-client.ts';
import { RoomConnection, type RoomState } from './room-connection.ts';
import type { TransportMetrics } from './transport-metrics.ts';

/** Events of a run. */
export interface LiveRunEvents {
  readonly onFlow: (message: FromOutputGate) => void;
  readonly onRoom: (state: RoomState) => void;
  /** The room could not be rejoined in time. */
  readonly onLost: (error: AppError) => void;
}

/** One session of the page, published or as a preview: the gated output and the room connection. */
export class LiveRun {
  /** Shows the engine's frames or the card, never the camera. */
  readonly output: MediaStream;
  /** The same for the user alone, while they are not live. */
  readonly preview: MediaStream;
  readonly #plan: CameraPlan;
  readonly #gate: OutputGateHost;
  readonly #connection: RoomConnection;
  #hasCamera = true;
  #isCoverRequested = false;

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
    this.#gate = openOutputGateHost({
      size: { width, height },
      image: card,
      onMessage: events.onFlow,
    });
    this.#connection = new RoomConnection({
      join: joinRoom,
      send: plan.send,
      camera,
      onTrack: (track) => this.#gate.feed(track),
      onState: events.onRoom,
      onLost: events.onLost,
    });
    this.output = new MediaStream([this.#gate.track]);
    this.preview = new MediaStream([this.#gate.preview]);
  }

  /** Joins a room; leaves the previous one. */
  enter(room: LiveRoom): void {
    this.#connection.enter(room);
  }

  async setCamera(next: MediaStreamTrack | null): Promise<void> {
    this.#hasCamera = next !== null;
    this.#updateCover();
    await this.#connection.setCamera(next);
  }

  /** Sets the voice that lips follow; null for none. */
  setVoice(next: MediaStreamTrack | null): Promise<void> {
    return this.#connection.setVoice(next);
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

  measureTransport(): Promise<TransportMetrics | null> {
    return this.#connection.measureTransport();
  }

  async close(): Promise<void> {
    this.#gate.close();
    await this.#connection.close();
  }

  #updateCover(): void {
    this.#gate.cover(this.#isCoverRequested || !this.#hasCamera);
  }
}
