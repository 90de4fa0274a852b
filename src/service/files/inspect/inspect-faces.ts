import { openWarmModels } from '../../../capabilities/kit/models.ts';
import { type Inspection, maxShownFaces } from '../../../contract/inspection.ts';
import { listHeads } from '../../../engine/head/find-heads.ts';
import { readStill } from '../../../engine/io/video/stills.ts';
import { toI420 } from '../../../engine/pixels/yuv.ts';
import { findClipPeople } from '../../../engine/swap/clip-people.ts';
import { createFaceFinder } from '../../../engine/track/face-finder.ts';
import { createFaceMeter } from '../../../engine/track/face-meter.ts';
import { describeFace } from './describe-face.ts';

/** Images are inspected at the size that jobs use. */
const LONGEST_SIDE = 2560;

/** Detects the faces in an image; the first is the one that a job would use. Throws `unsupported_format`. */
export async function inspectPhoto(
  path: string,
  aim: 'face' | 'head' | 'portrait',
): Promise<Inspection> {
  // Heads are chosen by their number: their list is that of the job.
  const photo = await readStill(path, aim === 'head' ? {} : { maxSide: LONGEST_SIDE });
  const frame = toI420(photo);
  const { models } = await openWarmModels();
  const { canonicalFace } = models;
  const found = aim === 'head' ? listHeads(photo, models) : createFaceFinder(models).find(frame);
  const shown = found.slice(0, maxShownFaces);
  return {
    kind: 'faces',
    frames: 1,
    framesWithFace: Math.min(1, found.length),
    count: found.length,
    faces: await Promise.all(
      shown.map((face) => describeFace(frame, face, { scale: 1, canonicalFace })),
    ),
  };
}

/** Detects people at a few positions of a video; the first is the main one. Throws `unsupported_format`. */
export async function inspectPeople(path: string): Promise<Inspection> {
  const { models } = await openWarmModels();
  const { canonicalFace } = models;
  const { frames, framesWithFace, people } = await findClipPeople(path, {
    meter: createFaceMeter(models),
    view: (frame, face, scale) => describeFace(frame, face, { scale, canonicalFace }),
  });
  const faces = people.slice(0, maxShownFaces).map(({ view }) => view);
  return { kind: 'faces', frames, framesWithFace, count: people.length, faces };
}
