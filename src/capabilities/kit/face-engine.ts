import type { JobNote } from '../../contract/api/resources/job.ts';
import type { JobReport } from '../../contract/job-details.ts';
import { createFaceSwapper } from '../../engine/face/draw/face-swapper.ts';
import type { StreamPart } from '../../engine/face/draw/face-handover.ts';
import type { VideoFaceSwapper } from '../../engine/swap/frame-swapper.ts';
import type { HeldFace } from '../../engine/swap/held-face.ts';
import { createPartSwapper } from '../../engine/swap/known-face.ts';
import type { FaceMeter } from '../../engine/track/face-meter.ts';
import type { RunContext } from '../processor.ts';
import { toEngineKey } from './engine-key.ts';
import { describeMeshEngine, handModels } from './mesh-engine.ts';
import { noteFallback, notePhotoGlasses } from './notes.ts';
import { describePackEngine } from './pack-engine.ts';
import { openRunPacks } from './packs.ts';
import type { SourceFace } from './source-face.ts';

/** Swapper of the faces of a video, with its description for the report. */
export interface FaceEngine {
  readonly swapper: VideoFaceSwapper;
  readonly engine: JobReport['engine'];
  /** Key of the engine, see `toEngineKey`: all parts of one video need the same. */
  readonly key: string;
  readonly notes: readonly JobNote[];
  /** True when packs draw the face: the flaws of a mesh face do not apply then. */
  readonly arePacks: boolean;
}

/**
 * Part of a video that is swapped on its own, with the face that the first part learned; null in the first part, and
 * when nothing was learned.
 */
export interface SwappedPart extends Pick<StreamPart, 'fromUs' | 'toUs'> {
  readonly known: HeldFace | null;
  readonly meter: FaceMeter;
}

/**
 * Opens the engine of a run: the chosen packs when they can be used, else the built-in one, whose parts of a video join
 * without a jump.
 */
export async function openFaceEngine(
  { packs: setup, signal, version }: Pick<RunContext, 'packs' | 'signal' | 'version'>,
  face: SourceFace,
  part: SwappedPart | null = null,
): Promise<FaceEngine> {
  const chosen = await openRunPacks(setup, signal);
  if (chosen.packs === null) {
    return {
      swapper: part === null ? createFaceSwapper(face.source) : openPart(face, part),
      engine: describeMeshEngine(chosen.reasons, handModels),
      key: await toEngineKey(version, null),
      notes: [...noteFallback(chosen), ...notePhotoGlasses(face.source.glasses)],
      arePacks: false,
    };
  }
  const { packs, folder } = chosen;
  const swapper = packs.createSwapper(await packs.prepareSource([face]));
  return {
    swapper: { swap: (frame, target) => swapper.swap(frame, target, signal) },
    engine: describePackEngine(packs.facts),
    key: await toEngineKey(version, { folder, facts: packs.facts }),
    notes: [],
    arePacks: true,
  };
}

function openPart(
  { source }: SourceFace,
  { fromUs, toUs, known, meter }: SwappedPart,
): VideoFaceSwapper {
  const part = { fromUs, toUs, learnt: known?.learnt ?? null };
  return createPartSwapper(createFaceSwapper(source, part), meter, known);
}
