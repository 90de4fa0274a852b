/**
 * Records a clip while its person is tracked: the steps of the camera, the area of the person, and some frames for
 * plates.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { FaceBox } from '../../track/face-track.ts';
import { type Similarity, unmoved } from '../../vision/similarity.ts';
import type { BodyPose } from '../joints.ts';
import { findCameraStep, reduceLuma, type SmallLuma } from './camera-motion.ts';
import { joinCameraSteps } from './camera-path.ts';
import { CaptionWatch } from './caption-watch.ts';
import { cloneFrame } from './clone-frame.ts';
import { cutPersonHole, drawHole, type PersonHole } from './person-hole.ts';
import type { PlateSample } from './plate-sample.ts';
import type { PlateSource } from './scene-plate.ts';

/** A face of a frame. */
export interface RecordedFace {
  readonly id: number;
  readonly box: Readonly<FaceBox>;
}

/** The people of a frame. */
export interface DriverSight {
  readonly scene: number;
  /** Index of the frame in its scene. */
  readonly index: number;
  /** Area of the person; null if they were not found. */
  readonly hole: PersonHole | null;
  /** Id of the person's face, null if none was found, and all faces. */
  readonly faceId: number | null;
  readonly faces: readonly RecordedFace[];
}

/** A frame with its findings. */
export interface RecordedFrame {
  readonly planes: I420Frame;
  readonly pose: BodyPose | null;
  /** The face of that person, one of `faces`; null if it was not found. */
  readonly face: RecordedFace | null;
  readonly faces: readonly RecordedFace[];
  /** Index of the scene, from 0; each has its own plate. */
  readonly scene: number;
  readonly timestampUs: number;
}

/** Maximum number of frames in a plate; their median also removes passers-by. */
const MAX_SAMPLES = 15;
const ON = 128;

interface RecordedScene {
  readonly steps: Similarity[];
  samples: PlateSample[];
  /** Number of frames per sample. */
  every: number;
}

/** Records one clip. */
export class SceneRecorder {
  readonly frames: DriverSight[] = [];
  readonly captions = new CaptionWatch();
  readonly #scenes: RecordedScene[] = [];
  #before: { readonly luma: SmallLuma; readonly scene: number } | null = null;
  #covered = new Uint8Array(0);
  #size = { width: 0, height: 0 };

  /** Records the next frame; its memory may be reused afterwards. */
  add({ planes, pose, face, faces, scene, timestampUs }: RecordedFrame): void {
    const { width, height } = planes;
    this.#size = { width, height };
    this.captions.add(planes, pose, { scene, timestampUs });
    const hole = pose === null ? null : cutPersonHole(pose, face?.box ?? null);
    const recorded = (this.#scenes[scene] ??= { steps: [], samples: [], every: 1 });
    const luma = reduceLuma(planes);
    recorded.steps.push(
      this.#before?.scene === scene ? this.#findStep(this.#before.luma, luma, hole) : unmoved,
    );
    this.#before = { luma, scene };
    const index = recorded.steps.length - 1;
    const number = this.frames.length;
    this.frames.push({
      scene,
      index,
      hole,
      faceId: face?.id ?? null,
      faces: faces.map(({ id, box }) => ({ id, box: { ...box } })),
    });
    // Only frames with a known person show which pixels are background.
    if (pose !== null && hole !== null && index % recorded.every === 0) {
      recorded.samples.push({ frame: cloneFrame(planes), index, number, holes: [hole], pose });
      if (recorded.samples.length > MAX_SAMPLES) {
        recorded.samples = recorded.samples.filter((_, at) => at % 2 === 0);
        recorded.every *= 2;
      }
    }
  }

  /** Returns the inputs of the plate of each scene; null for scenes in which nobody was found. */
  finish(): readonly (PlateSource | null)[] {
    this.captions.finish();
    return this.#scenes.map(({ steps, samples }) =>
      samples.length === 0
        ? null
        : {
            samples,
            path: joinCameraSteps(steps, this.#size),
            size: this.#size,
            captions: this.captions,
          },
    );
  }

  #findStep(from: SmallLuma, to: SmallLuma, hole: PersonHole | null): Similarity {
    const small = { width: from.width, height: from.height };
    if (this.#covered.length !== small.width * small.height) {
      this.#covered = new Uint8Array(small.width * small.height);
    }
    const covered = this.#covered.fill(0);
    if (hole !== null) {
      const { region } = hole;
      const scaled = {
        ...region,
        centreX: region.centreX / from.step,
        centreY: region.centreY / from.step,
        width: region.width / from.step,
        height: region.height / from.step,
      };
      drawHole({ ...hole, region: scaled }, covered, small);
    }
    return findCameraStep(from, to, (column, row) => covered[row * small.width + column] > ON);
  }
}
