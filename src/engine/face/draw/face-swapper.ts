/**
 * Swaps the skin of a source onto a tracked face, in the frame itself:
 *
 *   mesh in the shape of the source -> frame warped to it -> skin of the source drawn over it in the light
 *   of the target -> detail matched -> blended
 *
 * Eyes follow the gaze of the target, limited around that of the photo; the inside of the mouth stays that of the
 * target, moved and warped with the rest. Pixels beyond a ring around the face stay unchanged.
 */
import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { type KernelArena, openKernelArena } from '../../pixels/simd/kernels.ts';
import { selectYuvConversion } from '../../pixels/yuv.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { MESH_POINT_COUNT, NOSE_BASE } from '../../track/mesh-points.ts';
import { createPatchBlender, type Detail, type SkinDetail } from './blend-patch.ts';
import {
  createGaze,
  DRAWN_POINT_COUNT,
  fillIrises,
  limitGaze,
  positionIrises,
  measureGaze,
} from '../shape/eye-points.ts';
import {
  createFaceMemories,
  hasOtherLight,
  noteLight,
  remember,
  type FaceMemory,
  type LearntFace,
} from './face-memory.ts';
import { createFacePatch, positionPatch, returnPatch, setDrawnArea } from './face-patch.ts';
import { createBrowMatch } from './brow-contrast.ts';
import { measureEdgeSoftness } from './edge-softness.ts';
import { rememberDepth } from './depth-memory.ts';
import { createExpressionRatio } from './expression-ratio.ts';
import { matchContrast, measureContrast } from './feature-contrast.ts';
import { createFeatureDepth, measureDepth } from './feature-depth.ts';
import { matchShade } from './feature-shade.ts';
import { createLightLimit } from './light-limit.ts';
import { followGlasses } from '../glasses/worn-glasses.ts';
import { createFaceShaper } from '../shape/face-shaper.ts';
import type { FaceSource } from '../source/face-source.ts';
import { clamp, mean, minimum, smoothingFactor, smoothstep } from '../../vision/math.ts';
import { measureFacing } from '../shape/facing.ts';
import { chooseLevel } from './choose-level.ts';
import { uncoverClosedEyes } from './closed-lids.ts';
import {
  createFaceHandover,
  type FaceHandover,
  type IdentityCheck,
  type StreamPart,
} from './face-handover.ts';
import { createForeheadMatch } from './forehead-match.ts';
import { createFrameWarp } from './frame-warp.ts';
import { createGlassesCover, shownGlasses } from './glasses-cover.ts';
import { createHairMatte } from './hair-matte.ts';
import { createHandCover } from './hand-cover.ts';
import { createLipDetail, lipNearnessOf } from './lip-detail.ts';
import { LIPS, limitLips } from './lip-colour.ts';
import { limitContrast, type LumaRange, measureLumaRange } from './luma-range.ts';
import { tintMouth } from './mouth-tint.ts';
import { createPhotoLight } from './photo-light.ts';
import { measureCover } from './nose-cover.ts';
import { createOccluderMeter } from './occluder-meter.ts';
import { createRimMeter } from './rim-colours.ts';
import { createRimShade } from './rim-shade.ts';
import {
  minIlluminance,
  relativeIlluminance,
  visibilityInLight,
} from '../source/relative-illuminance.ts';
import { createSkinColours, createSkinField, type SampledMesh } from './skin-field.ts';
import { createSkinMatch } from './skin-match.ts';
import { createSkinPainter } from './skin-painter.ts';
import { createSkinTint } from './skin-tint.ts';
import { createNoseOutline } from './soften-nose.ts';
import { computeStrength } from './swap-strength.ts';
import { approachDetail, setDrawnDetail } from './drawn-detail.ts';
import { makeTextureLevels } from '../source/texture-levels.ts';

/** Swaps the faces of one stream for those of one source. */
export interface FaceSwapper {
  /** Frames in this arena are drawn on in place; others are copied there and back. */
  readonly arena: KernelArena;
  /** Prepares the textures for the colours of a stream; without it, the first swap takes a few times as long. */
  prepare(frame: I420Frame): void;
  /**
   * Swaps a face of a frame, in place. Returns the opacity of the source, 0..1: less than 1 for an uncertain face or
   * one turned far away, 0 when the frame stayed unchanged. Times are stream times; without them frames are assumed to
   * be a thirtieth of a second apart. `isSame` is the result of the check of {@link findDueCheck}.
   */
  swap(frame: I420Frame, face: SwappedFace, timestampUs?: number, isSame?: boolean): number;
  /** Returns the check that the next swap of this face needs. Only in parts of a stream. */
  findDueCheck(face: SwappedFace, timestampUs: number): IdentityCheck;
  /** Returns the state that other parts of the stream start with, or null. */
  learnt(): LearntFace | null;
  /** Releases the memory to the next swapper; neither this swapper nor frames in its arena may be used afterwards. */
  close(): void;
}

/** Fields of a tracked face that a swapper reads. */
export type SwappedFace = Pick<
  TrackedFace,
  'id' | 'isNew' | 'confidence' | 'landmarks' | 'iris' | 'pose' | 'box' | 'hands'
>;

/** Angles (radians) between which wrinkles of the target fade out: from the side they look different. */
const YAW_OF_WRINKLES = [0.4, 0.65] as const;
const PITCH_OF_WRINKLES = [0.4, 0.65] as const;
/**
 * Range of the gain of the source's contrast. Features of a photo get weaker on darker skin, otherwise they would look
 * like ink, but not weaker than the minimum; only a dark scene, where nothing is crisp, lowers that. Where the frame
 * shows less contrast or no lines as dark, they get weaker still (`luma-range.ts`, `feature-depth.ts`): kept at the
 * minimum, the eye on the shaded side would be blacker than the other.
 */
const MIN_GAIN = 0.4;
const MAX_GAIN = 1.35;
/** Smoothing weight of each measurement of edges. */
const EDGE_WEIGHT = 0.3;
/**
 * Maximum opacity around lips and where hair may hang or glasses are worn: pixels under a full mask are not warped, and the
 * warped frame is read there.
 */
const UNCOVERED = 254 / 255;
/** Time constant of the match of detail. */
const DETAIL_TIME_US = 170_000;
/** Time between samples of steady skin: every fourth of 30 frames a second. */
const CALM_US = 128_000;
/** Duration of frames without a time, and the maximum gap between frames. */
const USUAL_FRAME_US = 33_333;
const LONGEST_GAP_US = 1_000_000;
/** Opacity below which a face's identity is not checked. */
const WELL_SEEN = 0.5;

/**
 * Creates a swapper; it holds about a megabyte and grows with the largest face. `part` is set if it swaps only a part
 * of a stream.
 */
export function createFaceSwapper(source: FaceSource, part: StreamPart | null = null): FaceSwapper {
  return new MeshSwapper(source, part);
}

class MeshSwapper implements FaceSwapper {
  readonly #source: FaceSource;
  readonly #field;
  readonly #memories = createFaceMemories();
  readonly arena = openKernelArena();
  readonly #patch = createFacePatch(this.arena);
  readonly #blender = createPatchBlender(this.arena);
  readonly #fresh = createSkinColours();
  readonly #freshSkin = createSkinColours();
  readonly #sourceSkin = createSkinColours();
  readonly #likeness = new Float32Array(MESH_POINT_COUNT);
  readonly #facing = new Float32Array(MESH_POINT_COUNT);
  readonly #painter;
  readonly #forehead;
  readonly #shaper;
  readonly #warp;
  readonly #handCover;
  readonly #occluderMeter;
  readonly #rimMeter;
  readonly #rimShade;
  readonly #photoLight;
  readonly #lightLimit;
  readonly #depth;
  readonly #brows;
  readonly #noseOutline;
  readonly #lips = createLipDetail();
  readonly #hairMatte;
  readonly #glassesCover;
  readonly #expression;
  readonly #match;
  readonly #tint;
  /** Skin of the target under even light, and the wanted skin of the source. */
  readonly #even = createSkinColours();
  readonly #wanted = createSkinColours();
  /** Luma of the source per point as it will be drawn. */
  readonly #luma = new Float32Array(MESH_POINT_COUNT);
  /** Drawn mesh. */
  readonly #shaped = new Float32Array(DRAWN_POINT_COUNT * 3);
  readonly #detail: Detail = { softness: 0, grain: 0, maxGrain: 0 };
  readonly #skinDetail: SkinDetail = { drawn: 0, seen: 0 };
  readonly #gaze = createGaze();
  readonly #target: SampledMesh = { points: new Float32Array(0), step: 3, faceWidth: 0 };
  readonly #range: LumaRange = { darkest: 0, brightest: 255 };
  /** Light of the target that is matched; the painter draws it. */
  readonly #light;
  /** Memory that the painter's shade is set to. */
  #shaded: FaceMemory | null = null;
  #colour = '';
  #sourceContrast = 1;
  readonly #handover: FaceHandover | null;

  constructor(source: FaceSource, part: StreamPart | null) {
    this.#source = source;
    this.#handover = part && createFaceHandover(part);
    this.#field = createSkinField(source.canonicalFace);
    this.#painter = createSkinPainter(this.arena, source.layout);
    this.#light = this.#painter.light;
    this.#forehead = createForeheadMatch(source.layout, this.#field);
    const { canonicalFace, shape, view } = source;
    this.#shaper = createFaceShaper(canonicalFace, shape, view);
    this.#warp = createFrameWarp(this.arena, canonicalFace);
    this.#handCover = createHandCover(this.arena);
    this.#occluderMeter = createOccluderMeter(canonicalFace);
    this.#rimMeter = createRimMeter(canonicalFace);
    this.#hairMatte = createHairMatte(this.arena, canonicalFace);
    this.#glassesCover = createGlassesCover(this.arena, canonicalFace);
    this.#expression = createExpressionRatio(this.arena, canonicalFace);
    this.#depth = createFeatureDepth(canonicalFace);
    this.#brows = createBrowMatch(canonicalFace);
    this.#noseOutline = createNoseOutline(canonicalFace);
    this.#match = createSkinMatch(canonicalFace);
    const { border } = this.#match;
    const { height } = this.#forehead;
    this.#photoLight = createPhotoLight(canonicalFace, { border, forehead: height });
    this.#lightLimit = createLightLimit(canonicalFace, border);
    this.#rimShade = createRimShade(canonicalFace, height);
    this.#tint = createSkinTint(border.map((value, point) => Math.max(value, height[point])));
  }

  prepare(frame: I420Frame): void {
    this.#useColoursOf(frame);
  }

  findDueCheck(face: SwappedFace, timestampUs: number): IdentityCheck {
    return this.#handover !== null && computeStrength(face) >= WELL_SEEN
      ? this.#handover.findDueCheck(this.#memories.recall(face.id, face.isNew), timestampUs)
      : null;
  }

  swap(frame: I420Frame, face: SwappedFace, timestampUs?: number, isSame?: boolean): number {
    const strength = computeStrength(face);
    if (strength === 0) {
      return 0;
    }
    this.#useColoursOf(frame);
    positionPatch(this.#patch, frame, face.box);
    if (this.#patch.width === 0 || this.#patch.height === 0) {
      return 0;
    }
    const memory = this.#memories.recall(face.id, face.isNew);
    const elapsedUs = advance(memory, timestampUs);
    this.#target.points = face.landmarks;
    this.#target.faceWidth = face.box.width;
    this.#light.black = selectYuvConversion(frame).lumaOffset;
    memory.unseenUs += elapsedUs;
    const isOther = memory.isEmpty || hasOtherLight(memory, frame, face.landmarks);
    const isSteady = !isOther && this.#shaded === memory;
    if (isOther || memory.unseenUs > CALM_US) {
      this.#sampleSkin(frame, memory, face.pose.yaw);
    } else if (!isSteady) {
      this.#matchSkin(memory);
    }
    this.#painter.follow(isSteady ? elapsedUs : null);
    const isSampled = !isSteady || memory.unseenUs === 0;
    const isKnown = isSame !== undefined && this.#handover?.begin(memory, isSame) === true;
    const isFirst = memory.isEmpty && !isKnown;
    this.#shaper.learn(memory.shape, face, isFirst ? null : isKnown ? USUAL_FRAME_US : elapsedUs);
    this.#handover?.settle(memory, memory.lastUs, elapsedUs);
    this.#shaper.shape(memory.shape, face, this.#shaped);
    measureGaze(this.#gaze, face.landmarks, face.iris);
    limitGaze(this.#gaze, this.#source.gaze);
    positionIrises(this.#shaped, 3, this.#gaze, this.#source.gaze.reach);
    setDrawnArea(this.#patch, this.#shaped);
    measureFacing(this.#shaped, this.#source.layout.triangles, this.#facing);
    this.#hairMatte.learn(memory.rim.colours, face.pose.yaw, isSampled);
    this.#show(memory, face.pose.yaw, strength);
    memory.level = chooseLevel(memory, face.box.width, this.#source.layout.size);
    this.#painter.draw(this.#patch, this.#shaped, memory.level);
    this.#noseOutline.soften(this.#patch, this.#shaped);
    this.#measureEdges(memory, face.landmarks);
    this.#warp.measure(this.#patch, face.landmarks, this.#shaped);
    this.#handCover.lift(this.#patch, face.hands);
    this.#hairMatte.draw(this.#patch, this.#shaped);
    this.#warp.warpPlane(this.#patch);
    this.#hairMatte.lift(this.#patch);
    this.#glassesCover.lift(this.#patch, memory.glasses, this.#shaped, this.#facing);
    this.#matchDetail(memory, elapsedUs);
    if (isFirst) {
      memory.ratio.calmUs = 0;
    }
    this.#drawExpression(memory, face, elapsedUs);
    const { drawnLight } = this.#painter;
    tintMouth(this.#patch, drawnLight.mouth, { opacity: strength, hands: this.#handCover });
    this.#lips.keep(this.#patch, this.#shaped);
    this.#blender.blend(this.#patch, memory.detail, drawnLight);
    this.#lips.restore(this.#patch, this.#light.black);
    returnPatch(this.#patch, frame);
    memory.isEmpty = false;
    return strength;
  }

  learnt(): LearntFace | null {
    return this.#handover?.held() ?? null;
  }

  close(): void {
    this.arena.close();
  }

  /** Converts the textures to the colour matrix and range of the stream. */
  #useColoursOf(frame: I420Frame): void {
    const { matrix, isFullRange } = computeColour(frame);
    const colour = isFullRange ? `${matrix} full` : matrix;
    if (colour !== this.#colour) {
      this.#colour = colour;
      const levels = makeTextureLevels(this.#source, frame);
      this.#painter.setLevels(levels);
      const { points, size } = this.#source.layout;
      const mesh = { points, step: 2, faceWidth: size };
      this.#field.sample(levels[0].frame, mesh, this.#fresh);
      this.#field.smooth(this.#fresh, this.#sourceSkin, this.#likeness);
      this.#depth.setSource(levels, this.#source.layout, this.#sourceSkin.y);
      const black = selectYuvConversion(frame).lumaOffset;
      this.#sourceContrast = measureContrast(this.#fresh, this.#sourceSkin, black);
      this.#brows.setSource({ luma: this.#fresh.y, skin: this.#sourceSkin.y, black });
      this.#photoLight.setSource(this.#fresh, this.#sourceSkin, this.#likeness);
      this.#lightLimit.setSource(this.#likeness);
      this.#rimShade.setSource(this.#fresh.y, this.#sourceSkin.y);
      this.#forehead.setSource(levels[0].frame, this.#sourceSkin);
      this.#match.setSource(this.#sourceSkin, black);
      this.#tint.setSource(this.#sourceSkin);
      this.#shaded = null;
    }
  }

  /** Samples the colours of a frame into a memory. */
  #sampleSkin(frame: I420Frame, memory: FaceMemory, yaw: number): void {
    this.#field.sample(frame, this.#target, this.#fresh);
    const { black } = this.#light;
    const elapsedUs = memory.isEmpty ? null : memory.unseenUs;
    const view = { frame, mesh: this.#target.points, fresh: this.#fresh, black, yaw, elapsedUs };
    // Dark glasses of the photo are drawn with its face; the target's own are then not kept.
    if (this.#source.glasses !== 'drawn') {
      followGlasses(memory.glasses, this.#source.canonicalFace, view, elapsedUs);
    }
    this.#occluderMeter.measure(memory.rim.occluder, view);
    const { covered } = memory.rim.occluder;
    this.#field.smooth(this.#fresh, this.#freshSkin, this.#likeness, covered);
    const own = measureContrast(this.#fresh, this.#freshSkin, black);
    const fresh = {
      skin: this.#freshSkin,
      shown: this.#fresh,
      likeness: this.#likeness,
      contrast: matchContrast(own, this.#sourceContrast),
    };
    remember(memory, fresh, memory.unseenUs);
    this.#rimMeter.measure(memory.rim, { ...view, shown: memory.skin, steady: memory.shown });
    const { bare } = memory.rim.colours;
    const depth = measureDepth(frame, this.#target, { skin: this.#freshSkin.y, bare });
    rememberDepth(memory.depth, depth, elapsedUs);
    memory.unseenUs = 0;
    memory.sampledYaw = yaw;
    noteLight(memory, frame, this.#target.points);
    this.#matchSkin(memory);
  }

  /** Sets the shade that matches the skin of the source to the skin and light of the target. */
  #matchSkin(memory: FaceMemory): void {
    const { contrast } = memory;
    const { skin, bare, occluded } = memory.rim.colours;
    const { black } = this.#light;
    const reference = mean(skin.y) - black;
    this.#light.reference = reference;
    this.#light.minIlluminance = minIlluminance((minimum(skin.y) - black) / Math.max(1, reference));
    const { shade } = this.#painter;
    const [from, even, wanted] = [this.#sourceSkin, this.#even, this.#wanted];
    const { detail } = this.#forehead;
    const luma = this.#luma;
    measureLumaRange(memory.shown.y, bare, this.#range);
    const minGain = MIN_GAIN * visibilityInLight(reference);
    const brows = this.#brows.match({ luma: memory.shown.y, skin: memory.skin.y, black, bare });
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const here = relativeIlluminance(skin.y[point] - black, reference);
      even.y[point] = skin.y[point];
      even.u[point] = 128 + (skin.u[point] - 128) / here;
      even.v[point] = 128 + (skin.v[point] - 128) / here;
    }
    this.#match.match(even, black, wanted);
    this.#forehead.match(memory, this.#light, wanted);
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const light = (wanted.y[point] - black) / Math.max(1, from.y[point] - black);
      const usual = brows[point] * clamp(light * contrast, minGain, MAX_GAIN);
      shade.gain[point] =
        usual * limitContrast(this.#range, wanted.y[point], usual * detail.y[point]);
    }
    const hasLids = this.#source.glasses !== 'drawn';
    if (memory.depth.weight > 0 && hasLids) {
      this.#depth.match(memory.depth, this.#target.faceWidth, shade.gain);
    }
    const ofLips = matchShade(
      this.#source.canonicalFace,
      { shown: memory.shown.y, skin: skin.y, bare, black },
      { skin: wanted.y, detail: detail.y, gain: shade.gain, hasLids },
    );
    const lit = { shown: memory.shown, skin, likeness: memory.likeness };
    this.#photoLight.subtract(lit, shade.gain, wanted);
    const { gain } = shade;
    const { likeness } = memory;
    const limited = { black, shown: memory.shown.y, likeness, bare, detail: detail.y, gain };
    this.#lightLimit.limit(limited, wanted.y);
    const rim = { black, shown: memory.shown.y, gain: shade.gain, yaw: memory.sampledYaw };
    this.#rimShade.limit(rim, wanted.y);
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      luma[point] = wanted.y[point] + shade.gain[point] * detail.y[point];
    }
    // Lips with less contrast of luma get less of their chroma too, otherwise they would be redder than the source's.
    const paler = 1 - Math.min(1, contrast * ofLips);
    for (const point of LIPS) {
      wanted.u[point] -= paler * detail.u[point];
      wanted.v[point] -= paler * detail.v[point];
    }
    const tinted = { even, detail, luma };
    this.#light.chromaGain = this.#tint.match(memory, this.#light, tinted, wanted);
    limitLips({ skin: memory.skin, shown: memory.shown, occluded }, this.#light, tinted, wanted);
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      shade.offset[point] = wanted.y[point] - shade.gain[point] * from.y[point];
      shade.offsetU[point] = wanted.u[point] - from.u[point];
      shade.offsetV[point] = wanted.v[point] - from.v[point];
    }
    fillIrises(shade.gain);
    fillIrises(shade.offset);
    fillIrises(shade.offsetU);
    fillIrises(shade.offsetV);
    this.#shaded = memory;
  }

  /** Sets the opacity of the source per point. */
  #show({ likeness, shape, glasses }: FaceMemory, yaw: number, strength: number): void {
    const hasGlasses = shownGlasses(glasses) > 0;
    const lips = lipNearnessOf(this.#source.canonicalFace);
    const { cover } = this.#painter.shade;
    measureCover(this.#source.canonicalFace, { facing: this.#facing, yaw }, cover);
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const forehead = this.#forehead.height[point];
      const isSkin = 1 - forehead * (1 - smoothstep(0.05, 0.45, likeness[point]));
      const isWarped = hasGlasses || lips[point] > 0 || this.#hairMatte.believed[point] > 0;
      const max = isWarped ? UNCOVERED : 1;
      cover[point] = Math.min(max, strength * cover[point] * isSkin);
    }
    uncoverClosedEyes(this.#source.canonicalFace, shape.closed, cover);
    fillIrises(cover);
  }

  /** Wrinkles of a face turned aside do not look like those from the front, so they fade with the angle. */
  #drawExpression({ ratio, shape }: FaceMemory, face: SwappedFace, elapsedUs: number): void {
    const { landmarks, pose, box } = face;
    const strength =
      (1 - smoothstep(...YAW_OF_WRINKLES, Math.abs(pose.yaw))) *
      (1 - smoothstep(...PITCH_OF_WRINKLES, Math.abs(pose.pitch)));
    this.#expression.draw(this.#patch, ratio, {
      seen: landmarks,
      drawn: this.#shaped,
      faceWidth: box.width,
      black: this.#light.black,
      expression: shape.expression,
      restSmile: shape.restSmile,
      strength,
      elapsedUs,
    });
  }

  /** Compares the feature edges of the frame with the drawn ones, whenever skin was sampled. */
  #measureEdges(memory: FaceMemory, landmarks: Float32Array): void {
    if (memory.unseenUs === 0) {
      const { partLuma, luma } = this.#patch.planes;
      const softer =
        measureEdgeSoftness(this.#patch, partLuma, landmarks) -
        measureEdgeSoftness(this.#patch, luma, this.#shaped);
      memory.softer += (softer - memory.softer) * (memory.isEmpty ? 1 : EDGE_WEIGHT);
    }
  }

  /** Matches the softness of the drawing to the skin and the feature edges of the frame. */
  #matchDetail({ detail, isEmpty, softer }: FaceMemory, elapsedUs: number): void {
    const wanted = this.#detail;
    // Beards are coarser than any skin, so only the face above them is compared.
    const bottom = this.#shaped[NOSE_BASE * 3 + 1] - this.#patch.top;
    this.#blender.compareDetail(this.#patch, Math.round(bottom), this.#skinDetail);
    setDrawnDetail(wanted, this.#skinDetail, softer);
    approachDetail(detail, wanted, isEmpty ? 1 : smoothingFactor(elapsedUs, DETAIL_TIME_US));
  }
}

/** Advances a memory to the time of a frame; returns the time since the last one. */
function advance(memory: FaceMemory, timestampUs: number | undefined): number {
  if (timestampUs === undefined) {
    return USUAL_FRAME_US;
  }
  const elapsedUs = timestampUs - memory.lastUs;
  memory.lastUs = timestampUs;
  return Math.max(0, Math.min(LONGEST_GAP_US, elapsedUs));
}
