import { join } from 'node:path';
import { joinVideos, type VideoPart } from '../../engine/io/video/join-videos.ts';
import { provenanceComment } from '../../engine/io/provenance.ts';
import { summariseQuality } from '../../engine/quality/result-quality.ts';
import { refuseWithoutFace } from '../../engine/swap/swap-video.ts';
import { noteKeptGlasses, noteSmallerOutput } from '../kit/notes.ts';
import { sumStageDurations } from '../kit/segments.ts';
import { toPeopleReport } from '../kit/swapped-people.ts';
import { readVideoOutput, toReportSpans } from '../kit/video-result.ts';
import type { RunContext, RunResult } from '../processor.ts';
import { nameVideo, readSwapRequest } from './open-swap.ts';
import type { SegmentedSwap, SegmentFacts } from './segment-facts.ts';

/** Joins all segments of a video with the audio of the clip, and merges their facts. */
export async function joinSegments(
  context: RunContext,
  {
    parts,
    facts: all,
    isChosen,
    decided: { engine, notes, arePacks },
  }: {
    readonly parts: readonly VideoPart[];
    readonly facts: readonly SegmentFacts[];
    readonly isChosen: boolean;
    readonly decided: Pick<SegmentedSwap, 'engine' | 'notes' | 'arePacks'>;
  },
): Promise<RunResult> {
  const request = readSwapRequest(context);
  const size = all[0]?.size ?? { width: 0, height: 0 };
  const { video, maxDurationUs } = request;
  const frames = addFrames(all);
  await nameVideo(request, () => {
    refuseWithoutFace(frames, isChosen);
  });
  const outputPath = join(context.folder, 'swapped.mp4');
  const { sound } = await joinVideos(outputPath, {
    parts,
    sound: { path: video.path, mime: video.mime, endUs: maxDurationUs },
    comment: provenanceComment,
    signal: context.signal,
  });
  const { flaws, ...measured } = summariseQuality(
    all.flatMap(({ samples }) => samples),
    { frames: frames.total, swapped: frames.swapped },
  );
  const usedFlaws = arePacks ? null : flaws;
  return {
    ...(await readVideoOutput(outputPath, { size, sound })),
    report: {
      engine,
      ...sumStageDurations(all),
      frames: {
        total: frames.total,
        swapped: frames.swapped,
        untouched: toReportSpans(all.flatMap(({ untouched }) => untouched)),
      },
      quality: { ...measured, flaws: usedFlaws },
      ...toPeopleReport(findRanks(all)),
    },
    notes: [
      ...notes,
      ...noteKeptGlasses(usedFlaws, notes),
      ...noteSmallerOutput(size, request.maxShortSide),
    ],
  };
}

function addFrames(all: readonly SegmentFacts[]): SegmentFacts['frames'] {
  const sum = (pick: (frames: SegmentFacts['frames']) => number): number =>
    all.reduce((total, { frames }) => total + pick(frames), 0);
  return {
    total: sum(({ total }) => total),
    tracked: sum(({ tracked }) => tracked),
    swapped: sum(({ swapped }) => swapped),
  };
}

/** Returns the ranks of the segment with the most people. */
function findRanks(all: readonly SegmentFacts[]): SegmentFacts['ranks'] {
  const countPeople = ({ ranks }: SegmentFacts): number => ranks[0]?.count ?? 0;
  return all.toSorted((a, b) => countPeople(b) - countPeople(a))[0]?.ranks ?? [];
}
