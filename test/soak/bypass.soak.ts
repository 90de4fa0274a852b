import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, atMost, type Measurement, toMetric } from '../bench/harness.ts';
import { BypassStage, canCutSockets, type CutKind, type CutReport } from '../e2e/bypass-cuts.ts';
import { createRandom, drawSeed } from '../support/random.ts';

const cuts = Number(process.env['GUISE_CUTS'] ?? 200);
/** The service of this computer is started again three times a minute, and a worker is lost as often. */
const dearEvery = 8;

/** Cuts at every point around the click that ends a bypass, with the service and its workers killed as well. */
export const measurement: Measurement = {
  title: `${cuts} breaks around the end of a bypass`,
  needsApp: true,
  run: async ({ note }) => {
    const seed = drawSeed();
    console.error(`seed ${seed}`);
    const random = createRandom(seed);
    const folder = await mkdtemp(join(tmpdir(), 'guise-bypass-'));
    const stage = await BypassStage.open(folder);
    const reports: CutReport[] = [];
    try {
      for (let index = 0; index < cuts; index += 1) {
        const afterMs = Math.round(random() * 400 - 100);
        const report = await stage.cut(toKind(index), afterMs);
        reports.push(report);
        const { kind, frames, rawFrames, lastRawMs } = report;
        note(
          `${index + 1}: ${kind} at ${afterMs} ms: ${frames} pictures, last raw ${lastRawMs} ms`,
        );
        if (rawFrames > 0) {
          console.error(`cut ${index}: ${rawFrames} raw pictures after ${kind} at ${afterMs} ms`);
        }
      }
    } finally {
      await stage.close();
      await rm(folder, { recursive: true, force: true });
    }
    const sum = (read: (report: CutReport) => number): number =>
      reports.reduce((total, report) => total + read(report), 0);
    const bars = { leaks: atMost(0), cuts: atLeast(cuts) };
    return [
      toMetric({
        name: 'raw pictures after the click',
        value: sum(({ rawFrames }) => rawFrames),
        unit: '',
        bar: bars.leaks,
      }),
      toMetric({ name: 'breaks', value: reports.length, unit: '', bar: bars.cuts }),
      toMetric({ name: 'pictures looked at', value: sum(({ frames }) => frames), unit: '' }),
      toMetric({
        name: 'last raw picture on its way at the click',
        value: Math.max(...reports.map(({ lastRawMs }) => lastRawMs)),
        unit: 'ms',
      }),
    ];
  },
};

function toKind(index: number): CutKind {
  if (index % dearEvery === dearEvery - 1) {
    return (index / dearEvery) % 2 < 1 ? 'service' : 'worker';
  }
  return index % 2 === 0 && canCutSockets() ? 'sockets' : 'freeze';
}
