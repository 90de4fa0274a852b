import { copyPlanes, hasSameLayout } from '../../live/frame-pool.ts';
import type { Puppet } from '../../live/puppet/puppet.ts';
import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../../pixels/i420-view.ts';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import { reserveLayerPlanes } from '../../talk/avatar/painted-layer.ts';
import { JOINT_COUNT, JOINT_VALUES, limbJoints, limbTips } from '../joints.ts';
import { BentLayer, type LayerCanvas } from '../draw/bent-layer.ts';
import type { BodyMap, CharacterPose } from '../draw/body-map.ts';
import { createLimbMap } from '../draw/limb-map.ts';
import type { ArmPose, VisibleBone } from './arm-pose.ts';
import type { SeparatedArm, SeparatedArms } from './separate-arms.ts';

/** Ratio by which the tip of an arm, as `limbPointsOf` extends it, is farther from the wrist than the finger joints. */
const TIP_REACH = 1.5;
/** Factors by which textures are reduced for figures that are drawn smaller than their image. */
const REDUCTIONS = [1, 2, 3];

/** Draws the arms of a character in frames of one size. */
export class ArmPainter {
  readonly #separated: SeparatedArms;
  readonly #arena = openKernelArena();
  readonly #layers: readonly {
    readonly arm: SeparatedArm;
    readonly bent: BentLayer;
    readonly hair: BentLayer | null;
  }[];
  readonly #canvas: LayerCanvas;
  readonly #frame: I420Frame;
  readonly #pose: CharacterPose & { size: number };

  constructor(separated: SeparatedArms, frame: I420Frame) {
    const arena = this.#arena;
    const { width, height } = frame;
    const colour = computeColour(frame);
    this.#separated = separated;
    this.#layers = separated.arms.map((arm) => ({
      arm,
      bent: new BentLayer(arena, arm.layer, { colour, reductions: REDUCTIONS }),
      hair:
        arm.hair === null
          ? null
          : new BentLayer(arena, arm.hair, { colour, reductions: REDUCTIONS }),
    }));
    const out = arena.reserve(sizeOfI420(width, height));
    const pixels = width * height;
    this.#canvas = {
      target: { y: out, u: out + pixels, v: out + pixels + pixels / 4, stride: width },
      planes: reserveLayerPlanes(arena, pixels),
      size: { width, height },
    };
    this.#frame = createI420View(arena.views.bytes.buffer, frame, frame.colour, out);
    this.#pose = {
      joints: new Float32Array(JOINT_COUNT * JOINT_VALUES),
      size: 1,
      head: { turn: 0, size: 1, x: 0, y: 0 },
    };
  }

  /** Returns whether the painter's buffers fit a frame. */
  fits(frame: I420Frame): boolean {
    return hasSameLayout(this.#frame, frame);
  }

  /** Draws the arms over a puppet that is already in the frame. */
  draw(frame: I420Frame, puppet: Pick<Puppet, 'locate' | 'size'>, seen: ArmPose): void {
    const { scale, shiftX } = this.#separated.cutout.fromPhoto;
    const torso: BodyMap = (x, y, out) => puppet.locate(x * scale + shiftX, y * scale, out);
    const pose = this.#pose;
    pose.size = puppet.size * scale;
    copyPlanes(frame, this.#frame);
    for (const { arm, bent, hair } of this.#layers) {
      setJoints(pose, arm, { torso, bones: seen.bonesOf(arm.arm) });
      bent.draw(createLimbMap(arm.arm, arm.line, { pose, torso }), pose.size, this.#canvas);
      hair?.draw(torso, pose.size, this.#canvas);
    }
    copyPlanes(this.#frame, frame);
  }

  /** Frees the memory. */
  close(): void {
    this.#arena.close();
  }
}

/** Sets the joints of an arm: bone by bone as the streamer's; where those are not visible, as in the image. */
function setJoints(
  { joints, size }: CharacterPose,
  { arm, line: { points } }: SeparatedArm,
  { torso, bones }: { readonly torso: BodyMap; readonly bones: readonly Readonly<VisibleBone>[] },
): void {
  const set = (number: number, x: number, y: number): void => {
    joints[number * JOINT_VALUES] = x;
    joints[number * JOINT_VALUES + 1] = y;
  };
  const ids = limbJoints[arm];
  const place = { x: 0, y: 0 };
  torso(...points[0]!, place);
  let [x, y] = [place.x, place.y];
  set(ids[0], x, y);
  torso(...points[1]!, place);
  // Bones that are not visible turn with the bone before them.
  let turn =
    Math.atan2(place.y - y, place.x - x) -
    Math.atan2(points[1]![1] - points[0]![1], points[1]![0] - points[0]![0]);
  bones.forEach((bone, index) => {
    const [from, to] = [points[index]!, points[index + 1]!];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const own = Math.hypot(dx, dy);
    const rest = Math.atan2(dy, dx) + turn;
    const aimX = Math.cos(rest) * (1 - bone.trust) + bone.x * bone.trust;
    const aimY = Math.sin(rest) * (1 - bone.trust) + bone.y * bone.trust;
    const angle = Math.atan2(aimY, aimX);
    const length = own * size * (1 + (bone.length - 1) * bone.trust);
    turn += angle - rest;
    if (index === 2) {
      const reach = length / TIP_REACH;
      for (const tip of limbTips[arm]) {
        set(tip, x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
      }
      return;
    }
    x += Math.cos(angle) * length;
    y += Math.sin(angle) * length;
    set(ids[index + 1]!, x, y);
  });
}
