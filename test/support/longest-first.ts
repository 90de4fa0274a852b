import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Slowest test files, the slowest first. A slow file that starts last would run alone at the end, on one core. Vitest
 * orders files without a recorded duration by size, and slow media tests are short files.
 */
const longest: readonly string[] = [
  'src/main/service/service-host.test.ts',
  'test/media/live-built-in.test.ts',
  'test/media/live-swap.test.ts',
  'test/live/swap-session.test.ts',
  'test/live/conformance.test.ts',
  'test/live/many-nodes.test.ts',
  'test/media/live-leak.test.ts',
  'test/live/swap-default.test.ts',
  'test/recording/recorder.test.ts',
  'test/devices/microphone.test.ts',
  'test/service/voice-changer/session.test.ts',
  'test/media/live-arms.test.ts',
  'test/recording/accident.test.ts',
  'test/service/capabilities/motion-segments.test.ts',
  'test/media/identity-occluders.test.ts',
  'test/contract/identity-swap.test.ts',
  'test/service/capabilities/identity-swap-speech.test.ts',
  'test/media/head-swap.test.ts',
  'test/service/capabilities/packs.test.ts',
  'test/service/capabilities/prepared-segments.test.ts',
  'test/service/capabilities/face-swap.test.ts',
  'test/media/voice/any-text.test.ts',
  'test/contract/avatar.test.ts',
  'test/media/tracking.test.ts',
  'test/contract/service.test.ts',
  'test/media/body-character.test.ts',
  'test/contract/console.test.ts',
  'test/media/face-source.test.ts',
  'test/service/jobs/worker-pool.test.ts',
  'test/media/voice/conversion.test.ts',
  'test/main/persons.test.ts',
  'test/media/face-swap.test.ts',
  'test/contract/motion-control.test.ts',
  'test/service/capabilities/embedded.test.ts',
  'test/service/capabilities/fuzz.test.ts',
  'test/contract/fuzz.test.ts',
  'test/service/second-user.test.ts',
  'test/main/queue.test.ts',
];

/** Sequencer of vitest that starts the slowest files of each project first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer is no array
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted
        .filter((file) => file.project === project)
        .toSorted((one, other) => computeRank(one) - computeRank(other)),
    );
  }
}

function computeRank({ moduleId }: TestSpecification): number {
  const rank = longest.indexOf(relative('', moduleId));
  return rank === -1 ? longest.length : rank;
}
