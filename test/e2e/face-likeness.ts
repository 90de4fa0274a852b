import { toI420 } from '../../src/engine/pixels/yuv.ts';
import { readStill } from '../../src/engine/io/video/stills.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { decodeClip } from '../media/support/decode-clip.ts';
import { openBuiltModels } from '../media/support/models.ts';

/** Compares the face of every frame of a clip with two stills: similarity to `like` minus that to `unlike`. */
export async function compareFaces(
  clip: string,
  { like, unlike }: { readonly like: string; readonly unlike: string },
): Promise<readonly number[]> {
  const models = await openTrackerModels(await openBuiltModels());
  const finder = createFaceFinder(models);
  const embedder = createFaceEmbedder(models.identity);
  const embed = (frame: I420Frame): Float32Array | null => {
    const [face] = finder.find(frame);
    return face === undefined ? null : embedFace(embedder, frame, face.landmarks);
  };
  const embedStill = async (path: string): Promise<Float32Array> =>
    embed(toI420(await readStill(path, { maxSide: 1920 })))!;
  const [wanted, other] = [await embedStill(like), await embedStill(unlike)];
  const differences: number[] = [];
  for await (const { frame } of decodeClip(clip)) {
    const own = embed(frame);
    if (own !== null) {
      differences.push(cosineSimilarity(own, wanted) - cosineSimilarity(own, other));
    }
  }
  models.close();
  return differences;
}
