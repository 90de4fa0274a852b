import { AppError, InvariantError } from '../../../base/errors.ts';
import { openCaptionFont } from '../../io/caption-font.ts';
import { toNumber } from '../../io/ffmpeg.ts';
import type { TimedFrame, VideoReader } from '../../io/video/video-reader.ts';
import type { Size } from '../../io/video/output-size.ts';
import { createI420Frame, type I420Frame, type RgbaImage } from '../../pixels/frame.ts';
import { toI420 } from '../../pixels/yuv.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import type { Matte } from '../../track/person-matte.ts';
import { createSceneWatch } from '../../track/scene-watch.ts';
import { createContent, hasPeople } from '../analysis/image-content.ts';
import { applySteps } from '../apply-steps.ts';
import { createSceneAnchors, type Edit, type HeadGuard, type SceneAnchors } from '../edit.ts';
import { createHeadDetector, type HeadDetector } from '../face/head-detector.ts';
import { FrameMotion } from '../motion/frame-motion.ts';
import type { HeadCovers } from '../motion/covered-heads.ts';
import { readFrame, writeFrame } from '../motion/frame-raster.ts';
import { HeldFrames } from '../motion/held-frames.ts';
import { copyRaster, createRaster, type Raster } from '../raster/raster.ts';
import type { SkippedStep, SkipReason } from '../request.ts';
import type { ReimagineStep } from '../../../instructions/step.ts';
import { FrameMatte, halveMatte, VideoPeople } from '../motion/video-people.ts';
import { findSceneAt } from './find-scenes.ts';
import type { CarriedAnchors, VideoScene, VideoChange } from './video-change.ts';
import { isVideoGroundStep, VideoGround, type VideoGroundStep } from './video-ground.ts';

/** Colour tables of a scene, by measurements. */
export type SceneTables = Pick<SceneAnchors, 'table' | 'confinedTables'>;

/** Minimum score of a head that counts as still visible in a covered frame. */
const UNCOVERED_SCORE = 0.5;

/** Changes the frames of one video, one after the other. */
export class FrameEditor {
  readonly #change: VideoChange;
  readonly #covers: HeadCovers;
  /** Scenes of the video; empty where no step needs them. */
  readonly #scenes: readonly VideoScene[];
  /** Tables of the scenes that are not measured at their first frame. */
  readonly #tables: ReadonlyMap<VideoScene, SceneTables>;
  /** Steps that work on the planes of a frame, and those that need red, green and blue. */
  readonly #grounds: readonly VideoGroundStep[];
  readonly #others: readonly ReimagineStep[];
  /** Steps whose result lies over the frame and does not move with it. */
  readonly #overlays: readonly ReimagineStep[];
  readonly #isStyled: boolean;
  /** True when the result of a style moves with the content; a halftone screen and the lines of a tape stay fixed. */
  readonly #isMoving: boolean;
  readonly #raw: Raster;
  readonly #motion = new FrameMotion();
  readonly #held = new HeldFrames();
  readonly #ground = new VideoGround();
  readonly #people: VideoPeople;
  readonly #scene = createSceneWatch();
  readonly #detector: HeadDetector;
  #anchors: SceneAnchors;
  /** Values that stay over cuts, as they were at the last frame of the result. */
  #kept: CarriedAnchors;
  /** True when the current frame is part of the result. */
  #isCounted = true;
  /** Frame of the changed size, for steps that change it. */
  #resized: I420Frame | null = null;
  #frames = 0;
  #changed = 0;
  /** Steps that were omitted in all frames so far, with their reasons. */
  #skipped: ReadonlyMap<ReimagineStep, SkipReason> | null = null;

  /** Creates an editor for frames of a size. */
  constructor(
    change: VideoChange,
    { width, height }: Size,
    {
      covers,
      scenes,
      tables,
    }: {
      readonly covers: HeadCovers;
      readonly scenes: readonly VideoScene[];
      readonly tables: ReadonlyMap<VideoScene, SceneTables>;
    },
  ) {
    const { steps, models } = change;
    this.#change = change;
    this.#covers = covers;
    this.#scenes = scenes;
    this.#tables = tables;
    this.#grounds = steps.filter(isVideoGroundStep);
    this.#others = steps.filter((step) => !isVideoGroundStep(step) && !isOverlay(step));
    this.#overlays = steps.filter(isOverlay);
    const styles = steps.filter((step) => step.kind === 'style');
    this.#isStyled = styles.length > 0;
    this.#isMoving = styles.some(({ style }) => style !== 'halftone' && style !== 'tape');
    this.#raw = createRaster(width, height);
    this.#people = new VideoPeople(models.personMatte);
    this.#detector = createHeadDetector(models.fullRange);
    this.#anchors = { ...createSceneAnchors(), ...change.segment?.kept };
    this.#kept = keptOf(this.#anchors);
  }

  /**
   * Analyses a frame before its edit and returns whether it begins a new scene. Call once per frame. `isJump`: frames
   * of its scene were skipped before it. `isCounted`: the frame is part of the result, neither a warm-up for later
   * ones nor analysed by the encoder alone.
   */
  begin({ planes, timestampUs }: TimedFrame, { isJump = false, isCounted = true } = {}): boolean {
    const isSceneCut = this.#scene.isCut(planes) && !isJump;
    const isCut = isSceneCut || isJump;
    this.#isCounted = isCounted;
    this.#motion.begin(planes, isCut);
    if (isSceneCut) {
      // Each scene is measured anew; the crop of frames stays.
      this.#anchors = { ...createSceneAnchors(), ...keptOf(this.#anchors) };
    }
    const scene = findSceneAt(this.#scenes, timestampUs);
    this.#anchors.light ??= scene?.light ?? null;
    const measured = scene === undefined ? undefined : this.#tables.get(scene);
    this.#anchors.table ??= measured?.table ?? null;
    for (const [number, table] of measured?.confinedTables ?? []) {
      this.#anchors.confinedTables.set(number, table);
    }
    return isCut;
  }

  /** Edits the current frame. Returns it in its own memory where it keeps its size; valid until the next call. */
  edit(frame: TimedFrame, faces: readonly TrackedFace[], matte: Matte | null = null): I420Frame {
    const { planes } = frame;
    const people = new FrameMatte(planes, () =>
      matte === null
        ? this.#people.segment(planes, this.#motion)
        : halveMatte(matte, { width: planes.width, height: planes.height }),
    );
    const skipped: SkippedStep[] = [];
    for (const step of this.#grounds) {
      this.#anchors.hasPeople ||= hasPeople(people.half());
      if (this.#anchors.hasPeople) {
        this.#ground.replace(planes, people.bytes(), step);
      } else {
        skipped.push({ step, reason: 'no_person' });
      }
    }
    const result =
      this.#others.length + this.#overlays.length === 0
        ? planes
        : this.#editColours(frame, { faces, people, skipped });
    if (this.#isCounted) {
      this.#noteSkipped(skipped);
      this.#changed += skipped.length < this.#change.steps.length ? 1 : 0;
      this.#frames += 1;
      this.#kept = keptOf(this.#anchors);
    }
    return result;
  }

  #editColours(
    { planes, timestampUs, index }: TimedFrame,
    {
      faces,
      people,
      skipped,
    }: {
      readonly faces: readonly TrackedFace[];
      readonly people: FrameMatte;
      readonly skipped: SkippedStep[];
    },
  ): I420Frame {
    const { models } = this.#change;
    const raw = this.#raw;
    readFrame(planes, raw);
    const input = copyRaster(raw);
    if (this.#isStyled) {
      this.#held.holdInput(input, this.#motion);
    }
    const edit: Edit = {
      raster: input,
      content: createContent(raw, models, {
        findFaces: () => faces,
        findPeople: () => people.whole(),
      }),
      hasAlpha: false,
      models,
      guard: this.#createGuard(timestampUs),
      chosen: [],
      captionFont: openCaptionFont,
      anchors: this.#anchors,
      seconds: timestampUs / 1e6,
      frame: index,
      isQuick: true,
      imageAt: refusePicture,
      groundAt: refusePicture,
    };
    skipped.push(...drain(applySteps(edit, this.#others)));
    if (this.#isMoving && edit.raster.pixels.length === raw.pixels.length) {
      this.#held.holdOutput(edit.raster);
    }
    skipped.push(...drain(applySteps(edit, this.#overlays)));
    const { width, height } = edit.raster;
    const hasItsSize = width === planes.width && height === planes.height;
    const onto = hasItsSize
      ? planes
      : (this.#resized ??= createI420Frame(width, height, planes.colour));
    writeFrame(edit.raster, onto);
    return onto;
  }

  /** Returns the number of frames in which something was changed. */
  countChanged(): number {
    return this.#changed;
  }

  /** Steps that found nothing to change in any frame. */
  listSkipped(): readonly SkippedStep[] {
    return [...(this.#skipped ?? [])].map(([step, reason]) => ({ step, reason }));
  }

  /** Returns the colour tables of the current scene. */
  tables(): SceneTables {
    const { table, confinedTables } = this.#anchors;
    return { table, confinedTables };
  }

  /** Returns the values that stay over cuts, as they were at the last frame of the result. */
  kept(): CarriedAnchors {
    return this.#kept;
  }

  /** See {@link refuseUnchanged}. */
  refuseUnchanged(): void {
    refuseUnchanged(this.listSkipped(), this.#change.steps, this.#frames);
  }

  #createGuard(timestampUs: number): HeadGuard {
    return {
      // Single people are chosen in stills only.
      listHeads: () => ({ covered: this.#covers.list(timestampUs), kept: [] }),
      findUncovered: (raster) => this.#detector.detect(toI420(raster), UNCOVERED_SCORE),
    };
  }

  #noteSkipped(skipped: readonly SkippedStep[]): void {
    const before = this.#skipped;
    this.#skipped = new Map(
      skipped
        .filter(({ step }) => before === null || before.has(step))
        .map(({ step, reason }) => [step, reason]),
    );
  }
}

/** Throws `face_not_detected` when no frame of a video could be changed for want of a face. */
export function refuseUnchanged(
  skipped: readonly Pick<SkippedStep, 'reason'>[],
  steps: readonly ReimagineStep[],
  frames: number,
): void {
  if (skipped.length >= steps.length && skipped.some(({ reason }) => reason === 'no_face')) {
    throw new AppError(
      'face_not_detected',
      `No face was found in any of the ${frames} frames of the video, and nothing that was asked for can be done without one.`,
    );
  }
}

/** Readers count from where they begin, and grain is drawn by the number of a frame in its video. */
export function withOwnIndex(
  frame: TimedFrame,
  { frameRate }: Pick<VideoReader, 'frameRate'>,
): TimedFrame {
  return { ...frame, index: Math.round((frame.timestampUs / 1e6) * toNumber(frameRate)) };
}

function keptOf({ crop, hasPeople: hadPeople }: SceneAnchors): CarriedAnchors {
  return { crop, hasPeople: hadPeople };
}

function isOverlay({ kind }: ReimagineStep): boolean {
  return kind === 'words' || kind === 'bars' || kind === 'border';
}

function drain<Value>(stages: Generator<number, Value, undefined>): Value {
  for (;;) {
    const stage = stages.next();
    if (stage.done === true) {
      return stage.value;
    }
  }
}

function refusePicture(): RgbaImage {
  throw new InvariantError('steps that name a picture are refused for videos');
}
