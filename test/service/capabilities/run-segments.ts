import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { invariant } from '../../../src/base/errors.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import type { FileKind, InputFile } from '../../../src/capabilities/media-file.ts';
import type {
  Processor,
  RenderedSegment,
  RunContext,
  RunResult,
  SegmentPlan,
} from '../../../src/capabilities/processor.ts';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';

/** Processor with its inputs and an output folder. */
export interface ProcessorInput {
  /** Empty; results of all runs go below it. */
  readonly folder: string;
  readonly processor: Processor;
  readonly input: JsonObject;
  readonly files: RunContext['files'];
}

/** A file in the form of a run's input. */
export async function readInputFile(
  path: string,
  kind: FileKind,
  mime: string,
): Promise<InputFile> {
  const { size: sizeBytes } = await stat(path);
  const facts = kind === 'image' ? {} : { durationMs: (await probeMedia(path)).durationUs / 1000 };
  return { path, kind, mime, sizeBytes, facts };
}

/** A run in this process, with its own folder. */
export async function createRun(
  { folder, processor, input, files }: ProcessorInput,
  name: string,
): Promise<RunContext> {
  const own = join(folder, name);
  await mkdir(own);
  return {
    jobId: name,
    feature: processor.feature,
    input,
    files,
    stage: null,
    preview: null,
    packs: null,
    folder: own,
    signal: new AbortController().signal,
    report: () => undefined,
  };
}

/** Runs all steps of a video, its segments from the last to the first, as if others had rendered those before. */
export async function runSegments(
  run: ProcessorInput,
  lengthUs: number,
): Promise<{ readonly result: RunResult; readonly segments: number }> {
  const step = async (name: string, plan: Omit<SegmentPlan, 'lengthUs'>) => {
    const made = await run.processor.runSegment?.(await createRun(run, name), {
      lengthUs,
      ...plan,
    });
    invariant(made !== undefined, 'it renders segments');
    return made;
  };
  const first = toSegment(await step('begin', { step: 'begin', done: [] }));
  const { count = 1 } = first;
  const later: RenderedSegment[] = [];
  for (let at = count - 1; at > 0; at -= 1) {
    later.unshift(toSegment(await step(`segment-${at}`, { step: at, done: [first] })));
  }
  const result = await step('join', { step: 'join', done: [first, ...later] });
  invariant(typeof result === 'object' && 'output' in result, 'segments are joined to a result');
  return { result, segments: count };
}

function toSegment(made: RunResult | RenderedSegment | 'whole'): RenderedSegment {
  invariant(typeof made === 'object' && !('output' in made), 'a segment is rendered');
  return made;
}
