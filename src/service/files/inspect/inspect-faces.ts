import { openWarmModels } from '../../../capabilities/kit/models.ts';
import {
  type InspectedFace,
  type Inspection,
  maxShownFaces,
} from '../../../contract/inspection.ts';
import { rankHead } from '../../../engine/head/find-heads.ts';
import { probeMedia } from '../../../engine/io/probe.ts';
import { readStill } from '../../../engine/io/stills.ts';
import { openVideoReader } from '../../../engine/io/video-reader.ts';
import type { I420Frame } from '../../../engine/pixels/frame.ts';
import { toI420 } from '../../../engine/pixels/yuv.ts';
import { createFaceFinder, type FaceFinder } from '../../../engine/track/face-finder.ts';
import type { CanonicalFace } from '../../../engine/track/canonical-face.ts';
import type { TrackedFace } from '../../../engine/track/face-track.ts';
import { describeFace } from './describe-face.ts';

/** Pictures are looked at in the size in which jobs look at them. */
const LONGEST_SIDE = 2560;
/** Lines of the frames of a video: faces that matter are found, and an hour of video is looked through in seconds. */
const SHORT_SIDE = 540;
/** Where in a video it is looked first, and where when nobody was seen there; as fractions of its length. */
const PLACES = [0.1, 0.3, 0.5, 0.7, 0.9];
const MORE_PLACES = [0.02, 0.2, 0.4, 0.6, 0.8, 0.97];

/** Looks for faces in a picture; the first is the one that a job would use. Throws `unsupported_format`. */
export async function inspectPhoto(
  path: string,
  aim: 'face' | 'head' | 'portrait',
): Promise<Inspection> {
  const frame = toI420(await readStill(path, { maxSide: LONGEST_SIDE }));
  const { models } = await openWarmModels();
  const found = createFaceFinder(models).find(frame);
  const ranked =
    aim === 'head'
      ? found.toSorted((a, b) => rankHead(b.box, frame) - rankHead(a.box, frame))
      : found;
  return {
    kind: 'faces',
    frames: 1,
    framesWithFace: Math.min(1, ranked.length),
    count: ranked.length,
    faces: await describeFaces(frame, ranked, { scale: 1, canonicalFace: models.canonicalFace }),
  };
}

/** Looks for people at a few places of a video. Throws `unsupported_format`. */
export async function inspectPeople(path: string): Promise<Inspection> {
  const { durationUs, video } = await probeMedia(path);
  const { models } = await openWarmModels();
  const finder = createFaceFinder(models);
  const shortSidePx = Math.min(video?.shown.width ?? 0, video?.shown.height ?? 0);
  const search = (places: readonly number[]): Promise<Seen> =>
    searchVideo(path, finder, {
      canonicalFace: models.canonicalFace,
      timesUs: places.map((place) => Math.floor(place * durationUs)),
      shortSidePx,
    });
  const first = await search(PLACES);
  const more = first.count === 0 ? await search(MORE_PLACES) : null;
  const { framesWithFace, count, faces } = more ?? first;
  const frames = first.frames + (more?.frames ?? 0);
  return { kind: 'faces', frames, framesWithFace, count, faces: [...faces] };
}

/** What some frames of a video show. */
interface Seen {
  readonly frames: number;
  readonly framesWithFace: number;
  /** Of the frame with the most faces. */
  readonly count: number;
  readonly faces: readonly InspectedFace[];
}

async function searchVideo(
  path: string,
  finder: FaceFinder,
  where: {
    readonly timesUs: readonly number[];
    readonly shortSidePx: number;
    readonly canonicalFace: CanonicalFace;
  },
): Promise<Seen> {
  let seen: Seen = { frames: 0, framesWithFace: 0, count: 0, faces: [] };
  for (const startUs of where.timesUs) {
    const options = { startUs, maxShortSide: SHORT_SIDE, framesAhead: 1 };
    // What ends before its stated length has no frame there.
    const reader = await openVideoReader(path, options).catch(() => null);
    const taken = (await reader?.next()) ?? null;
    if (taken !== null) {
      const { picture } = taken;
      const found = finder.find(picture);
      const scale = Math.max(1, where.shortSidePx / Math.min(picture.width, picture.height));
      const isBest = found.length > seen.count;
      seen = {
        frames: seen.frames + 1,
        framesWithFace: seen.framesWithFace + (found.length > 0 ? 1 : 0),
        count: isBest ? found.length : seen.count,
        faces: isBest
          ? await describeFaces(picture, found, { scale, canonicalFace: where.canonicalFace })
          : seen.faces,
      };
    }
    await reader?.close();
  }
  return seen;
}

function describeFaces(
  frame: I420Frame,
  faces: readonly TrackedFace[],
  measures: { readonly scale: number; readonly canonicalFace: CanonicalFace },
) {
  return Promise.all(
    faces.slice(0, maxShownFaces).map((face) => describeFace(frame, face, measures)),
  );
}
