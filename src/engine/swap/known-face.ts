import type { FaceSwapper } from '../face/draw/face-swapper.ts';
import { cosineSimilarity } from '../track/face-embedder.ts';
import type { FaceMeter } from '../track/face-meter.ts';
import { SAME_PERSON } from '../track/same-person.ts';
import type { VideoFaceSwapper } from './frame-swapper.ts';
import type { HeldFace } from './held-face.ts';

/**
 * Creates a swapper for a part of a video (`StreamPart`) that identifies faces: `known` is the state from the first
 * part, null in the first itself. Its `close` closes `swapper`.
 */
export function createPartSwapper(
  swapper: FaceSwapper,
  meter: Pick<FaceMeter, 'embed'>,
  known: HeldFace | null,
): VideoFaceSwapper {
  let own = known?.embedding ?? null;
  return {
    arena: swapper.arena,
    prepare: (frame) => swapper.prepare(frame),
    swap(frame, face, timestampUs) {
      const check = swapper.findDueCheck(face, timestampUs);
      if (check === null) {
        return swapper.swap(frame, face, timestampUs);
      }
      return meter.embed(frame, face.landmarks).then((embedding) => {
        if (check === 'identify' || own === null) {
          own = embedding;
        }
        const isSame = own === embedding || cosineSimilarity(own, embedding) >= SAME_PERSON;
        return swapper.swap(frame, face, timestampUs, isSame);
      });
    },
    known() {
      const learnt = swapper.learnt();
      return learnt === null || own === null ? null : { learnt, embedding: own };
    },
    close: () => swapper.close(),
  };
}
