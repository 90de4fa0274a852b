/**
 * Settings that the client of a session requested, and the media that applies them: opened by the first
 * request, updated by each change, closed at the end.
 */
import { AppError } from '../../../base/errors.ts';
import type { MediaRooms } from '../../../room/provider/media-rooms.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { LiveWorkers } from '../worker/live-workers.ts';
import type { SwapChange, SwapSettings } from '../worker/worker-messages.ts';
import { type CharacterQueue, createCharacterQueue } from './character-queue.ts';
import type { SwapLimits } from './limits.ts';
import type {
  RoomInvitation,
  SessionJoin,
  SwapConnection,
  ControlMessage,
} from './swap-connection.ts';
import { openSwapMedia, type SwapMedia } from './swap-media.ts';

/** Dependencies for opening the media. */
export interface SwapControlDependencies {
  readonly openRooms: () => Promise<Pick<MediaRooms, 'create'>>;
  readonly workers: Pick<LiveWorkers, 'acquire' | 'release'>;
  readonly limits: SwapLimits;
  readonly onTrouble: (message: string, error: unknown) => void;
}

/** Options of a session's control. */
export interface SwapControlOptions {
  readonly dependencies: SwapControlDependencies;
  readonly session: LiveSession;
  /** Gets acknowledgements and warnings. */
  readonly connection: Pick<SwapConnection, 'send' | 'warn'>;
  /** Pictures of the camera come and something can be shown. */
  readonly onCamera: () => void;
  /** The session cannot continue. */
  readonly onFailed: (error: unknown) => void;
}

/** Tokens of the room outlive the session, because a reconnecting client uses the same one. */
const TOKEN_SLACK_SEC = 900;

/** A session for which nothing was asked yet, without media. */
export class SwapControl {
  readonly #options: SwapControlOptions;
  readonly #characters: CharacterQueue;
  #settings: SwapSettings = {
    isPassthrough: false,
    cover: 'blur',
    isIdentityLocked: true,
    hasBadge: false,
  };
  #opening: Promise<SwapMedia> | null = null;
  #media: SwapMedia | null = null;
  #isClosed = false;
  #hasReportedUnenhanced = false;

  constructor(options: SwapControlOptions) {
    this.#options = options;
    this.#characters = createCharacterQueue({
      prepare: ({ image, prompt }) =>
        this.#apply('set_image', { kind: 'character', image, prompt }),
      onGivenUp: () => {
        const text = 'A picture was given up, because a newer one came before its turn.';
        options.connection.warn('cancelled', text, { subject: 'set_image' });
      },
    });
  }

  /** The media; null until it is open. */
  get media(): SwapMedia | null {
    return this.#media;
  }

  /** True when an image is being prepared, which is answered separately. */
  get isPreparing(): boolean {
    return this.#characters.isBusy;
  }

  /**
   * Applies the settings of a connection's join. Returns true when the session continues in its room, whatever
   * the previous connection had set.
   */
  join({ passthrough: isPassthrough, cover, identity_lock, badge }: SessionJoin): boolean {
    if (this.#opening === null) {
      this.#settings = {
        isPassthrough,
        cover: cover ?? 'blur',
        isIdentityLocked: identity_lock ?? true,
        hasBadge: badge ?? false,
      };
      return false;
    }
    if (isPassthrough !== this.#settings.isPassthrough) {
      this.#passThrough(isPassthrough, null);
    }
    return true;
  }

  /** Carries out a message; afterwards the client gets an `ack`, or a warning. */
  receive(message: ControlMessage): void {
    if (this.#isClosed) {
      return; // The session is being settled.
    }
    if (message.type !== 'passthrough') {
      this.#mentionEnhancing(message.enhance_prompt);
    }
    switch (message.type) {
      case 'set_image': {
        const image = Buffer.from(message.image_data, 'base64');
        this.#characters.add({ image, prompt: message.prompt ?? null });
        break;
      }
      case 'prompt':
        void this.#apply('prompt', { kind: 'prompt', prompt: message.prompt, playsBuiltIn: true });
        break;
      case 'passthrough':
        this.#passThrough(message.enabled, 'passthrough');
        break;
    }
  }

  /** Creates the client's invitation to the room; opens the media if necessary. */
  async createInvitation(): Promise<RoomInvitation> {
    return (await this.#openMedia()).createInvitation();
  }

  /** Releases the worker and closes the room. A failure to open was reported by its caller. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const media = await this.#opening?.catch(() => null);
    await media?.close().catch((error: unknown) => {
      this.#options.dependencies.onTrouble('a room could not be closed', error);
    });
  }

  #passThrough(isPassthrough: boolean, subject: string | null): void {
    this.#settings = { ...this.#settings, isPassthrough };
    void this.#apply(subject, { kind: 'passthrough', isOn: isPassthrough });
  }

  #openMedia(): Promise<SwapMedia> {
    if (this.#opening === null && this.#isClosed) {
      return Promise.reject(new AppError('cancelled', 'The session has ended.'));
    }
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<SwapMedia> {
    const { dependencies, session, connection, onCamera, onFailed } = this.#options;
    const { workers, limits, openRooms, onTrouble } = dependencies;
    const { id, maxDurationSec, parameters } = session;
    const media = await openSwapMedia({
      rooms: await openRooms(),
      workers,
      limits,
      roomName: `swap-${id}`,
      tokenSec: maxDurationSec + TOKEN_SLACK_SEC,
      settings: this.#settings,
      isMoved: session.status === 'streaming',
      listener: {
        onCamera,
        onRestart: (how) => {
          onTrouble('a live worker was lost', how);
          const text = 'The engine ended unexpectedly; another one takes over.';
          connection.warn('worker_restarted', text);
        },
        onUnreachable: () => {
          const text = 'The engine cannot reach the media room; it tries again.';
          onTrouble('a live worker cannot reach its room', text);
          connection.warn('room_unreachable', text);
        },
        onFailed,
      },
    });
    this.#media = media;
    const prompt = parameters['prompt'];
    if (typeof prompt === 'string') {
      // Applied before the first message's request, which takes precedence.
      void this.#apply(null, { kind: 'prompt', prompt, playsBuiltIn: false }, media);
    }
    return media;
  }

  /** Changes the swap; `subject` is the message that asked for it, null when none did. */
  async #apply(
    subject: string | null,
    change: SwapChange,
    opening: Promise<SwapMedia> | SwapMedia = this.#openMedia(),
  ): Promise<void> {
    const { connection, onFailed } = this.#options;
    try {
      const media = await opening;
      const { warnings, mode, builtIn } = await media.change(change);
      if (subject !== null) {
        const inEffect = {
          ...(mode !== null && { mode }),
          ...(builtIn !== null && { character: builtIn }),
        };
        connection.send({ type: 'ack', for: subject, ...inEffect });
      }
      for (const { code, message } of warnings) {
        connection.warn(code, message);
      }
    } catch (error) {
      if (this.#isClosed) {
        return;
      }
      if (error instanceof AppError) {
        // The current character continues: an image without a face must not end a stream.
        connection.warn(error.code, error.message, { subject, details: error.details });
      } else {
        onFailed(error);
      }
    }
  }

  #mentionEnhancing(isRequested: boolean | undefined): void {
    if (isRequested === true && !this.#hasReportedUnenhanced) {
      this.#hasReportedUnenhanced = true;
      this.#options.connection.warn(
        'not_enhanced',
        'enhance_prompt has no effect: this engine takes prompts as they are.',
      );
    }
  }
}
