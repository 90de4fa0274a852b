/**
 * Swaps the person of a live camera picture for a character, frame by frame, without waiting for later
 * frames. Whoever calls it hands in the newest frame and drops those it has no time for.
 *
 *   picture -> tracked (a thread) -> guarded: may it be shown? -> rendered, held or covered
 */
import type { AppError } from '../../base/errors.ts';
import type { ModelFolder } from '../models/model-folder.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { CharacterCache } from './character/character-cache.ts';
import type { ArmMover } from './character-arms.ts';
import type { LiveMode } from './live-mode.ts';
import type { SwapWarning } from './swap-warning.ts';

/**
 * What takes the place of a picture that must not be shown: the picture blurred beyond recognition, a card, or, for ten seconds
 * after a face was lost, the last good picture, and then the card.
 */
export type CoverKind = 'blur' | 'card' | 'hold';

/**
 * What a frame shows: the character; the last good frame again, for at most 0.3 s unless that is the cover; the cover; or the camera as
 * it is, because that was asked for.
 */
export type LiveShown = 'swapped' | 'held' | 'covered' | 'passthrough';

/** Reason why a frame is held or covered. */
export type LiveCoverReason =
  /** The user asked for the cover. */
  | 'asked'
  /** No character is set yet. */
  | 'no_character'
  /** No face of the streamer is there, or none that can be shown safely. */
  | 'no_face'
  /** The engine failed; see `failure`. */
  | 'engine_failed';

/** Result of a frame. */
export interface LiveFrameState {
  readonly shown: LiveShown;
  /** Null while the frame shows the character or the camera. */
  readonly reason: LiveCoverReason | null;
  /** Whether the streamer's face is tracked and the character was drawn on it. */
  readonly isTracked: boolean;
  /** Faces that are followed, bystanders among them. */
  readonly faces: number;
  readonly mode: LiveMode;
  /** Whether the arms of the character move like the streamer's. */
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
  /** Whether the camera's frames pass unchanged (default: no). */
  readonly isPassthrough?: boolean | undefined;
  /**
   * Whether the first person that is seen is the only one who is swapped, and everybody else's head is blurred
   * (yes). Without it everybody is swapped.
   */
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

/** A live swap of one stream; close it. */
export interface LiveSwap {
  /** Name of the renderer for display, such as `Mesh engine, CPU`. */
  readonly engine: string;
  /** The mode that is in effect; null without a character. */
  readonly mode: LiveMode | null;
  /**
   * Takes a character from a JPEG, PNG or WebP file; the one before stays until it is ready. Throws
   * `face_not_detected`, `unsupported_format` or `input_too_large`. Of two at a time the later one counts;
   * the earlier one throws `cancelled`. A `prompt` takes effect with the character, as by `setPrompt`: nothing is made that it
   * does not show.
   */
  setCharacter(image: Uint8Array, prompt?: string): Promise<readonly SwapWarning[]>;
  /** Takes an instruction, which replaces the one before; see `instructions/read-instructions.ts`. */
  setPrompt(prompt: string): readonly SwapWarning[];
  /**
   * Takes the built-in character that the instruction names, else the first one, in place of a picture. Throws what
   * `setCharacter` throws.
   */
  playBuiltIn(): Promise<PlayedBuiltIn>;
  /**
   * Shows the face alone from now on where nobody asks for more: for a machine that is too slow for the mode in effect.
   * Answers whether that changed what is shown; never when the mode was asked for.
   */
  reduce(): boolean;
  /** Lets arms of bodies move as the streamer's (yes), or leaves them as in the picture: for a machine that is too slow for that. */
  setArms(areMoved: boolean): void;
  /** Receives the streamer's voice, at 16 kHz, -1..1, which drives the image in the mode `talk`. */
  pushVoice(samples: Float32Array): void;
  /** Lets the camera out as it is, or stops that. Every other state hides the real face. */
  setPassthrough(isPassthrough: boolean): void;
  /** Chooses the cover; a prompt that names one does the same. */
  setCover(cover: CoverKind): void;
  /**
   * Takes another card for frames from now on: a JPEG, PNG or WebP file; null for the one that comes with the app. Throws
   * `unsupported_format`, and leaves the card as it was.
   */
  setCard(image: Uint8Array | null): Promise<void>;
  /** Covers every frame at once, whatever else is set, until it is taken back: the panic key. */
  setCovered(isCovered: boolean): void;
  /**
   * Another stream follows: nobody who was seen and no character counts any more. Not to be called while a frame is on
   * its way.
   */
  forget(): void;
  /**
   * Changes a frame in place; times are of the stream and rise. May be called for the next frame before the one
   * before is done, which overlaps tracking and drawing; frames come back in order. A failing engine
   * covers the frame and is told in the state. Rejects with `cancelled` after `close`: such a frame is covered.
   */
  render(frame: I420Frame, timestampUs: number): Promise<LiveFrameState>;
  /** Covers a frame in place, at once and without the engine: for callers that cannot wait for `render`. */
  drawCover(frame: I420Frame): void;
  /** Ends threads and frees networks. */
  close(): Promise<void>;
}
