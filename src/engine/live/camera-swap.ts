/**
 * The live swap itself.
 *
 *   frame -> picture in shared memory -> tracked on its thread, watched here meanwhile -> judged
 *     safe: drawn, kept as the last good one, copied back
 *     not safe: the last good one for 0.3 s, then the cover
 *
 * Nothing but an explicit pass-through hands a frame back that was not judged and drawn.
 */
import { AppError } from '../../base/errors.ts';
import type { OpenedModel } from '../models/open-fixed-model.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { TrackerThread } from '../swap/tracker-thread.ts';
import type { TrackedFace } from '../track/face-track.ts';
import type { CharacterShelf } from './character/character-shelf.ts';
import type { Cover } from './cover/cover.ts';
import { createCasting, type Casting } from './casting.ts';
import { createFaceWatch, type FaceWatch } from './guard/face-watch.ts';
import { createGuard, type Guard } from './guard/guard.ts';
import { createStreamerLock, type StreamerLock } from './guard/streamer-lock.ts';
import type { Veil } from './guard/veil.ts';
import type {
  CoverKind,
  LiveCoverReason,
  LiveFrameState,
  LiveSwap,
  LiveSwapOptions,
  LiveWarning,
} from './live-swap.ts';
import { plainSettings, type LiveSettings } from './instructions/live-settings.ts';
import { readInstructions } from './instructions/read-instructions.ts';
import { openLiveTracker } from './open-tracker.ts';
import { createLook, type LookPainter } from './scene/look.ts';
import { createSceneMatte, type SceneMatte } from './scene/scene-matte.ts';
import { createScene } from './scene/scene.ts';
import {
  copyPicture,
  createPicturePool,
  isAlike,
  type LivePicture,
  type PicturePool,
} from './pictures.ts';

/** What a live swap runs on; it closes all of it but a shelf that was handed in with the options. */
export interface LiveParts {
  readonly tracker: TrackerThread;
  readonly characters: CharacterShelf;
  readonly cover: Cover;
  readonly veil: Veil;
  /** Of this thread. */
  readonly networks: {
    readonly shortRange: OpenedModel;
    readonly fullRange: OpenedModel;
    readonly identity: OpenedModel;
    readonly personMatte: OpenedModel;
  };
}

/** Two are on their way, one is the last good one, one is spare. */
const PICTURES = 4;
/** The last good frame is shown at most this much later than its time. */
const LONGEST_HOLD_US = 300_000;
/** A tracker that died is opened again after this. */
const REOPEN_MS = 1000;

/** A frame on its way, and what is known of it so far. */
interface FrameUnderWay {
  readonly frame: I420Frame;
  readonly timestampUs: number;
  readonly startedAtMs: number;
  faces: number;
  trackMs: number;
}

/** The live swap of one camera; see {@link LiveSwap}. */
export class CameraSwap implements LiveSwap {
  readonly engine = 'Mesh engine, CPU';
  readonly #options: LiveSwapOptions;
  readonly #parts: LiveParts;
  readonly #watch: FaceWatch;
  readonly #lock: StreamerLock | null;
  readonly #guard: Guard;
  #tracker: TrackerThread | null;
  #reopening: Promise<void> = Promise.resolve();
  #reopenAtMs = Number.POSITIVE_INFINITY;
  /** Why there is no tracker. */
  #failure: AppError | null = null;
  #pool: PicturePool | null = null;
  #judgedPool: PicturePool | null = null;
  #lastGood: LivePicture | null = null;
  #lastGoodUs = Number.NEGATIVE_INFINITY;
  readonly #casting: Casting;
  readonly #matte: SceneMatte;
  #settings: LiveSettings = plainSettings;
  #look: LookPainter | null = null;
  #cover: CoverKind;
  #isPassthrough: boolean;
  #isCovered = false;
  #isClosed = false;
  /** Frames come back one after the other. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: LiveSwapOptions, parts: LiveParts) {
    this.#options = options;
    this.#parts = parts;
    this.#tracker = parts.tracker;
    this.#watch = createFaceWatch(parts.networks);
    this.#lock =
      options.isIdentityLocked === false ? null : createStreamerLock(parts.networks.identity);
    this.#guard = createGuard(this.#lock);
    this.#casting = createCasting(parts.characters, { veil: parts.veil, scene: createScene() });
    this.#matte = createSceneMatte(parts.networks.personMatte);
    this.#cover = options.cover;
    this.#isPassthrough = options.isPassthrough ?? false;
  }

  setCharacter(image: Uint8Array): Promise<readonly LiveWarning[]> {
    return this.#casting.setCharacter(image);
  }

  setPrompt(prompt: string): readonly LiveWarning[] {
    const { settings, warnings } = readInstructions(prompt);
    this.#settings = settings;
    this.#look = createLook(settings.look);
    this.#cover = settings.cover ?? this.#cover;
    return [...warnings, ...this.#casting.setMode(settings.mode)];
  }

  setPassthrough(isPassthrough: boolean): void {
    this.#isPassthrough = isPassthrough;
  }

  setCover(cover: CoverKind): void {
    this.#cover = cover;
  }

  setCovered(isCovered: boolean): void {
    this.#isCovered = isCovered;
  }

  forget(): void {
    this.#lock?.unlock();
    this.#guard.reset();
    this.#pool = null;
    this.#judgedPool = null;
    this.#lastGood = null;
    this.#casting.clear();
  }

  async render(frame: I420Frame, timestampUs: number): Promise<LiveFrameState> {
    const before = this.#turn;
    const done = Promise.withResolvers<void>();
    this.#turn = done.promise;
    const startedAtMs = performance.now();
    try {
      const underWay = { frame, timestampUs, startedAtMs, faces: 0, trackMs: 0 };
      return await this.#renderInTurn(underWay, before);
    } finally {
      done.resolve();
      // The frame goes out first.
      setImmediate(() => {
        if (!this.#isClosed) {
          this.#watch.catchUp(timestampUs, this.#guard.known);
        }
      });
    }
  }

  drawCover(frame: I420Frame): void {
    this.#parts.cover.draw(frame, this.#cover);
  }

  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#pool?.close();
    await this.#reopening;
    const { characters } = this.#parts;
    const isOwn = this.#options.characters === undefined;
    await Promise.all([this.#tracker?.close(), isOwn ? characters.close() : null]);
    await this.#turn;
    for (const network of Object.values(this.#parts.networks)) {
      network.close();
    }
  }

  async #renderInTurn(underWay: FrameUnderWay, before: Promise<void>): Promise<LiveFrameState> {
    const tracker = this.#findTracker();
    if (!this.#isDrawing() || tracker === null) {
      await before;
      return this.#finish(underWay, this.#failure);
    }
    const pool = this.#poolFor(underWay.frame, tracker);
    let picture: LivePicture | null = null;
    try {
      picture = await pool.take();
      const faces = await this.#see(picture, underWay, tracker);
      await before;
      return this.#show(underWay, { pool, picture, faces });
    } catch (error) {
      await before;
      return this.#finish(underWay, toFailure(error));
    } finally {
      if (picture !== null && picture !== this.#lastGood) {
        pool.giveBack(picture);
      }
    }
  }

  #isDrawing(): boolean {
    return (
      !this.#isClosed && !this.#isCovered && !this.#isPassthrough && this.#casting.renderer !== null
    );
  }

  /** Copies a frame and finds its faces; the watch looks while the tracker does. */
  async #see(
    picture: LivePicture,
    underWay: FrameUnderWay,
    tracker: TrackerThread,
  ): Promise<readonly TrackedFace[]> {
    copyPicture(underWay.frame, picture.frame);
    const tracking = tracker.track(picture.frame, underWay.timestampUs);
    tracking.catch(() => undefined); // Met below; the watch may fail first.
    this.#watch.look(picture, underWay.timestampUs, this.#guard.known);
    picture.hasPeople = false;
    this.#findPeople(picture);
    try {
      const faces = await tracking;
      underWay.faces = faces.length;
      underWay.trackMs = performance.now() - underWay.startedAtMs;
      return faces;
    } catch (error) {
      this.#dropTracker(tracker, toFailure(error));
      throw error;
    }
  }

  /** Finds the people of a picture when they are asked for and not found yet. */
  #findPeople(picture: LivePicture): void {
    const isGroundKept = this.#settings.background.kind === 'keep';
    const isAsked = !isGroundKept || this.#casting.renderer?.needsPeople === true;
    if (isAsked && !picture.hasPeople) {
      this.#matte.look(picture.frame, picture.people);
      picture.hasPeople = true;
    }
  }

  /** Shows what may be shown of a frame that was seen. */
  #show(
    underWay: FrameUnderWay,
    {
      pool,
      picture,
      faces,
    }: {
      readonly pool: PicturePool;
      readonly picture: LivePicture;
      readonly faces: readonly TrackedFace[];
    },
  ): LiveFrameState {
    const { frame, timestampUs } = underWay;
    // All of this may have changed while the frame was on its way.
    const { renderer } = this.#casting;
    if (!this.#isDrawing() || renderer === null) {
      return this.#finish(underWay, null);
    }
    if (pool !== this.#judgedPool) {
      // Another size or another tracker: the last good frame goes with its pool.
      this.#judgedPool = pool;
      this.#lastGood = null;
      this.#guard.reset();
    }
    const verdict = this.#guard.judge(picture, faces, timestampUs);
    if (!verdict.isSafe) {
      return this.#finish(underWay, null);
    }
    const drawnFromMs = performance.now();
    this.#findPeople(picture);
    const { background } = this.#settings;
    const drawn = renderer.draw(picture, verdict, { timestampUs, background });
    if (drawn === 'unsafe') {
      return this.#finish(underWay, null);
    }
    this.#look?.paint(picture.frame);
    copyPicture(picture.frame, frame);
    this.#keep(picture, timestampUs);
    return this.#stateOf(underWay, {
      shown: 'swapped',
      isTracked: drawn === 'seen',
      renderMs: performance.now() - drawnFromMs,
    });
  }

  /** Ends a frame that is not drawn: passed through when that was asked for, else held or covered. */
  #finish(underWay: FrameUnderWay, failure: AppError | null): LiveFrameState {
    const { frame, timestampUs } = underWay;
    if (this.#isClosed) {
      this.drawCover(frame);
      throw new AppError('cancelled', 'The live swap was closed.');
    }
    if (this.#isPassthrough && !this.#isCovered) {
      return this.#stateOf(underWay, { shown: 'passthrough' });
    }
    const drawnFromMs = performance.now();
    const reason = this.#whyHidden(failure);
    const isHeld =
      (reason === 'no_face' || reason === 'engine_failed') &&
      this.#drawLastGood(frame, timestampUs);
    if (!isHeld) {
      this.drawCover(frame);
    }
    return this.#stateOf(underWay, {
      shown: isHeld ? 'held' : 'covered',
      reason,
      failure,
      renderMs: performance.now() - drawnFromMs,
    });
  }

  #whyHidden(failure: AppError | null): LiveCoverReason {
    if (this.#isCovered) {
      return 'asked';
    }
    if (this.#casting.renderer === null) {
      return 'no_character';
    }
    return failure === null ? 'no_face' : 'engine_failed';
  }

  #drawLastGood(frame: I420Frame, timestampUs: number): boolean {
    const ageUs = timestampUs - this.#lastGoodUs;
    const last = this.#lastGood;
    if (last === null || ageUs < 0 || ageUs > LONGEST_HOLD_US || !isAlike(last.frame, frame)) {
      return false;
    }
    copyPicture(last.frame, frame);
    return true;
  }

  #keep(picture: LivePicture, timestampUs: number): void {
    const last = this.#lastGood;
    this.#lastGood = picture;
    this.#lastGoodUs = timestampUs;
    if (last !== null) {
      this.#judgedPool?.giveBack(last);
    }
  }

  #poolFor(frame: I420Frame, tracker: TrackerThread): PicturePool {
    if (this.#pool === null || !this.#pool.fits(frame)) {
      this.#pool = createPicturePool(frame, PICTURES);
      this.#parts.cover.prepare(frame, this.#cover);
      tracker.restart();
    }
    return this.#pool;
  }

  /** The tracker; begins to open another when it is time for that. */
  #findTracker(): TrackerThread | null {
    if (this.#tracker === null && performance.now() >= this.#reopenAtMs) {
      this.#reopenAtMs = Number.POSITIVE_INFINITY;
      this.#reopening = this.#reopen();
    }
    return this.#tracker;
  }

  async #reopen(): Promise<void> {
    try {
      const tracker = await openLiveTracker(this.#options.models);
      this.#tracker = tracker;
      this.#pool = null;
      this.#failure = null;
    } catch (error) {
      this.#failure = toFailure(error);
      this.#reopenAtMs = performance.now() + REOPEN_MS;
    }
  }

  #dropTracker(tracker: TrackerThread, failure: AppError): void {
    if (this.#tracker === tracker && !this.#isClosed) {
      this.#tracker = null;
      this.#failure = failure;
      this.#reopenAtMs = performance.now() + REOPEN_MS;
      void tracker.close();
    }
  }

  #stateOf(
    { faces, trackMs }: FrameUnderWay,
    changes: Pick<LiveFrameState, 'shown'> & Partial<LiveFrameState>,
  ): LiveFrameState {
    return {
      reason: null,
      isTracked: false,
      faces,
      mode: this.#casting.renderer?.mode ?? 'face',
      trackMs,
      renderMs: 0,
      failure: null,
      ...changes,
    };
  }
}

function toFailure(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('processing_failed', 'The live picture could not be drawn.', { cause: error });
}
