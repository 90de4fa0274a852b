import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';

interface Matrix {
  readonly cols: number;
  readonly rows: number;
  readonly data: Uint8Array;
}
interface Found {
  readonly confidence: number;
}
interface JsFeat {
  readonly U8_t: number;
  readonly C1_t: number;
  readonly matrix_t: new (width: number, height: number, type: number) => Matrix;
  readonly bbf: {
    readonly face_cascade: object;
    prepare_cascade(cascade: object): void;
    build_pyramid(image: Matrix, minWidth: number, minHeight: number, steps: number): object;
    detect(pyramid: object, cascade: object): Found[];
    group_rectangles(found: Found[], minNeighbours: number): Found[];
  };
}

/** Side of the smallest detected faces, in pixels. */
const MIN_SIDE = 32;

let jsfeat: JsFeat | null = null;
/** The library keeps its first image: the memory has to be the same each time. */
let image: Matrix | null = null;

/**
 * Counts the faces that a cascade of boosted features finds in a frame: a detector independent of ours. All frames of a
 * process have one size.
 */
export function countBoostedFaces({ width, height, y: luma, strideY }: I420Frame): number {
  jsfeat ??= load();
  const { bbf, matrix_t: JsMatrix, U8_t: bytes, C1_t: oneChannel } = jsfeat;
  image ??= new JsMatrix(width, height, bytes | oneChannel);
  if (image.cols !== width || image.rows !== height) {
    throw new Error(`Frames of ${image.cols} by ${image.rows} came before.`);
  }
  for (let row = 0; row < height; row += 1) {
    image.data.set(luma.subarray(row * strideY, row * strideY + width), row * width);
  }
  const pyramid = bbf.build_pyramid(image, MIN_SIDE, MIN_SIDE, 4);
  const found = bbf.group_rectangles(bbf.detect(pyramid, bbf.face_cascade), 1);
  return found.filter(({ confidence }) => confidence > 0).length;
}

function load(): JsFeat {
  const library = createRequire(import.meta.url)(
    resolveInProject('node_modules/jsfeat/build/jsfeat.js'),
  ) as JsFeat;
  // The cascade is a script that adds itself to the global of its name.
  const cascade = readFileSync(
    resolveInProject('node_modules/jsfeat/cascades/bbf_face.js'),
    'utf8',
  );
  runInNewContext(cascade, { jsfeat: library });
  library.bbf.prepare_cascade(library.bbf.face_cascade);
  return library;
}
