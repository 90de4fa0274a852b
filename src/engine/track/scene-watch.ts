import type { I420Frame } from '../pixels/frame.ts';

/** Detects cuts, from a few hundred samples of luma per frame. */
export interface SceneWatch {
  /** Returns whether the frame shows another scene than the one before it. Call once per frame. */
  isCut(frame: I420Frame): boolean;
  /** Forgets the last frame. */
  reset(): void;
}

const COLUMNS = 32;
const ROWS = 18;
/**
 * Mean change per sample above which a frame is a cut; hands and fast heads stay below 15. The common change of all
 * samples, as by lights that go on, is subtracted.
 */
const CUT_CHANGE = 24;

/** Creates a watch for one stream. */
export function createSceneWatch(): SceneWatch {
  return new SampledScene();
}

class SampledScene implements SceneWatch {
  #last = new Float32Array(COLUMNS * ROWS);
  #fresh = new Float32Array(COLUMNS * ROWS);
  #hasLast = false;

  isCut(frame: I420Frame): boolean {
    const [last, fresh] = [this.#last, this.#fresh];
    let drift = 0;
    let change = 0;
    for (let index = 0; index < last.length; index += 1) {
      const luma = readSample(frame, index);
      fresh[index] = luma;
      drift += (luma - last[index]) / last.length;
    }
    for (let index = 0; index < last.length; index += 1) {
      change += Math.abs(fresh[index] - last[index] - drift) / last.length;
    }
    [this.#last, this.#fresh] = [fresh, last];
    const isCut = this.#hasLast && change > CUT_CHANGE;
    this.#hasLast = true;
    return isCut;
  }

  reset(): void {
    this.#hasLast = false;
  }
}

/** Returns the mean of four pixels around the centre of a cell. */
function readSample(frame: I420Frame, index: number): number {
  const x = Math.floor((((index % COLUMNS) + 0.5) / COLUMNS) * (frame.width - 1));
  const y = Math.floor(((Math.floor(index / COLUMNS) + 0.5) / ROWS) * (frame.height - 1));
  const at = y * frame.strideY + x;
  const { y: plane, strideY } = frame;
  return (plane[at] + plane[at + 1] + plane[at + strideY] + plane[at + strideY + 1]) / 4;
}
