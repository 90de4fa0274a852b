import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, atMost, type Measurement, toMetric } from '../bench/harness.ts';
import { findFrameReaderProblem } from '../devices/frame-reader.ts';
import { type Kill, KillStage, type KillReport, type Victim } from '../e2e/camera-kills.ts';
import { openPipeWireServer } from '../support/pipewire-server.ts';
import { createRandom, drawSeed } from '../support/random.ts';

const wanted = Number(process.env['GUISE_KILLS'] ?? 100);

/** Every eighth kill: those from which the app recovers quickly are more frequent. */
const order: readonly Victim[] = [
  'worker',
  'cameras',
  'main',
  'worker',
  'service',
  'page',
  'cameras',
  'worker',
];

/** Kills the page, the live worker, the service, the cameras and main at random moments, while another program records. */
export const measurement: Measurement = {
  title: `${wanted} kills while another program records the camera`,
  needsApp: true,
  minutes: 15,
  run: async ({ note, minutes }) => {
    const problem = findFrameReaderProblem();
    if (problem !== null) {
      throw new Error(`There is no camera to record: ${problem}.`);
    }
    const seed = drawSeed();
    console.error(`seed ${seed}`);
    const random = createRandom(seed);
    const folder = await mkdtemp(join(tmpdir(), 'guise-kills-'));
    const server = await openPipeWireServer();
    const endMs = performance.now() + minutes * 60_000;
    const stage = await KillStage.open(folder, server);
    const reports: KillReport[] = [];
    let left: readonly string[] = [];
    try {
      while (reports.length < wanted && performance.now() < endMs) {
        const kill = drawKill(order[reports.length % order.length] ?? 'worker', random);
        const report = await stage.run(kill);
        reports.push(report);
        note(`${reports.length}: ${describe(report)}`);
        if (report.rawFrames > 0 || report.left.length > 0) {
          console.error(`kill ${reports.length}: ${describe(report)} ${report.left.join('; ')}`);
        }
      }
    } finally {
      left = await stage.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
    return toMetrics(reports, left);
  },
};

function drawKill(victim: Victim, random: () => number): Kill {
  const isBypassed = random() < 0.5;
  const afterMs = Math.round(isBypassed ? random() * 400 - 100 : random() * 1500);
  return { victim, isBypassed, afterMs };
}

function describe({ kill, frames, rawFrames, lastRawMs, frozenMs }: KillReport): string {
  const when = kill.isBypassed ? 'around the end of a bypass' : 'live';
  return `${kill.victim} ${when}, ${kill.afterMs} ms: ${frames} frames, ${rawFrames} raw, last raw ${Math.round(lastRawMs)} ms, stood ${Math.round(frozenMs)} ms`;
}

function toMetrics(reports: readonly KillReport[], left: readonly string[]) {
  const sum = (read: (report: KillReport) => number): number =>
    reports.reduce((total, report) => total + read(report), 0);
  const figure = (name: string, value: number, unit = '') => toMetric({ name, value, unit });
  return [
    toMetric({
      name: 'raw frames that another program read',
      value: sum(({ rawFrames }) => rawFrames),
      unit: '',
      bar: atMost(0),
    }),
    toMetric({
      name: 'processes and cameras left behind',
      value: left.length + sum((report) => report.left.length),
      unit: '',
      bar: atMost(0),
    }),
    toMetric({ name: 'kills', value: reports.length, unit: '', bar: atLeast(wanted) }),
    figure('of them while a bypass ended', reports.filter(({ kill }) => kill.isBypassed).length),
    figure(
      'frames recorded',
      sum(({ frames }) => frames),
    ),
    figure(
      'last raw frame after the end of a bypass',
      Math.max(-1, ...reports.map(({ lastRawMs }) => lastRawMs)),
      'ms',
    ),
    figure(
      'longest that one picture stood in place of the card',
      Math.max(0, ...reports.map(({ frozenMs }) => frozenMs)),
      'ms',
    ),
  ];
}
