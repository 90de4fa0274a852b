import { openVideoReader } from '../../io/video/video-reader.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { cutRgba } from '../../pixels/yuv.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  cutMouthPlanes,
  type LowerFace,
  type MouthArea,
  toMouthArea,
} from '../library/lower-face.ts';
import { trimLips } from '../mouth/trim-lips.ts';
import { createMouthOverlay } from '../redraw/mouth-overlay.ts';
import { createSkinReader } from '../redraw/skin-reader.ts';
import type { ClipSpeaker } from './choose-speaker.ts';
import type { LipTask } from './lip-plan.ts';
import type { PlanSource } from './read-planned.ts';

/** Margin around the drawn points, for interpolation. */
const MARGIN = 4;

/** Reads the lower faces that tasks show from the clip, by frame index. */
export async function readLibrary(
  { path, clip, options }: PlanSource,
  tasks: readonly (LipTask | null)[],
  {
    speaker,
    canonicalFace,
  }: { readonly speaker: Pick<ClipSpeaker, 'faces'>; readonly canonicalFace: CanonicalFace },
): Promise<ReadonlyMap<number, LowerFace>> {
  const shown = tasks.flatMap((task) => task?.shown ?? []);
  const wanted = new Set(shown.map(({ index }) => index));
  const sealed = new Set(shown.filter(({ seal }) => seal > 0).map(({ index }) => index));
  const last = Math.max(-1, ...wanted);
  const faces = new Map<number, LowerFace>();
  if (last < 0) {
    return faces;
  }
  const { points } = createMouthOverlay(canonicalFace);
  const readSkin = createSkinReader(canonicalFace);
  const maxDurationUs = clip.frames[last]!.timestampUs + 1;
  const reader = await openVideoReader(path, { ...options, maxDurationUs });
  for await (const { planes, index } of reader) {
    const face = speaker.faces[index] ?? null;
    if (face !== null && wanted.has(index)) {
      const mesh = face.landmarks;
      const area = toMouthArea(planes, mesh, points, MARGIN);
      faces.set(index, {
        mesh,
        sealed: sealed.has(index) ? sealLips(planes, mesh, area) : null,
        area,
        planes: cutMouthPlanes(planes, area),
        skin: readSkin(planes, face),
      });
    }
  }
  return faces;
}

/** Returns a mesh with lips trimmed by the colours of a part of its frame. */
function sealLips(frame: I420Frame, mesh: Float32Array, area: MouthArea): Float32Array {
  const shift = (by: number) => (value: number, at: number) =>
    value + by * [area.left, area.top, 0][at % 3]!;
  const sealed = mesh.map(shift(-1));
  trimLips(sealed, cutRgba(frame, area));
  return sealed.map(shift(1));
}
