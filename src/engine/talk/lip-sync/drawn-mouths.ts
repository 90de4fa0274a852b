import type { I420Frame } from '../../pixels/frame.ts';
import { selectYuvConversion } from '../../pixels/yuv.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { createInnerMouth, type InnerMouth } from '../inner-mouth/inner-mouth.ts';
import type { Rgb } from '../inner-mouth/mouth-colours.ts';
import type { HeadPosition } from '../inner-mouth/mouth-plane.ts';
import type { LipFace } from '../redraw/lip-renderer.ts';
import type { SkinReader } from '../redraw/skin-reader.ts';
import type { LipTask } from './lip-plan.ts';

/** Cheek points that neither brows nor beards reach. */
const CHEEKS = [50, 205, 280, 425];

/**
 * Lists frames before a segment from which its mouth insides are made: the first drawn frame of each scene that
 * continues into it.
 */
export function listFirstDrawn(
  tasks: readonly (Pick<LipTask, 'shown'> | null)[],
  sceneOf: (at: number) => number,
  { from, to }: { readonly from: number; readonly to: number },
): number[] {
  const isDrawn = (at: number): boolean => tasks[at]?.shown.length === 0;
  const drawn = tasks.flatMap((_, at) => (at < to && isDrawn(at) ? [at] : []));
  const scenes = new Set(drawn.filter((at) => at >= from).map(sceneOf));
  return [...scenes].flatMap((scene) => {
    const first = drawn.find((at) => sceneOf(at) === scene);
    return first === undefined || first >= from ? [] : [first];
  });
}

/**
 * Draws the inside of mouths where a clip shows no open mouth: one per scene, in the light of its first drawn frame.
 */
export class DrawnMouths {
  readonly #canonicalFace: CanonicalFace;
  readonly #readSkin: SkinReader;
  readonly #ofScenes = new Map<number, InnerMouth>();

  constructor(canonicalFace: CanonicalFace, readSkin: SkinReader) {
    this.#canonicalFace = canonicalFace;
    this.#readSkin = readSkin;
  }

  /** Prepares the inside for an unmodified frame; returns a function that draws it between the lips of a mesh. */
  prepare(
    frame: I420Frame,
    scene: number,
    { face, own, tongue }: Pick<LipTask, 'face' | 'own' | 'tongue'>,
  ): (frame: I420Frame, mesh: Float32Array) => void {
    const position = this.#locate(face);
    const inside =
      this.#ofScenes.get(scene) ??
      createInnerMouth({
        closed: own.rest.shape,
        position,
        skin: this.#measureSkin(frame, face),
        ownTeeth: null,
        isParted: false,
      });
    this.#ofScenes.set(scene, inside);
    return (onto, mesh) => inside.draw(onto, { position, mesh }, { tongue, shade: 0 });
  }

  #measureSkin(frame: I420Frame, face: LipFace): Rgb {
    const { y, u, v } = this.#readSkin(frame, face);
    const meanOf = (values: Float32Array): number =>
      CHEEKS.reduce((sum, point) => sum + values[point]! / CHEEKS.length, 0);
    const rgb = selectYuvConversion(frame);
    const luma = (meanOf(y) - rgb.lumaOffset) * rgb.lumaScale;
    const [blueness, redness] = [meanOf(u) - 128, meanOf(v) - 128];
    return [
      luma + rgb.redFromV * redness,
      luma + rgb.greenFromU * blueness + rgb.greenFromV * redness,
      luma + rgb.blueFromU * blueness,
    ];
  }

  #locate({ landmarks, pose }: LipFace): HeadPosition {
    const { points } = this.#canonicalFace.poseBasis;
    let [middleX, middleY] = [0, 0];
    for (const point of points) {
      middleX += landmarks[point * 3]! / points.length;
      middleY += landmarks[point * 3 + 1]! / points.length;
    }
    return { ...pose, middleX, middleY };
  }
}
