import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { dispose } from '@livekit/rtc-node';
import { atLeast, atMost, type Metric, type Measurement, toMetric } from '../bench/harness.ts';
import { slope } from '../bench/statistics.ts';
import { fuzzInside, fuzzPort, fuzzSignalling } from '../live/support/fuzz.ts';
import { joinFromNode, type NodeClient } from '../live/support/node-client.ts';
import { openEmbedded } from '../live/support/targets.ts';
import { drawSeed } from '../support/random.ts';

const roundsOfFuzz = 1_500;

/** Measurements after one round. */
interface Sample {
  readonly atMinutes: number;
  readonly heapMb: number;
  readonly framesPerSecond: number;
}

/**
 * Broken input of every kind and clients that join and leave, for the requested time, while a video passes between two
 * others: memory stays flat, the video continues, and no internal error occurs.
 */
export const measurement: Measurement = {
  title: 'A room under broken input',
  needsApp: false,
  run: async ({ note, minutes }) => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const firstSeed = drawSeed();
    const target = await openEmbedded({
      limits: { maxSignalsPerSecond: 1_000_000, maxParticipantsPerRoom: 100 },
    });
    let faults = 0;
    target.server.listen((event) => {
      faults += event.type === 'fault' ? 1 : 0;
    });
    const sender = await joinFromNode(target, 'sender', 'fuzz');
    const watcher = await joinFromNode(target, 'watcher', 'fuzz');
    await sender.publishVideo({ luma: 120 });
    const samples: Sample[] = [];
    const startedMs = performance.now();
    for (let round = 0; performance.now() - startedMs < minutes * 60_000; round += 1) {
      const seed = firstSeed + round;
      const framesBefore = countFrames(watcher);
      const roundMs = performance.now();
      await fuzzSignalling(target, seed, roundsOfFuzz);
      await fuzzPort(findMediaPort(target), seed, roundsOfFuzz);
      await fuzzInside(target, seed, roundsOfFuzz);
      const guest = await joinFromNode(target, `guest-${round}`, 'fuzz', {
        hasOneConnection: round % 2 === 0,
      });
      await pause(1_000);
      await guest.close();
      const seconds = (performance.now() - roundMs) / 1000;
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      samples.push({
        atMinutes: (performance.now() - startedMs) / 60_000,
        heapMb: (heapUsed + external) / 1e6,
        framesPerSecond: (countFrames(watcher) - framesBefore) / seconds,
      });
      note(`round ${round}, seed ${seed}, ${samples.at(-1)?.heapMb.toFixed(1)} MB`);
    }
    await sender.close();
    await watcher.close();
    await target.close();
    await dispose();
    return toMetrics(samples, faults);
  },
};

function toMetrics(samples: readonly Sample[], faults: number): Metric[] {
  // The first rounds compile and fill caches.
  const settled = samples.slice(Math.floor(samples.length / 4));
  return [
    toMetric({ name: 'rounds', value: samples.length, unit: 'rounds' }),
    toMetric({ name: 'bugs', value: faults, unit: 'events', bar: atMost(0) }),
    toMetric({
      name: 'memory of the process',
      value: slope(settled.map(({ atMinutes, heapMb }) => ({ x: atMinutes, y: heapMb }))),
      unit: 'MB/min',
      bar: atMost(0.5),
    }),
    toMetric({
      name: 'frames of the picture, slowest round',
      value: Math.min(...samples.map(({ framesPerSecond }) => framesPerSecond)),
      unit: 'frames/s',
      bar: atLeast(5),
    }),
  ];
}

function countFrames(client: NodeClient): number {
  return client.videos.find(({ from }) => from === 'sender')?.frames ?? 0;
}

function findMediaPort({ server }: Awaited<ReturnType<typeof openEmbedded>>): number {
  return server.metrics().find(({ identity }) => identity === 'watcher')?.paths[0]?.port ?? 0;
}
