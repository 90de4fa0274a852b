import { Room, RoomEvent } from '@livekit/rtc-node';
import { AppError, toWireError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { FrameBadge } from '../../../engine/live/badge/frame-badge.ts';
import type { LiveSwap } from '../../../engine/live/live-swap.ts';
import type { SwapWarning } from '../../../engine/live/swap-warning.ts';
import { watchCamera } from './camera-track.ts';
import { FramePump } from './frame-pump.ts';
import type { FrameLinkSender } from './frame-link-sender.ts';
import { createOutputTrack } from './output-track.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { createRoomDelay } from './room-delay.ts';
import { armLimit, bodyLimit, createLoadWatch } from './load-watch.ts';
import { watchVoice } from './voice-track.ts';
import type {
  ChangeOutcome,
  FromLiveWorker,
  JoinedRoom,
  StreamReport,
  SwapChange,
} from './worker-messages.ts';

const CONNECT_ATTEMPTS = 3;

/** Dependencies of a stream. */
export interface LiveStreamDependencies {
  readonly room: JoinedRoom;
  /** The swap, which may still be opening; it stays the caller's. */
  readonly opening: Promise<LiveSwap>;
  readonly isPassthrough: boolean;
  /** True when swapped frames carry a badge. */
  readonly hasBadge: boolean;
  /** Receives the frames beside the room. */
  readonly link: Pick<FrameLinkSender, 'send'>;
  readonly send: (message: FromLiveWorker) => void;
}

/** Worker's side of one session: between camera and output of a room. */
export class LiveStream {
  /** Settles when the stream has joined the room. Rejects with the failure of the join. */
  readonly joined: Promise<void>;
  readonly #dependencies: LiveStreamDependencies;
  readonly #room = new Room();
  readonly #output = createOutputTrack(this.#room, () => {
    this.#lose('the output could not be published');
  });
  #isPassthrough: boolean;
  #hasCharacter = false;
  /** True when the character is an image of the client. */
  #hasImage = false;
  #builtIn: string | null = null;
  #isReduced = false;
  #hasSlowArms = false;
  #isStreaming = false;
  #hasLeft = false;
  /** Serialises changes: a slow one must not undo a later one. */
  #changing: Promise<void> = Promise.resolve();
  #running: {
    readonly pump: FramePump;
    readonly reporter: Reporter;
    readonly unwatch: () => Promise<void>;
  } | null = null;

  /** Joins immediately, with network and engine prepared in parallel; a room that is covered once the engine is ready. */
  constructor(dependencies: LiveStreamDependencies) {
    this.#dependencies = dependencies;
    this.#isPassthrough = dependencies.isPassthrough;
    this.#room.on(RoomEvent.Disconnected, (reason) => this.#lose(`disconnected: ${reason}`));
    this.joined = this.#join();
  }

  /** Changes the swap and answers that. */
  change(number: number, change: SwapChange): Promise<void> {
    if (change.kind === 'passthrough') {
      return this.#answer(number, change);
    }
    this.#changing = this.#changing.then(() => this.#answer(number, change));
    return this.#changing;
  }

  /** Swaps from now on, and counts. */
  stream(): void {
    this.#isStreaming = true;
    this.#running?.pump.stream();
  }

  /** Covers every frame from now on, and stops the billing clock. */
  hold(): void {
    this.#isStreaming = false;
    this.#running?.pump.hold();
  }

  /** Leaves the room. Returns the last report; null, and at once, when it has not joined yet. */
  async leave(): Promise<StreamReport | null> {
    this.#hasLeft = true;
    if (this.#running === null) {
      return null;
    }
    const { reporter, unwatch } = this.#running;
    const last = reporter.close();
    await unwatch();
    await this.#output.close();
    await this.#room.disconnect();
    return last;
  }

  async #join(): Promise<void> {
    const { opening, room, link, send, hasBadge } = this.#dependencies;
    if (room.isCovered) {
      // On a machine that is busy it takes up to a minute, in which the room would have neither.
      await opening;
      if (this.#hasLeft) {
        return;
      }
    }
    const [swap] = await Promise.all([opening, this.#connect()]);
    if (this.#hasLeft) {
      await this.#room.disconnect();
      return;
    }
    const pump = new FramePump(
      swap,
      { output: this.#output, link, badge: hasBadge ? new FrameBadge() : null },
      {
        onCamera: () => send({ type: 'camera' }),
      },
    );
    pump.setReady(this.#hasCharacter || this.#isPassthrough);
    if (this.#isStreaming) {
      pump.stream();
    }
    const unwatch = watchCamera(this.#room, room.streamer, {
      onPublished: (camera) => this.#output.publish(camera),
      onFrame: (video) => pump.push(video),
      onEnded: () => pump.cover(),
    });
    const unwatchVoice = watchVoice(this.#room, room.streamer, (samples) =>
      swap.pushVoice(samples),
    );
    const load = { arms: createLoadWatch(armLimit), body: createLoadWatch(bodyLimit) };
    const reporter = createReporter({
      engine: () => swap.engine,
      pump,
      delay: createRoomDelay(this.#room),
      isReduced: () => this.#isReduced,
      hasSlowArms: () => this.#hasSlowArms,
      send: (report) => {
        if (load.arms.observe(report, performance.now())) {
          this.#hasSlowArms = true;
          swap.setArms(false);
        }
        if (load.body.observe(report, performance.now())) {
          this.#isReduced ||= swap.reduce();
        }
        send({ type: 'report', report });
      },
    });
    this.#running = {
      pump,
      reporter,
      unwatch: async () => void (await Promise.all([unwatch(), unwatchVoice()])),
    };
  }

  async #connect(): Promise<void> {
    const { url, token } = this.#dependencies.room;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#room.connect(url, token, { autoSubscribe: false, dynacast: false });
        return;
      } catch (cause) {
        // A machine that is very busy needs longer than the library waits.
        if (attempt === CONNECT_ATTEMPTS || this.#hasLeft) {
          throw new AppError('service_unreachable', 'The media room cannot be reached.', {
            cause,
            details: faultDetails('room_unreachable'),
          });
        }
      }
    }
  }

  async #answer(number: number, change: SwapChange): Promise<void> {
    const { send } = this.#dependencies;
    try {
      const outcome = await this.#apply(change);
      this.#running?.pump.setReady(this.#hasCharacter || this.#isPassthrough);
      send({ type: 'applied', number, outcome });
    } catch (error) {
      send({ type: 'refused', number, error: toWireError(error) });
    }
  }

  async #apply(change: SwapChange): Promise<ChangeOutcome> {
    const swap = await this.#dependencies.opening;
    const warnings = await this.#change(swap, change);
    return { warnings, mode: swap.mode, builtIn: this.#builtIn };
  }

  async #change(swap: LiveSwap, change: SwapChange): Promise<readonly SwapWarning[]> {
    switch (change.kind) {
      case 'character': {
        const warnings = await swap.setCharacter(change.image, change.prompt ?? undefined);
        this.#hasCharacter = true;
        this.#hasImage = true;
        this.#builtIn = null;
        return warnings;
      }
      case 'prompt': {
        const warnings = swap.setPrompt(change.prompt);
        if (this.#hasImage || !change.playsBuiltIn) {
          return warnings;
        }
        const played = await swap.playBuiltIn();
        this.#hasCharacter = true;
        this.#builtIn = played.name;
        return [...warnings, ...played.warnings];
      }
      case 'passthrough':
        swap.setPassthrough(change.isOn);
        this.#output.forget();
        this.#isPassthrough = change.isOn;
        return [];
    }
  }

  #lose(reason: string): void {
    if (!this.#hasLeft) {
      this.#dependencies.send({ type: 'room_lost', reason });
    }
  }
}
