import type { I420Frame } from '../../pixels/frame.ts';
import type { LowerFace } from '../library/lower-face.ts';
import type { LipContent, LipRenderer } from '../redraw/lip-renderer.ts';
import { saveFace } from '../redraw/save-face.ts';
import type { MouthPainter } from '../seams/mouth-painter.ts';
import type { DrawnMouths } from './drawn-mouths.ts';
import type { LipTask } from './lip-plan.ts';
import type { MouthCheck } from './mouth-check.ts';

/** Inputs for drawing mouths. */
export interface MouthDrawing {
  readonly renderer: LipRenderer;
  readonly drawnMouths: Pick<DrawnMouths, 'prepare'>;
  /** Lower faces of the clip by frame index. */
  readonly library: ReadonlyMap<number, LowerFace>;
  /** Painter that the user chose instead; null without one. */
  readonly painter: MouthPainter | null;
  readonly check: Pick<MouthCheck, 'isShut'>;
}

/** Frame whose mouth is drawn. */
export interface DrawnFrame {
  readonly planes: I420Frame;
  readonly task: LipTask;
  readonly scene: number;
  /** Middle of the frame on the audio clock. */
  readonly timeMs: number;
}

/**
 * Draws the mouths of frames: from the clip, as a synthetic inside, or by a painter. Where the painter leaves lips open
 * at a closure, its result is undone and the engine's own mouth is drawn.
 */
export class MouthDrawer {
  readonly #drawing: MouthDrawing;
  #closedFrames = 0;

  constructor(drawing: MouthDrawing) {
    this.#drawing = drawing;
  }

  /** Number of frames in which the painter left lips open that must meet. */
  get closedFrames(): number {
    return this.#closedFrames;
  }

  /** Draws on a frame in place. Returns the resulting mesh, which the next call overwrites. */
  async draw(frame: DrawnFrame, signal?: AbortSignal): Promise<Float32Array> {
    const { painter, check } = this.#drawing;
    if (painter === null) {
      return this.#drawOwn(frame);
    }
    const { planes, task, timeMs } = frame;
    const { face, visible, isClosed } = task;
    const mesh = face.landmarks;
    const restore = isClosed ? saveFace(planes, mesh) : null;
    await painter.paint(planes, { timeMs, mesh, visible }, signal);
    if (restore === null || (await check.isShut(planes, mesh, task))) {
      return mesh;
    }
    restore();
    this.#closedFrames += 1;
    return this.#drawOwn(frame);
  }

  #drawOwn({ planes, task, scene }: DrawnFrame): Float32Array {
    const { renderer, drawnMouths } = this.#drawing;
    const { face, own, mouth, isClosed, visible } = task;
    return renderer.render(planes, face, {
      own,
      target: { mouth, isClosed, visible },
      content: this.#contentOf(task) ?? {
        kind: 'inside',
        paint: drawnMouths.prepare(planes, scene, task),
      },
    });
  }

  /** Returns the mouths of the clip that a task shows; null without any. */
  #contentOf({ shown }: LipTask): LipContent | null {
    const faces = shown.flatMap(({ index, weight, seal }) => {
      const face = this.#drawing.library.get(index);
      return face === undefined ? [] : [{ face, weight, seal }];
    });
    return faces.length === 0 ? null : { kind: 'faces', faces };
  }
}
