import type { JobNote } from '../../contract/api/resources/job.ts';
import type { JobReport } from '../../contract/job-details.ts';
import { createFaceSwapper } from '../../engine/face/draw/face-swapper.ts';
import type { LearntFace } from '../../engine/face/draw/face-memory.ts';
import type { VideoFaceSwapper } from '../../engine/swap/frame-swapper.ts';
import type { RunContext } from '../processor.ts';
import { describeMeshEngine, handModels } from './mesh-engine.ts';
import { noteFallback } from './notes.ts';
import { describePackEngine } from './pack-engine.ts';
import { openRunPacks } from './packs.ts';
import type { SourceFace } from './source-face.ts';

/** What swaps the faces of a video, and how the report names it. */
export interface FaceEngine {
  readonly swapper: VideoFaceSwapper;
  readonly engine: JobReport['engine'];
  readonly notes: readonly JobNote[];
  /** Whether packs draw the face: what gives away a face on a mesh says nothing of theirs. */
  readonly arePacks: boolean;
}

/**
 * The engine of a run: the packs that are chosen where they can be used, else the built-in one, which is told what was
 * learnt of the face that it will swap first.
 */
export async function openFaceEngine(
  { packs: setup, signal }: Pick<RunContext, 'packs' | 'signal'>,
  face: SourceFace,
  learnt: LearntFace | null = null,
): Promise<FaceEngine> {
  const chosen = await openRunPacks(setup, signal);
  const { packs, reason } = chosen;
  if (packs === null) {
    return {
      swapper: createFaceSwapper(face.source, learnt),
      engine: describeMeshEngine(reason, handModels),
      notes: noteFallback(chosen),
      arePacks: false,
    };
  }
  const swapper = packs.createSwapper(await packs.prepareSource([face]));
  return {
    swapper: { swap: (frame, target) => swapper.swap(frame, target, signal) },
    engine: describePackEngine(packs.facts),
    notes: [],
    arePacks: true,
  };
}
