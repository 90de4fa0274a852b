import type { I420Frame } from '../../pixels/frame.ts';
import type { LowerFace } from '../library/lower-face.ts';
import type { LipContent, LipRenderer } from '../redraw/lip-renderer.ts';
import { saveFace } from '../redraw/save-face.ts';
import type { MouthPainter } from '../seams/mouth-painter.ts';
import type { DrawnMouths } from './drawn-mouths.ts';
import type { LipTask } from './lip-plan.ts';
import type { MouthCheck } from './mouth-check.ts';

/** What mouths are drawn with. */
export interface MouthDrawing {
  readonly renderer: LipRenderer;
  readonly drawnMouths: Pick<DrawnMouths, 'prepare'>;
  /** Lower faces of the clip by the number of their frame. */
  readonly library: ReadonlyMap<number, LowerFace>;
  /** Paints instead, where the user chose one. */
  readonly painter: MouthPainter | null;
  readonly check: Pick<MouthCheck, 'isShut'>;
}

/** A frame whose mouth is drawn. */
export interface DrawnFrame {
  readonly picture: I420Frame;
  readonly task: LipTask;
  readonly scene: number;
  /** Its middle on the clock of the sound. */
  readonly timeMs: number;
}

/**
 * Draws the mouths of frames: those of the clip, an inside that is made up, or what a painter makes of them. Where a
 * painter leaves lips open that have to meet, its mouth is taken back and ours is drawn.
 */
export class MouthDrawer {
  readonly #drawing: MouthDrawing;
  #closedFrames = 0;

  constructor(drawing: MouthDrawing) {
    this.#drawing = drawing;
  }

  /** Frames whose lips a painter left open where they have to meet. */
  get closedFrames(): number {
    return this.#closedFrames;
  }

  /** Draws on a frame in place. Returns its mesh from then on, which the next call fills again. */
  async draw(frame: DrawnFrame, signal?: AbortSignal): Promise<Float32Array> {
    const { painter, check } = this.#drawing;
    if (painter === null) {
      return this.#drawOwn(frame);
    }
    const { picture, task, timeMs } = frame;
    const { face, visible, isClosed } = task;
    const mesh = face.landmarks;
    const restore = isClosed ? saveFace(picture, mesh) : null;
    await painter.paint(picture, { timeMs, mesh, visible }, signal);
    if (restore === null || (await check.isShut(picture, mesh, task))) {
      return mesh;
    }
    restore();
    this.#closedFrames += 1;
    return this.#drawOwn(frame);
  }

  #drawOwn({ picture, task, scene }: DrawnFrame): Float32Array {
    const { renderer, drawnMouths } = this.#drawing;
    const { face, own, mouth, isClosed, visible } = task;
    return renderer.render(picture, face, {
      own,
      target: { mouth, isClosed, visible },
      content: this.#contentOf(task) ?? {
        kind: 'inside',
        paint: drawnMouths.prepare(picture, scene, task),
      },
    });
  }

  /** The mouths of the clip that a task shows; null where it shows none. */
  #contentOf({ shown }: LipTask): LipContent | null {
    const faces = shown.flatMap(({ index, weight, seal }) => {
      const face = this.#drawing.library.get(index);
      return face === undefined ? [] : [{ face, weight, seal }];
    });
    return faces.length === 0 ? null : { kind: 'faces', faces };
  }
}
