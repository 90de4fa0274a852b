import { createPrivacyBlur, type PrivacyBlur } from '../../live/guard/privacy-blur.ts';
import { createHeadArea } from '../../live/head-area.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { toFramesPerSecond, joint, middleOfHips, middleOfJoints } from '../joints.ts';
import { CameraGrain } from '../scene/camera-grain.ts';
import { fitCrop, followCrop, type FrameCrop } from '../scene/crop-path.ts';
import { FrontLayer } from '../scene/front-layer.ts';
import { SceneGround } from '../scene/scene-ground.ts';
import type { PreparedSwap } from './prepare-swap.ts';
import { selectView } from './read-scene.ts';

/** A frame of a result; its memory is reused for the next one. */
export interface RenderedFrame {
  readonly frame: I420Frame;
  /** True if the frame contains the character. */
  readonly isShown: boolean;
}

/** Draws the frames of a clip in order. */
export class SceneRenderer {
  readonly #prepared: PreparedSwap;
  readonly #ground: SceneGround;
  readonly #grains: readonly (CameraGrain | null)[];
  readonly #front: FrontLayer;
  readonly #blur: PrivacyBlur = createPrivacyBlur();

  constructor(prepared: PreparedSwap) {
    const { track, colour, plates, captions } = prepared.scene;
    this.#front = new FrontLayer(captions);
    this.#prepared = prepared;
    this.#ground = new SceneGround(track.size, colour);
    this.#grains = plates.map((plate) => (plate === null ? null : new CameraGrain(plate.noise)));
  }

  /** Returns the frame with its character. */
  draw(source: I420Frame, index: number, timestampUs: number): RenderedFrame {
    const { scene, cutout } = this.#prepared;
    const people = scene.people[index];
    const seen = scene.hidden[index];
    const plate = people === undefined ? null : (scene.plates[people.scene] ?? null);
    if (people === undefined || seen === undefined || plate === null) {
      return { frame: this.#coverFaces(source, index), isShown: false };
    }
    const ground = this.#ground;
    const view = selectView(scene.plates, people);
    const frameOfClip = { planes: source, index, timestampUs, shadow: plate.shadow };
    const hidden = cutout.hide(frameOfClip, seen.hidden);
    const { joints = new Float32Array(0), face = null } = scene.track.frames[index] ?? {};
    const caster = cutout.method === 'body' && joints.length > 0 ? joints : null;
    ground.update(source, { plate, view, hidden, caster });
    const drawn = seen.isSure ? cutout.draw(ground, frameOfClip) : null;
    if (drawn !== null) {
      const held = scene.held[people.scene] ?? null;
      const person = ground.weights;
      this.#front.draw(drawn, {
        planes: source,
        number: index,
        plate,
        view,
        held,
        joints,
        person,
        face: face?.box ?? null,
      });
    }
    const frame = drawn ?? ground.frame;
    this.#grains[people.scene]?.add(frame, source, index);
    return { frame, isShown: drawn !== null };
  }

  /** Copies a frame of a scene without a driver, and blurs its faces, because one of them may be the driver's. */
  #coverFaces(source: I420Frame, index: number): I420Frame {
    const frame = this.#ground.copy(source);
    for (const { box } of this.#prepared.scene.people[index]?.faces ?? []) {
      const area = createHeadArea();
      area.centreX = box.left + box.width / 2;
      area.centreY = box.top + box.height / 2;
      area.radiusX = box.width * 0.8;
      area.radiusY = box.height * 0.9;
      this.#blur.hide(frame, area, 1);
    }
    return frame;
  }
}

/** Distance of the head above the middle of a crop that is too small for the body, as a fraction of its height. */
const HEAD_ROOM = 0.2;

/** Computes the crop of each frame for a ratio of width to height. */
export function listCrops(
  { scene: { track } }: PreparedSwap,
  aspectRatio: number | undefined,
): {
  readonly size: { readonly width: number; readonly height: number };
  crops: readonly FrameCrop[];
} {
  const frame = { width: track.size.width & ~1, height: track.size.height & ~1 };
  const size = fitCrop(frame, aspectRatio);
  const middles = track.frames.map(({ joints }) => {
    const hips = middleOfHips(joints);
    const ears = middleOfJoints(joints, joint.leftEar, joint.rightEar);
    // If the whole person does not fit, the crop shows the head.
    return {
      x: (hips.x + ears.x) / 2,
      y: ears.y + Math.min(hips.y - ears.y, size.height * HEAD_ROOM),
    };
  });
  const framesPerSecond = toFramesPerSecond(track.frameRate);
  return { size, crops: followCrop(middles, framesPerSecond, { frame, crop: size }) };
}
