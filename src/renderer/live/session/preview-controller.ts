import type { ErrorCode, WireError } from '../../../base/errors.ts';
import type { LiveChoice } from '../../../contract/live-choice.ts';
import { toInstruction } from './instruction.ts';

/** The session as a controller of the preview works with it. */
export interface PreviewSession {
  /** Opens an unpublished session; a failure is reported to {@link PreviewController.ended}. */
  readonly open: (choice: LiveChoice) => void;
  readonly close: () => Promise<void>;
  /** Id of the sent camera; another camera requires another session. */
  readonly cameraId: () => string;
}

/** Initial settings of a session, and its current ones. */
interface Opened {
  readonly kept: string;
  shown: string;
  isRunning: boolean;
}

/** Several things may change at once, as at the start of the page: they are waited for, in milliseconds. */
const settleMs = 200;
/** Waits after failures in a row, in milliseconds; the last one from then on. */
const retryMs = [2000, 5000, 15_000, 60_000];
/** Errors that a retry with the same character cannot fix. */
const lasting: readonly ErrorCode[] = [
  'face_not_detected',
  'unsupported_format',
  'invalid_input',
  'capability_unavailable',
];

/**
 * Manages a session for the user alone while a preview is wanted: opens it, reopens it when a setting changes
 * that a session cannot change, and again after it ended.
 *
 *   none ──wish──▶ settling ──▶ opened ──no wish, other camera──▶ closing ──▶ none
 *                     ▲           │ │
 *                     └── ended ──┘ └──release──▶ on air ──adopt, resume──▶ opened, none
 */
export class PreviewController {
  readonly #session: PreviewSession;
  #wish: LiveChoice | null = null;
  #opened: Opened | null = null;
  #isReleased = false;
  #closing: Promise<void> | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Permanently refused settings. */
  #refused = '';

  constructor(session: PreviewSession) {
    this.#session = session;
  }

  /** True when a preview is wanted. */
  get isWished(): boolean {
    return this.#wish !== null;
  }

  /** Sets the settings of the wanted preview; null for none. */
  wish(choice: LiveChoice | null): void {
    const before = this.#wish;
    this.#wish = choice;
    if (before === null || choice === null || !isSame(before, choice)) {
      this.#failures = 0;
      this.#cancelTimer();
    }
    this.#update();
  }

  /** Returns whether the open session is the one that this choice would open. */
  isOf(choice: LiveChoice): boolean {
    return (
      this.#opened?.kept === this.#toSkinLimit(choice) && this.#opened.shown === toShown(choice)
    );
  }

  /** Reports that the session has its room. */
  noteRunning(): void {
    this.#failures = 0;
    if (this.#opened !== null) {
      this.#opened.isRunning = true;
    }
  }

  /** Reports that the session accepted a change. */
  noteChange(choice: LiveChoice): void {
    if (this.#opened !== null) {
      this.#opened.shown = toShown(choice);
    }
  }

  /**
   * Hands the session over for publishing, or makes way for another one; resolves when none is being closed.
   */
  async release(): Promise<void> {
    this.#cancelTimer();
    this.#opened = null;
    this.#isReleased = true;
    await this.#closing;
  }

  /** A published session becomes a preview for the user alone. */
  adopt(choice: LiveChoice): void {
    this.#opened = { kept: this.#toSkinLimit(choice), shown: toShown(choice), isRunning: true };
    this.resume();
  }

  /** Reports that publishing has ended. */
  resume(): void {
    this.#isReleased = false;
    this.#update();
  }

  /** Reports that the session ended by itself. */
  ended(error: WireError | null): void {
    const { shown = '' } = this.#opened ?? {};
    this.#opened = null;
    if (error !== null && lasting.includes(error.code)) {
      this.#refused = shown;
    } else {
      this.#schedule(retryMs[Math.min(this.#failures, retryMs.length - 1)] ?? settleMs);
      this.#failures += 1;
    }
  }

  #update(): void {
    if (this.#isReleased || this.#closing !== null) {
      return;
    }
    const [wish, opened] = [this.#wish, this.#opened];
    if (opened !== null) {
      if (wish === null || !this.#fits(opened, wish)) {
        this.#opened = null;
        this.#closing = this.#close();
      }
    } else if (wish !== null && toShown(wish) !== this.#refused) {
      this.#schedule(settleMs);
    }
  }

  async #close(): Promise<void> {
    try {
      await this.#session.close();
    } finally {
      this.#closing = null;
      this.#update();
    }
  }

  #schedule(waitMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const wish = this.#wish;
      if (wish !== null && this.#opened === null && !this.#isReleased && this.#closing === null) {
        this.#refused = '';
        this.#opened = { kept: this.#toSkinLimit(wish), shown: toShown(wish), isRunning: false };
        this.#session.open(wish);
      }
    }, waitMs);
  }

  #cancelTimer(): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
  }

  /** A running session can change what it shows; the caller of the change applies it to the session. */
  #fits({ kept, shown, isRunning }: Opened, wish: LiveChoice): boolean {
    return kept === this.#toSkinLimit(wish) && (isRunning || shown === toShown(wish));
  }

  #toSkinLimit({ cover, hasIdentityLock, hasBadge, heightP, fps }: LiveChoice): string {
    return JSON.stringify([
      cover,
      hasIdentityLock,
      hasBadge,
      heightP,
      fps,
      this.#session.cameraId(),
    ]);
  }
}

function toShown(choice: LiveChoice): string {
  return JSON.stringify([choice.characterId, toInstruction(choice)]);
}

function isSame(one: LiveChoice, other: LiveChoice): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
