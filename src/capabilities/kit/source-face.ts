import { AppError } from '../../base/errors.ts';
import { type FaceSource, prepareSource } from '../../engine/face/source/face-source.ts';
import { orAbort } from '../../engine/io/or-abort.ts';
import { readStill } from '../../engine/io/stills.ts';
import type { I420Frame } from '../../engine/pixels/frame.ts';
import { sizeOfI420 } from '../../engine/pixels/i420-view.ts';
import { toI420 } from '../../engine/pixels/yuv.ts';
import type { CanonicalFace } from '../../engine/track/canonical-face.ts';
import type { FaceMeter } from '../../engine/track/face-meter.ts';
import type { InputFile } from '../media-file.ts';

/** A texture of a face has at most 512 pixels a side; larger photos only cost memory. */
const LONGEST_SIDE = 2560;

/** The face of a photo, ready to be put on others. */
export interface SourceFace {
  readonly source: FaceSource;
  /** Where it was found, for whoever compares results with it. */
  readonly frame: I420Frame;
  readonly landmarks: Float32Array;
}

/** What faces of photos are read with. */
export interface FaceReading {
  readonly meter: Pick<FaceMeter, 'find'>;
  readonly canonicalFace: CanonicalFace;
  /** Looked at between the steps, of which each takes a fifth of a second at most. */
  readonly signal: AbortSignal;
}

/**
 * The face of a photo, the largest when there are several. Throws `face_not_detected` that names
 * `field` when there is none.
 */
export async function readSourceFace(
  { path }: InputFile,
  field: string,
  { meter, canonicalFace, signal }: FaceReading,
): Promise<SourceFace> {
  const photo = await readStill(path, { maxSide: LONGEST_SIDE });
  // Shared, or the thread that looks at it would be sent copies.
  const frame = toI420(photo, new SharedArrayBuffer(sizeOfI420(photo.width, photo.height)));
  signal.throwIfAborted();
  const [face] = await orAbort(meter.find(frame), signal);
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
