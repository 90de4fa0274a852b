/**
 * Swaps the person in front of a live camera for a character, frame by frame, without look-ahead. The caller passes the
 * newest frame and drops those that it has no time for.
 *
 *   frame -> tracking (a thread) -> face guard: may it be shown? -> rendered, held or covered
 */
import type { AppError } from '../../base/errors.ts';
import type { ModelFolder } from '../models/model-folder.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { CharacterCache } from './character/character-cache.ts';
import type { ArmMover } from './character-arms.ts';
import type { LiveMode } from './live-mode.ts';
import type { SwapWarning } from './swap-warning.ts';

/**
 * Replacement of a frame that must not be shown: the frame blurred beyond recognition, a card, or the last good frame
 * for ten seconds after a lost face, and then the card.
 */
export type CoverKind = 'blur' | 'card' | 'hold';

/**
 * Content of a frame: the character; the last good frame, for at most 0.3 s unless it is the cover; the cover; or the
 * unchanged camera frame on request.
 */
export type LiveShown = 'swapped' | 'held' | 'covered' | 'passthrough';

/** Reason why a frame is held or covered. */
export type LiveCoverReason =
  /** The user asked for the cover. */
  | 'asked'
  /** No character is set yet. */
  | 'no_character'
  /** No face of the streamer was found, or none that can be shown safely. */
  | 'no_face'
  /** A face is there, but frames come too far apart to follow it from one to the next: the machine is busy. */
  | 'late'
  /** The engine failed; see `failure`. */
  | 'engine_failed';

/** Result of a frame. */
export interface LiveFrameState {
  readonly shown: LiveShown;
  /** Null while the frame shows the character or the camera. */
  readonly reason: LiveCoverReason | null;
  /** True when the streamer's face is tracked and shows the character. */
  readonly isTracked: boolean;
  /** Number of tracked faces, including bystanders. */
  readonly faces: number;
  readonly mode: LiveMode;
  /** True when the character's arms move like the streamer's. */
  readonly movesArms: boolean;
  /** Time the frame waited for tracking, and time spent on drawing, in milliseconds. */
  readonly trackMs: number;
  readonly renderMs: number;
  /** Error of the engine, which reopens by itself. */
  readonly failure: AppError | null;
}

/** Options of a live swap. */
export interface LiveSwapOptions {
  readonly models: ModelFolder;
  readonly cover: CoverKind;
  /** True to pass camera frames unchanged (default: false). */
  readonly isPassthrough?: boolean | undefined;
  /** True to swap only the first person and blur all other heads (default). False swaps everybody. */
  readonly isIdentityLocked?: boolean | undefined;
  /** Source of characters for several swaps in a row; the caller owns it. */
  readonly characters?: Promise<CharacterCache> | undefined;
  /** Moves the arms of bodies like the streamer's; the caller owns it. Without it arms stay as in the image. */
  readonly arms?: ArmMover | undefined;
  /** Stops the opening, which then throws `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}

/** A built-in character that took effect. */
export interface PlayedBuiltIn {
  /** Name of the character for display. */
  readonly name: string;
  readonly warnings: readonly SwapWarning[];
}

/** Live swap of one stream; must be closed. */
export interface LiveSwap {
  /** Name of the renderer for display, such as `Mesh engine, CPU`. */
  readonly engine: string;
  /** Current mode; null without a character. */
  readonly mode: LiveMode | null;
  /**
   * Sets a character from a JPEG, PNG or WebP file; the previous one stays until it is ready. Throws
   * `face_not_detected`, `unsupported_format` or `input_too_large`. A newer call makes an older one throw `cancelled`.
   * `prompt` takes effect with the character, as by `setPrompt`, so that only its mode is prepared.
   */
  setCharacter(image: Uint8Array, prompt?: string): Promise<readonly SwapWarning[]>;
  /** Sets the instruction, replacing the previous one; see `instructions/read-instructions.ts`. */
  setPrompt(prompt: string): readonly SwapWarning[];
  /**
   * Sets the built-in character that the instruction names, else the first one, in place of an image. Throws the errors
   * of `setCharacter`.
   */
  playBuiltIn(): Promise<PlayedBuiltIn>;
  /**
   * Makes the face the default mode from now on: for a machine that is too slow for the current mode. Returns true when
   * the mode changed; a requested mode never does.
   */
  reduce(): boolean;
  /** Enables or disables arm motion of bodies: for a machine that is too slow for it. */
  setArms(areMoved: boolean): void;
  /** Receives the streamer's voice, at 16 kHz, -1..1, which drives the image in the mode `talk`. */
  pushVoice(samples: Float32Array): void;
  /** Enables or disables pass-through of the camera. Every other state hides the real face. */
  setPassthrough(isPassthrough: boolean): void;
  /** Sets the cover; a prompt that names one does the same. */
  setCover(cover: CoverKind): void;
  /**
   * Sets the card of later frames: a JPEG, PNG or WebP file; null for the built-in one. Throws `unsupported_format`,
   * and leaves the card as it was.
   */
  setCard(image: Uint8Array | null): Promise<void>;
  /** Covers every frame at once, whatever the other settings, until it is reset: the panic key. */
  setCovered(isCovered: boolean): void;
  /** Forgets all people and the character before another stream. Must not be called while a frame is in flight. */
  forget(): void;
  /**
   * Renders a frame in place; stream times rise. The next call may start before this one is done, which overlaps
   * tracking and drawing; frames return in order. A failing engine covers the frame and is reported in the state.
   * Rejects with `cancelled` after `close`, with the frame covered.
   */
  render(frame: I420Frame, timestampUs: number): Promise<LiveFrameState>;
  /** Covers a frame in place, at once and without the engine, for callers that cannot wait for `render`. */
  drawCover(frame: I420Frame): void;
  /** Ends the threads and frees the networks. */
  close(): Promise<void>;
}
