/**
 * The live swap itself.
 *
 *   frame -> picture in shared memory -> tracked on its thread, watched here meanwhile -> judged
 *     safe: drawn, kept as the last good one, copied back
 *     not safe: the last good one for 0.3 s, or for ten seconds where that is the cover; then the cover
 *
 * Nothing but an explicit pass-through hands a frame back that was not judged and drawn.
 */
import { AppError } from '../../base/errors.ts';
import type { OpenedModel } from '../models/open-fixed-model.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { TrackerHost } from '../swap/tracker-host.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { chooseBuiltIn, readBuiltIn } from './built-in/built-in-characters.ts';
import { createCharacterModes, type CharacterModes } from './character-modes.ts';
import type { CharacterCache } from './character/character-cache.ts';
import type { Cover } from './cover/cover.ts';
import { FaceWatch } from './guard/face-watch.ts';
import { createFaceGuard, type FaceGuard } from './guard/face-guard.ts';
import { createStreamerLock, type StreamerLock } from './guard/streamer-lock.ts';
import type { PrivacyBlur } from './guard/privacy-blur.ts';
import { plainSettings, type LiveSettings } from './instructions/live-settings.ts';
import { type ReadInstructions, readInstructions } from './instructions/read-instructions.ts';
import { LastGood } from './last-good.ts';
import type {
  CoverKind,
  LiveCoverReason,
  LiveFrameState,
  LiveSwap,
  LiveSwapOptions,
  PlayedBuiltIn,
} from './live-swap.ts';
import type { SwapWarning } from './swap-warning.ts';
import type { LiveMode } from './live-mode.ts';
import { openLiveTracker } from './open-tracker.ts';
import { copyPlanes, createFramePool, type LiveFrame, type FramePool } from './frame-pool.ts';
import { createColourGrade, type ColourGrade } from './scene/colour-grade.ts';
import { createSceneMatte, type SceneMatte } from './scene/scene-matte.ts';
import { createScene } from './scene/scene.ts';
import { LiveMouth } from './talk/live-mouth.ts';
import type { TalkingPortraitRenderer } from './talk/talking-portrait-renderer.ts';
import { toSwapFailure } from './to-failure.ts';
import { TrackerSupervisor } from './tracker-supervisor.ts';

/** Parts of a live swap, which closes all of them except a cache that the options provided. */
export interface LiveSwapDependencies {
  readonly tracker: TrackerHost;
  readonly characters: CharacterCache;
  readonly cover: Cover;
  readonly blur: PrivacyBlur;
  /** Networks of this thread. */
  readonly networks: {
    readonly shortRange: OpenedModel;
    readonly fullRange: OpenedModel;
    readonly identity: OpenedModel;
    readonly personMatte: OpenedModel;
  };
}

/** Number of pooled frames: two in flight, the last good one and a spare. */
const POOLED_FRAMES = 4;

const imageTakesPrecedence: SwapWarning = {
  code: 'not_offered',
  message: 'The character is the picture that was sent; words choose one only where there is none.',
};

/**
 * Time between frames from which a face that could not be followed is no fault of the streamer: below three frames a
 * second faces move too far, and after a second all are searched anew.
 */
const LATE_US = 333_000;

/** A frame in progress, with the results so far. */
interface FrameInFlight {
  readonly frame: I420Frame;
  readonly timestampUs: number;
  /** Time since the frame before; 0 for the first. */
  readonly gapUs: number;
  readonly startedAtMs: number;
  faces: number;
  trackMs: number;
}

/** The live swap of one camera; see {@link LiveSwap}. */
export class CameraSwap implements LiveSwap {
  readonly engine = 'Mesh engine, CPU';
  readonly #options: LiveSwapOptions;
  readonly #parts: LiveSwapDependencies;
  readonly #watch: FaceWatch;
  readonly #lock: StreamerLock | null;
  readonly #guard: FaceGuard;
  readonly #trackers: TrackerSupervisor;
  readonly #lastGood = new LastGood();
  #pool: FramePool | null = null;
  /** Tracker that the pool's frames are bound to. */
  #poolTracker: TrackerHost | null = null;
  readonly #casting: CharacterModes;
  readonly #mouth = new LiveMouth();
  /** True when the character comes from a provided image; otherwise `#builtIn` names the built-in one. */
  #hasImage = false;
  #builtIn: string | null = null;
  readonly #matte: SceneMatte;
  #settings: LiveSettings = plainSettings;
  #grade: ColourGrade | null = null;
  #cover: CoverKind;
  #isPassthrough: boolean;
  #isCovered = false;
  #isClosed = false;
  /** Time of the last frame; null before the first of a stream. */
  #lastUs: number | null = null;
  /** Chain that returns frames in order. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: LiveSwapOptions, dependencies: LiveSwapDependencies) {
    this.#options = options;
    this.#parts = dependencies;
    this.#trackers = new TrackerSupervisor(dependencies.tracker, () =>
      openLiveTracker(options.models),
    );
    this.#watch = new FaceWatch(dependencies.networks);
    this.#lock =
      options.isIdentityLocked === false
        ? null
        : createStreamerLock(dependencies.networks.identity);
    this.#guard = createFaceGuard(this.#lock);
    this.#casting = createCharacterModes(dependencies.characters, {
      blur: dependencies.blur,
      scene: createScene(),
      mouth: this.#mouth,
      arms: options.arms ?? null,
    });
    this.#matte = createSceneMatte(dependencies.networks.personMatte);
    this.#cover = options.cover;
    this.#isPassthrough = options.isPassthrough ?? false;
  }

  get mode(): LiveMode | null {
    return this.#casting.mode;
  }

  async setCharacter(image: Uint8Array, prompt?: string): Promise<readonly SwapWarning[]> {
    this.#hasImage = true;
    this.#builtIn = null;
    if (prompt === undefined) {
      return this.#casting.setCharacter(image);
    }
    const read = readInstructions(prompt);
    const warnings = await this.#casting.setCharacter(image, read.settings);
    return [...warnings, ...this.#applyInstructions(read)];
  }

  async playBuiltIn(): Promise<PlayedBuiltIn> {
    const { character, missing } = chooseBuiltIn(this.#settings.traits);
    const { name } = character;
    const warnings: SwapWarning[] = [];
    if (missing.length > 0) {
      const message = `No built-in character is all of that: ${name} is played. Missing: ${missing.join(', ')}.`;
      warnings.push({ code: 'not_offered', message });
    }
    if (this.#builtIn !== name) {
      warnings.push(...(await this.#casting.setCharacter(await readBuiltIn(character))));
      this.#hasImage = false;
      this.#builtIn = name;
    }
    return { name, warnings };
  }

  setPrompt(prompt: string): readonly SwapWarning[] {
    return this.#applyInstructions(readInstructions(prompt));
  }

  reduce(): boolean {
    if (!this.#casting.isReducible) {
      return false;
    }
    this.#casting.setReduced(true);
    return true;
  }

  setArms(areMoved: boolean): void {
    this.#casting.setArms(areMoved);
  }

  pushVoice(samples: Float32Array): void {
    // Only a talking image uses the voice, and its analysis costs CPU time.
    if (this.#casting.talking !== null) {
      this.#mouth.push(samples, performance.now());
    }
  }

  setPassthrough(isPassthrough: boolean): void {
    this.#isPassthrough = isPassthrough;
  }

  setCard(image: Uint8Array | null): Promise<void> {
    return this.#parts.cover.setCard(image);
  }

  setCover(cover: CoverKind): void {
    this.#cover = cover;
  }

  setCovered(isCovered: boolean): void {
    this.#isCovered = isCovered;
  }

  forget(): void {
    this.#lock?.unlock();
    this.#lastUs = null;
    this.#guard.reset();
    this.#pool = null;
    this.#lastGood.forget();
    this.#casting.clear();
    this.#hasImage = false;
    this.#builtIn = null;
    this.#casting.setReduced(false);
    this.#casting.setArms(true);
  }

  async render(frame: I420Frame, timestampUs: number): Promise<LiveFrameState> {
    const before = this.#turn;
    const done = Promise.withResolvers<void>();
    this.#turn = done.promise;
    const startedAtMs = performance.now();
    const gapUs = timestampUs - (this.#lastUs ?? timestampUs);
    this.#lastUs = timestampUs;
    try {
      const inFlight = { frame, timestampUs, gapUs, startedAtMs, faces: 0, trackMs: 0 };
      return await this.#renderInTurn(inFlight, before);
    } finally {
      done.resolve();
      // The watch catches up after the frame was returned.
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
    const { characters } = this.#parts;
    const isOwn = this.#options.characters === undefined;
    await Promise.all([this.#trackers.close(), isOwn ? characters.close() : null]);
    await this.#turn;
    this.#casting.clear();
    for (const network of Object.values(this.#parts.networks)) {
      network.close();
    }
  }

  /** Applies an instruction from now on. */
  #applyInstructions({ settings, warnings }: ReadInstructions): readonly SwapWarning[] {
    this.#settings = settings;
    this.#grade = createColourGrade(settings.grade);
    this.#cover = settings.cover ?? this.#cover;
    const modeWarnings = this.#casting.setMode(settings.mode);
    return settings.traits.length > 0 && this.#hasImage
      ? [...warnings, imageTakesPrecedence, ...modeWarnings]
      : [...warnings, ...modeWarnings];
  }

  async #renderInTurn(inFlight: FrameInFlight, before: Promise<void>): Promise<LiveFrameState> {
    const { talking } = this.#casting;
    if (talking !== null && this.#isDrawing()) {
      await before;
      return this.#talk(inFlight, talking);
    }
    const tracker = this.#trackers.find();
    if (!this.#isDrawing() || tracker === null) {
      await before;
      return this.#finish(inFlight, this.#trackers.failure);
    }
    const pool = this.#poolFor(inFlight.frame, tracker);
    let liveFrame: LiveFrame | null = null;
    try {
      liveFrame = await pool.acquire();
      const faces = await this.#see(liveFrame, inFlight, tracker);
      await before;
      return this.#show(inFlight, { pool, liveFrame, faces });
    } catch (error) {
      await before;
      return this.#finish(inFlight, toSwapFailure(error));
    } finally {
      if (liveFrame !== null && !this.#lastGood.holds(liveFrame)) {
        pool.release(liveFrame);
      }
    }
  }

  /** Draws the talking image. It shows nothing of the camera, so no face has to be guarded. */
  #talk(inFlight: FrameInFlight, talking: TalkingPortraitRenderer): LiveFrameState {
    const { frame } = inFlight;
    const drawnFromMs = performance.now();
    if (!this.#isDrawing() || !talking.draw(frame, performance.now() * 1000)) {
      return this.#finish(inFlight, talking.failure);
    }
    this.#grade?.paint(frame);
    return this.#stateOf(inFlight, {
      shown: 'swapped',
      isTracked: true,
      mode: 'talk',
      renderMs: performance.now() - drawnFromMs,
    });
  }

  #isDrawing(): boolean {
    return (
      !this.#isClosed && !this.#isCovered && !this.#isPassthrough && this.#casting.renderer !== null
    );
  }

  /** Copies a frame and tracks its faces; the face watch inspects it at the same time. */
  async #see(
    liveFrame: LiveFrame,
    inFlight: FrameInFlight,
    tracker: TrackerHost,
  ): Promise<readonly TrackedFace[]> {
    copyPlanes(inFlight.frame, liveFrame.frame);
    const tracking = tracker.track(liveFrame.frame, inFlight.timestampUs);
    tracking.catch(() => undefined); // Handled below; the watch may throw first.
    this.#watch.inspect(liveFrame, inFlight.timestampUs, this.#guard.known);
    liveFrame.hasPeople = false;
    this.#findPeople(liveFrame, inFlight.timestampUs);
    try {
      const faces = await tracking;
      inFlight.faces = faces.length;
      inFlight.trackMs = performance.now() - inFlight.startedAtMs;
      return faces;
    } catch (error) {
      this.#trackers.drop(tracker, toSwapFailure(error));
      throw error;
    }
  }

  /** Segments the people of a frame when they are needed and not segmented yet. */
  #findPeople(liveFrame: LiveFrame, timestampUs: number): void {
    const isBackgroundKept = this.#settings.background.kind === 'keep';
    const isNeeded = this.#casting.renderer?.needsPeople === true;
    if ((isNeeded || !isBackgroundKept) && !liveFrame.hasPeople) {
      this.#matte.segment(liveFrame.frame, liveFrame.people, { timestampUs, canRepeat: !isNeeded });
      liveFrame.hasPeople = true;
    }
  }

  /** Draws the frame, or holds or covers it by the verdict of the face guard. */
  #show(
    inFlight: FrameInFlight,
    {
      pool,
      liveFrame,
      faces,
    }: {
      readonly pool: FramePool;
      readonly liveFrame: LiveFrame;
      readonly faces: readonly TrackedFace[];
    },
  ): LiveFrameState {
    const { frame, timestampUs } = inFlight;
    // Renderer and state may have changed while the frame was in flight.
    const { renderer } = this.#casting;
    if (!this.#isDrawing() || renderer === null) {
      return this.#finish(inFlight, null);
    }
    if (this.#lastGood.moveTo(pool)) {
      this.#guard.reset(); // Another size or another tracker.
    }
    const verdict = this.#guard.judge(liveFrame, faces, timestampUs);
    if (!verdict.isSafe) {
      const isLate = verdict.hasNew && inFlight.gapUs > LATE_US;
      return this.#finish(inFlight, null, isLate ? 'late' : 'no_face');
    }
    const drawnFromMs = performance.now();
    this.#findPeople(liveFrame, timestampUs);
    const { background } = this.#settings;
    const drawn = renderer.draw(liveFrame, verdict, { timestampUs, background });
    if (drawn === 'unsafe') {
      return this.#finish(inFlight, null);
    }
    this.#grade?.paint(liveFrame.frame);
    copyPlanes(liveFrame.frame, frame);
    this.#lastGood.update(liveFrame, timestampUs);
    return this.#stateOf(inFlight, {
      shown: 'swapped',
      isTracked: drawn === 'seen',
      renderMs: performance.now() - drawnFromMs,
    });
  }

  /** Ends a frame that is not drawn: passed through when that was asked for, else held or covered. */
  #finish(
    inFlight: FrameInFlight,
    failure: AppError | null,
    unseen: 'no_face' | 'late' = 'no_face',
  ): LiveFrameState {
    const { frame, timestampUs } = inFlight;
    if (this.#isClosed) {
      this.drawCover(frame);
      throw new AppError('cancelled', 'The live swap was closed.');
    }
    if (this.#isPassthrough && !this.#isCovered) {
      return this.#stateOf(inFlight, { shown: 'passthrough' });
    }
    const drawnFromMs = performance.now();
    const reason = this.#toCoverReason(failure) ?? unseen;
    const isUnseen = reason === 'no_face' || reason === 'late';
    const isHeld =
      (isUnseen || reason === 'engine_failed') &&
      this.#lastGood.draw(frame, timestampUs, isUnseen && this.#cover === 'hold');
    if (!isHeld) {
      this.drawCover(frame);
    }
    return this.#stateOf(inFlight, {
      shown: isHeld ? 'held' : 'covered',
      reason,
      failure,
      renderMs: performance.now() - drawnFromMs,
    });
  }

  /** Null when the frame is covered because of what was seen in it. */
  #toCoverReason(failure: AppError | null): LiveCoverReason | null {
    if (this.#isCovered) {
      return 'asked';
    }
    if (this.#casting.renderer === null) {
      return 'no_character';
    }
    return failure === null ? null : 'engine_failed';
  }

  #poolFor(frame: I420Frame, tracker: TrackerHost): FramePool {
    if (this.#pool === null || this.#poolTracker !== tracker || !this.#pool.fits(frame)) {
      this.#pool = createFramePool(frame, POOLED_FRAMES);
      this.#poolTracker = tracker;
      this.#parts.cover.prepare(frame, this.#cover);
      tracker.restart();
    }
    return this.#pool;
  }

  #stateOf(
    { faces, trackMs }: FrameInFlight,
    changes: Pick<LiveFrameState, 'shown'> & Partial<LiveFrameState>,
  ): LiveFrameState {
    return {
      reason: null,
      isTracked: false,
      faces,
      mode: this.#casting.renderer?.mode ?? 'face',
      movesArms: this.#casting.movesArms,
      trackMs,
      renderMs: 0,
      failure: null,
      ...changes,
    };
  }
}
