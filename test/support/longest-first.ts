import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Slowest test files, the slowest first. A slow file that starts last would run alone at the end, on one core. Vitest
 * orders files without a recorded duration by size, and slow media tests are short files.
 */
const longest: readonly string[] = [
  'src/main/service/service-host.test.ts',
  'src/engine/voice/clone/choose-melody.test.ts',
  'src/service/live/remote/remote-workers.test.ts',
  'src/engine/voice/clone/match-speech.test.ts',
  'src/devices/camera/y4m/y4m-camera.test.ts',
  'src/base/voice/jitter-buffer.test.ts',
  'src/base/voice/voice-pipeline.test.ts',
  'src/instructions/prompt/read-prompt.test.ts',
  'test/recording/recorder.test.ts',
  'test/recording/accident.test.ts',
  'test/media/live-built-in.test.ts',
  'test/media/live-swap.test.ts',
  'test/service/voice-changer/session.test.ts',
  'test/media/live-leak.test.ts',
  'test/media/live-arms.test.ts',
  'test/devices/page-outlet.test.ts',
  'test/devices/camera.test.ts',
  'test/media/live-characters.test.ts',
  'test/service/live/session-model.test.ts',
  'test/service/capabilities/identity-swap-speech.test.ts',
  'test/contract/identity-swap.test.ts',
  'test/devices/microphone.test.ts',
  'test/live/swap-session.test.ts',
  'test/live/conformance.test.ts',
  'test/service/capabilities/face-swap.test.ts',
  'test/service/capabilities/prepared-segments.test.ts',
  'test/service/jobs/worker-pool.test.ts',
  'test/service/capabilities/motion-segments.test.ts',
  'test/live/many-nodes.test.ts',
  'test/main/queue.test.ts',
  'test/media/head-swap.test.ts',
  'test/service/capabilities/packs.test.ts',
  'test/contract/avatar.test.ts',
  'test/service/capabilities/fuzz.test.ts',
  'test/main/hostile-service.test.ts',
  'test/service/jobs/segments.test.ts',
  'test/contract/motion-control.test.ts',
  'test/contract/console.test.ts',
  'test/live/swap-default.test.ts',
  'test/media/identity-occluders.test.ts',
  'test/contract/fuzz.test.ts',
  'test/service/capabilities/embedded.test.ts',
  'test/contract/service.test.ts',
  'test/main/persons.test.ts',
  'test/media/tracking.test.ts',
  'test/service/jobs/pool-crash.test.ts',
  'test/service/capabilities/reimagine-segments.test.ts',
  'test/main/conversions.test.ts',
  'test/service/capabilities/picture-packs.test.ts',
  'test/media/voice/conversion.test.ts',
  'test/main/jobs.test.ts',
  'test/service/jobs/queue-model.test.ts',
  'test/service/files/inspect.test.ts',
  'test/service/store/crash.test.ts',
  'test/service/capabilities/lip-sync-segments.test.ts',
  'test/media/body-character.test.ts',
  'test/service/capabilities/face-swap-segments.test.ts',
  'test/service/selftest.test.ts',
  'test/media/reimagine-video.test.ts',
  'test/service/second-user.test.ts',
  'test/media/reimagine.test.ts',
  'test/runtime/chromium.test.ts',
  'test/service/capabilities/reimagine-video.test.ts',
  'test/media/swap-video.test.ts',
  'test/media/voice/speech.test.ts',
  'test/main/damaged-files.test.ts',
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
