import { AppError } from '../../base/errors.ts';
import { type FaceSource, prepareSource } from '../../engine/face/source/face-source.ts';
import { rejectOnAbort } from '../../engine/io/reject-on-abort.ts';
import { readStill } from '../../engine/io/video/stills.ts';
import type { I420Frame } from '../../engine/pixels/frame.ts';
import { sizeOfI420 } from '../../engine/pixels/i420-view.ts';
import { toI420 } from '../../engine/pixels/yuv.ts';
import type { CanonicalFace } from '../../engine/track/canonical-face.ts';
import type { FaceMeter } from '../../engine/track/face-meter.ts';
import type { InputFile } from '../media-file.ts';

/** Longest side of a photo: a face texture has at most 512 pixels a side, so larger photos only cost memory. */
const LONGEST_SIDE = 2560;

/** Face of a photo, ready to be swapped in. */
export interface SourceFace {
  readonly source: FaceSource;
  /** Frame of the photo, for comparison with results. */
  readonly frame: I420Frame;
  readonly landmarks: Float32Array;
}

/** Inputs of reading a source face. */
export interface FaceReading {
  readonly meter: Pick<FaceMeter, 'find'>;
  readonly canonicalFace: CanonicalFace;
  /** Checked between the steps, which take a fifth of a second at most. */
  readonly signal: AbortSignal;
}

/** Reads the largest face of a photo. Throws `face_not_detected` with `field` when there is none. */
export async function readSourceFace(
  { path }: InputFile,
  field: string,
  { meter, canonicalFace, signal }: FaceReading,
): Promise<SourceFace> {
  const photo = await readStill(path, { maxSide: LONGEST_SIDE });
  // Shared memory saves a copy for the tracker thread.
  const frame = toI420(photo, new SharedArrayBuffer(sizeOfI420(photo.width, photo.height)));
  signal.throwIfAborted();
  const [face] = await rejectOnAbort(meter.find(frame), signal);
  if (face === undefined) {
    throw new AppError(
      'face_not_detected',
      `No face was found in the picture of ${field}. Use a photo that shows one face from the front.`,
      { details: { field } },
    );
  }
  const { landmarks } = face;
  return { source: prepareSource(photo, face, canonicalFace), frame, landmarks };
}
