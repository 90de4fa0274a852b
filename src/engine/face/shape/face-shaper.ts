/**
 * Gives a target the shape of a source, without the source's expression: every point of the target's mesh moves by the
 * difference of both shapes at rest.
 *
 *   source, mouth closed - target at rest, learnt over time = change -> in the pose of the frame -> mesh
 *
 * The depth of a mesh is an estimate, and so is its pose: rotated by an estimate, a face becomes longer, shorter or
 * narrower than the person is. Therefore the view of the photo is kept up to a limit, and the target rotates the face
 * from there.
 *
 * Lids follow the change less the further they are closed, so that closed eyes stay closed. The mouth in the target's
 * frame moves along.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import {
  FACE_OVAL,
  LEFT_EYE,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_EYE,
  NOSE_BASE,
} from '../../track/mesh-points.ts';
import { createMouthCloser, type MouthCloser } from './close-mouth.ts';
import { setFrontalShape, FACE_SHAPE_SIZE, turnShape, type FrontalShape } from './face-shape.ts';
import { clamp, smoothingFactor, smoothstep, softClamp } from '../../vision/math.ts';
import { estimateExpression, measureBrowOffset, measureExpression } from './expression-amount.ts';
import { EYE_CORNERS, computeOpening } from './eye-opening.ts';
import {
  createRestMeasures,
  expressionReducerOf,
  type ExpressionReducer,
} from './expressive-change.ts';
import { createFarSide, type FarSide } from './far-side.ts';
import { memoisePerFace } from './memoise-per-face.ts';
import { smileRelaxerOf, type SmileRelaxer } from './relax-smile.ts';
import { measureNearness } from './texture-distance.ts';
import { createUnfolder, type Unfolder } from './unfold.ts';

/** Learnt shape of one target. */
export interface ShapeMemory {
  /** Face at rest with the mouth closed, in frontal view. */
  readonly rest: FrontalShape;
  /** Usual opening of the eyes, as a fraction of their width. */
  readonly openEyes: Float32Array;
  /** Closure of each eye in the last frame, 0..1. */
  readonly closed: Float32Array;
  /** Usual yaw and pitch (radians), most of which is due to the position of the camera. */
  usualYaw: number;
  usualPitch: number;
  /** Time for which the face was seen, in microseconds; smiles and raised brows count less. */
  knownUs: number;
  /** Minimum time constant of the rest shape, in microseconds; see `REST_TIME_US`. */
  restTimeUs: number;
  /** Smile that was removed from the rest shape, 0 none, 1 wide. */
  restSmile: number;
  /** Distance from rest in the last frame: 0 for calm, 1 for a wide smile, raised brows or an open mouth. */
  expression: number;
}

/** Angles from which a photo shows its face. */
export type SourceView = Readonly<Pick<HeadPose, 'yaw' | 'pitch'>>;

/** Applies the shape of one source to the meshes of targets; keeps its working memory. */
export interface FaceShaper {
  /** Learns from a mesh of the target; `elapsedUs` is the time since the last one, null for the first. */
  learn(memory: ShapeMemory, mesh: PosedMesh, elapsedUs: number | null): void;
  /** Sets `shaped` to the last learnt mesh with the features of the source. */
  shape(memory: ShapeMemory, mesh: PosedMesh, shaped: Float32Array): void;
}

/** Mesh of a frame (x, y, z per point) and its pose. */
export interface PosedMesh {
  readonly landmarks: Float32Array;
  readonly pose: Readonly<HeadPose>;
}

/** Creates the memory of a new target. */
export function createShapeMemory(): ShapeMemory {
  return {
    rest: new Float32Array(FACE_SHAPE_SIZE),
    openEyes: new Float32Array(2),
    closed: new Float32Array(2),
    usualYaw: 0,
    usualPitch: 0,
    knownUs: 0,
    restTimeUs: REST_TIME_US,
    restSmile: 0,
    expression: 0,
  };
}

/**
 * Range of the time constant of the rest shape. Expressions last for seconds and shapes do not change, so it grows with
 * the time a face was seen. It begins as short as the first frame is expressive, so that a clip that begins with raised
 * brows does not lower them for seconds.
 */
const REST_TIME_US = 2_000_000;
const SHORTEST_REST_TIME_US = 200_000;
const LONGEST_REST_TIME_US = 20_000_000;
/**
 * Movement of the brows above their rest (centimetres) over which a frame becomes one of surprise, and the fraction by
 * which it then counts less: people raise brows for a while, but lower ones are nearer to rest.
 */
const RAISED_BROWS = [0.08, 0.3] as const;
const SURPRISE = 0.85;
/** Time constants of the usual opening of the eyes, for wider and for narrower eyes, and of the usual view. */
const EYES_OPEN_TIME_US = 150_000;
const EYES_CLOSE_TIME_US = 10_000_000;
const VIEW_TIME_US = 10_000_000;
/** Maximum angles that are attributed to the camera; beyond, the head is turned. */
const MAX_USUAL_YAW = 0.3;
const MAX_USUAL_PITCH = 0.25;
/** Maximum angles of the photo's view, relative to the target's usual view, that are kept. */
const MAX_HELD_YAW = 0.5;
const MAX_HELD_PITCH = 0.8;
/** Maximum movements (centimetres) at the outline and within: more at the outline would distort the surroundings. */
const MAX_OUTER_CHANGE = 1.5;
const MAX_INNER_CHANGE = 4;
/** Distance from the outline in the texture from which a point lies within. */
const INNER = 0.12;
/**
 * Maximum movements (centimetres) at the outline that make a face wider: beside ears and hair, and at the jaw; then the
 * distances in the texture over which they grow.
 */
const MAX_WIDER = 0.35;
const MAX_WIDER_JAW = 0.8;
const WITHIN_OUTLINE = [0, 0.2] as const;
/** The corner of the mouth: the jaw begins between the nose and it. */
const [MOUTH_CORNER] = LIPS_OUTER;
/** Fraction of the change in depth that is applied, as depth is an estimate. */
const DEPTH_FRACTION = 0.5;
/** Fraction of the change that lips follow: the rest is expression. */
const LIPS_FRACTION = 0.95;
/** Distances in the texture over which the skin around lids and lips moves along. */
const NEAR_LIDS = 0.05;
const NEAR_LIPS = 0.14;
/** Assumed opening of eyes that were only seen closed. */
const USUAL_OPENING = 0.2;
/** Yaw angles over which the change fades out: from the side, errors in depth would show. */
const YAW_FADE = [0.45, 0.8] as const;

/** Eye of the mesh: its outline, and the weight with which every point follows it, 0..1. */
interface Eye {
  readonly outline: readonly number[];
  readonly near: Float32Array;
}

/** Data of the canonical face for a shaper. */
interface ShaperDependencies {
  readonly closeMouth: MouthCloser;
  readonly smileRelaxer: SmileRelaxer;
  readonly expressionReducer: ExpressionReducer;
  readonly farSide: FarSide;
  readonly unfold: Unfolder;
  readonly eyes: readonly Eye[];
  /** Weight and maximum of the change per point, and the maximum away from the middle of the face. */
  readonly weight: Float32Array;
  readonly max: Float32Array;
  readonly maxWider: Float32Array;
  /** Height of the average face's brows above the eyes, in centimetres. */
  readonly usualBrows: number;
}

/** The parts have no state between calls, so shapers share them. */
const partsOf = memoisePerFace((face): ShaperDependencies => {
  const { texture } = face;
  const heightOf = (point: number): number => texture[point * 2 + 1];
  const outer = measureNearness(texture, FACE_OVAL, [0, INNER]);
  const lips = measureNearness(texture, LIPS_OUTER, [0, NEAR_LIPS]);
  return {
    closeMouth: createMouthCloser(face),
    smileRelaxer: smileRelaxerOf(face),
    expressionReducer: expressionReducerOf(face),
    farSide: createFarSide(face),
    unfold: createUnfolder(face),
    eyes: [LEFT_EYE, RIGHT_EYE].map((outline) => ({
      outline,
      near: measureNearness(texture, outline, [0, NEAR_LIDS]),
    })),
    weight: lips.map((near) => 1 - (1 - LIPS_FRACTION) * near),
    maxWider: measureNearness(texture, FACE_OVAL, WITHIN_OUTLINE).map((near, point) => {
      const jaw = smoothstep(heightOf(NOSE_BASE), heightOf(MOUTH_CORNER), heightOf(point));
      const wider = MAX_WIDER + (MAX_WIDER_JAW - MAX_WIDER) * jaw;
      return MAX_INNER_CHANGE + (wider - MAX_INNER_CHANGE) * near;
    }),
    usualBrows: measureBrowOffset(face.positions),
    max: outer.map((near) => MAX_INNER_CHANGE + (MAX_OUTER_CHANGE - MAX_INNER_CHANGE) * near),
  };
});

/** Creates a shaper for a source shape; without a view the pose follows the target completely. */
export function createFaceShaper(
  face: CanonicalFace,
  source: FrontalShape,
  view: SourceView | null = null,
): FaceShaper {
  return new RestShaper(face, source, { view, isWhole: false });
}

/**
 * Creates a shaper for a source whose whole head is drawn: nothing of the target surrounds the face, so that no limit
 * keeps it from the shape of the source, from the side neither. The mesh is the source with the target's expression.
 */
export function createHeadShaper(face: CanonicalFace, source: FrontalShape): FaceShaper {
  return new RestShaper(face, source, { view: null, isWhole: true });
}

class RestShaper implements FaceShaper {
  readonly #basis: Uint16Array;
  readonly #closeMouth: MouthCloser;
  readonly #smileRelaxer: SmileRelaxer;
  readonly #expressionReducer: ExpressionReducer;
  readonly #source: FrontalShape;
  readonly #eyes: readonly Eye[];
  readonly #farSide: FarSide;
  readonly #unfold: Unfolder;
  readonly #weight: Float32Array;
  readonly #max: Float32Array;
  readonly #maxWider: Float32Array;
  readonly #usualBrows: number;
  readonly #view: SourceView | null;
  readonly #isWhole: boolean;
  readonly #heldPose = { yaw: 0, pitch: 0 };
  readonly #sourceRest = createRestMeasures();
  readonly #targetRest = createRestMeasures();
  /** Source shape, rotated to the pose of the target. */
  readonly #turned = new Float32Array(FACE_SHAPE_SIZE);
  readonly #current = new Float32Array(FACE_SHAPE_SIZE);
  readonly #change = new Float32Array(FACE_SHAPE_SIZE);

  constructor(
    face: CanonicalFace,
    source: FrontalShape,
    { view, isWhole }: { readonly view: SourceView | null; readonly isWhole: boolean },
  ) {
    this.#view = view;
    this.#isWhole = isWhole;
    this.#basis = face.poseBasis.points;
    const parts = partsOf(face);
    const { closeMouth, smileRelaxer, farSide, unfold, eyes, weight, max, maxWider } = parts;
    this.#closeMouth = closeMouth;
    this.#smileRelaxer = smileRelaxer;
    this.#expressionReducer = parts.expressionReducer;
    this.#farSide = farSide;
    this.#unfold = unfold;
    this.#eyes = eyes;
    this.#weight = weight;
    this.#max = max;
    this.#maxWider = maxWider;
    this.#usualBrows = parts.usualBrows;
    this.#source = source.slice();
    this.#sourceRest.smile = smileRelaxer.measure(this.#source);
    this.#relax(this.#source, this.#sourceRest.smile);
    this.#expressionReducer.measure(this.#source, this.#sourceRest.values);
    this.#turned.set(this.#source);
  }

  learn(memory: ShapeMemory, mesh: PosedMesh, elapsedUs: number | null): void {
    const { rest, openEyes, closed } = memory;
    const current = this.#current;
    setFrontalShape(current, mesh.landmarks, mesh.pose, this.#basis);
    for (let eye = 0; eye < 2; eye += 1) {
      const opening = computeOpening(current, this.#eyes[eye].outline);
      if (elapsedUs === null) {
        openEyes[eye] = Math.max(USUAL_OPENING, opening);
      } else {
        const timeUs = opening > openEyes[eye] ? EYES_OPEN_TIME_US : EYES_CLOSE_TIME_US;
        openEyes[eye] += (opening - openEyes[eye]) * smoothingFactor(elapsedUs, timeUs);
      }
      closed[eye] = 1 - clamp(opening / openEyes[eye], 0, 1);
    }
    const smile = this.#smileRelaxer.measure(current);
    memory.expression = measureExpression(current, elapsedUs === null ? current : rest, smile);
    if (elapsedUs === null) {
      const expression = estimateExpression(current, this.#usualBrows, smile);
      memory.restTimeUs = Math.max(SHORTEST_REST_TIME_US, REST_TIME_US * (1 - expression));
    }
    this.#relax(current, smile);
    const raised = measureBrowOffset(rest) - measureBrowOffset(current);
    const surprise = elapsedUs === null ? 0 : SURPRISE * smoothstep(...RAISED_BROWS, raised);
    const calm = Math.max(0, 1 - smile) * (1 - surprise);
    memory.knownUs = elapsedUs === null ? 0 : memory.knownUs + elapsedUs * calm;
    const restTimeUs = clamp(memory.knownUs, memory.restTimeUs, LONGEST_REST_TIME_US);
    const weight = elapsedUs === null ? 1 : calm * smoothingFactor(elapsedUs, restTimeUs);
    memory.restSmile += (smile - memory.restSmile) * weight;
    const viewWeight = smoothingFactor(elapsedUs, VIEW_TIME_US);
    const yaw = clamp(mesh.pose.yaw, -MAX_USUAL_YAW, MAX_USUAL_YAW);
    const pitch = clamp(mesh.pose.pitch, -MAX_USUAL_PITCH, MAX_USUAL_PITCH);
    memory.usualYaw += (yaw - memory.usualYaw) * viewWeight;
    memory.usualPitch += (pitch - memory.usualPitch) * viewWeight;
    for (let at = 0; at < FACE_SHAPE_SIZE; at += 1) {
      rest[at] += (current[at] - rest[at]) * weight;
    }
  }

  /** Brings a shape with this amount of smile to rest. */
  #relax(shape: FrontalShape, smile: number): void {
    this.#closeMouth(shape);
    this.#smileRelaxer.relax(shape, smile);
  }

  shape(memory: ShapeMemory, { landmarks, pose }: PosedMesh, shaped: Float32Array): void {
    const change = this.#change;
    this.#turnSource(memory);
    this.#setChange(memory.rest);
    if (!this.#isWhole) {
      this.#targetRest.smile = memory.restSmile;
      this.#expressionReducer.measure(memory.rest, this.#targetRest.values);
      this.#expressionReducer.reduce(change, this.#sourceRest, this.#targetRest);
    }
    for (let eye = 0; eye < 2; eye += 1) {
      this.#moveLids(this.#eyes[eye], memory.closed[eye]);
    }
    const { rotation } = pose;
    const faded = this.#isWhole ? 0 : smoothstep(...YAW_FADE, Math.abs(pose.yaw));
    const scale = pose.scale * (1 - faded);
    for (let at = 0; at < FACE_SHAPE_SIZE; at += 3) {
      const x = change[at];
      const y = change[at + 1];
      const z = change[at + 2];
      const right = rotation[0] * x + rotation[1] * y + rotation[2] * z;
      const down = rotation[3] * x + rotation[4] * y + rotation[5] * z;
      const away = rotation[6] * x + rotation[7] * y + rotation[8] * z;
      shaped[at] = landmarks[at] + right * scale;
      shaped[at + 1] = landmarks[at + 1] + down * scale;
      shaped[at + 2] = landmarks[at + 2] + away * scale;
    }
    this.#unfold(landmarks, shaped);
    this.#farSide.follow(landmarks, shaped);
  }

  #turnSource({ usualYaw, usualPitch }: ShapeMemory): void {
    if (this.#view !== null) {
      const { yaw, pitch } = this.#view;
      this.#heldPose.yaw = softClamp(yaw - usualYaw, MAX_HELD_YAW);
      this.#heldPose.pitch = softClamp(pitch - usualPitch, MAX_HELD_PITCH);
      turnShape(this.#source, this.#heldPose, this.#turned);
    }
  }

  #setChange(rest: FrontalShape): void {
    const source = this.#turned;
    if (this.#isWhole) {
      for (let at = 0; at < FACE_SHAPE_SIZE; at += 1) {
        this.#change[at] = source[at] - rest[at];
      }
      return;
    }
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const at = point * 3;
      const x = source[at] - rest[at];
      const y = source[at + 1] - rest[at + 1];
      const z = source[at + 2] - rest[at + 2];
      const distance = Math.sqrt(x * x + y * y);
      const bounded = softClamp(distance, this.#max[point]) / (distance || 1);
      const weight = this.#weight[point] * bounded;
      const aside = x * weight;
      const wider = rest[at] < 0 ? -aside : aside;
      // Beyond the outline of the target are its hair and the background.
      this.#change[at] =
        wider > 0 ? aside * (softClamp(wider, this.#maxWider[point]) / wider) : aside;
      this.#change[at + 1] = y * weight;
      this.#change[at + 2] = z * weight * DEPTH_FRACTION;
    }
  }

  /** Moves closed lids only with the corners of the eye. */
  #moveLids({ outline, near }: Eye, closed: number): void {
    const [change, current] = [this.#change, this.#current];
    const outer = outline[EYE_CORNERS[0]] * 3;
    const inner = outline[EYE_CORNERS[1]] * 3;
    const outerX = change[outer];
    const outerY = change[outer + 1];
    const wider = change[inner] - outerX;
    const lower = change[inner + 1] - outerY;
    const width = current[inner] - current[outer];
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const weight = near[point] * closed;
      if (weight > 0) {
        const at = point * 3;
        const along = (current[at] - current[outer]) / width;
        change[at] += (outerX + wider * along - change[at]) * weight;
        change[at + 1] += (outerY + lower * along - change[at + 1]) * weight;
      }
    }
  }
}
