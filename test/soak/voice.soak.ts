import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { ensureSystemPackages } from '../../scripts/lib/system-packages.mjs';
import { atMost, type Metric, type Measurement, toMetric } from '../bench/harness.ts';
import { percentile as percentileOf } from '../bench/statistics.ts';
import { launchApp, makeProfile } from '../support/launch.ts';
import { openSoundServer, type Recording, type SoundServer } from '../support/sound-server.ts';
import { speakFiles } from '../support/spoken-wav.ts';
import { callPage } from '../support/page-bridge.ts';
import { beginVoice, chooseOutput, findPanel, untilListed } from './voice-panel.ts';
import { findDelays, type TimedDelay } from './find-delays.ts';
import { findGaps, type HeardGap } from './find-gaps.ts';

const parts = ['chunk', 'algorithm', 'queue', 'device', 'total'] as const;

/** Values of the panel at a moment. */
interface Told {
  readonly atMs: number;
  readonly parts: Readonly<Record<(typeof parts)[number], number>>;
  readonly gaps: number;
  readonly bridgedMs: number;
  readonly droppedMs: number;
}

/** Time for which other programs use all processors, in the middle of the run. */
const BURST_MS = 4_000;
/** Time after which this load must have no more effect. */
const AFTER_BURST_MS = 15_000;
/** Time after a burst in which delayed audio may still break off. */
const BURST_TAIL_MS = 1_500;

/**
 * A voice from a microphone to a virtual microphone: a real sound server, the app's window, its service and its socket.
 * The delay is measured from outside, by two recorders, and compared with the app's report.
 */
export const measurement: Measurement = {
  title: 'A changed voice from mouth to virtual microphone',
  needsApp: true,
  run: async ({ note, minutes }) => {
    await ensureSystemPackages(['device-tests']);
    const spoken = await speakFiles(['en-rowan', 'en-clara']);
    const server = await openSoundServer();
    const profileFolder = await makeProfile();
    const app = await launchApp({ profileFolder, env: { ...server.env } });
    try {
      await beginVoice(app.page, server, spoken.paths);
      await chooseOutput(app.page, server);
      const run = { page: app.page, server, note, minutes: minutes / 2 };
      const browser = await measure({
        ...run,
        heard: () => server.heard.virtual(),
        way: 'browser',
      });
      await findPanel(app.page).getByRole('switch', { name: 'Virtual microphone' }).press('Space');
      await untilListed(app.page);
      const heard = server.record('guise_microphone');
      const native = await measure({ ...run, heard, way: 'sound server' });
      return [...native, ...browser];
    } finally {
      // During speech, the window asks before it closes.
      await callPage(app.page, 'changer.stop', {});
      await callPage(app.page, 'window.guard', { reason: null });
      await app.close();
      await server.close();
      await spoken.remove();
      await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

interface MeasuredWay {
  readonly page: Page;
  readonly server: SoundServer;
  readonly heard: () => Recording;
  readonly way: 'sound server' | 'browser';
  readonly note: (text: string) => void;
  readonly minutes: number;
}

/** Measures one path for some minutes, with a burst of load in their middle. */
async function measure({
  page,
  server,
  heard,
  way,
  note,
  minutes,
}: MeasuredWay): Promise<Metric[]> {
  note(`by the ${way}: the voice settles`);
  await pause(10_000);
  const beganMs = performance.now();
  const endMs = beganMs + minutes * 60_000;
  const told: Told[] = [];
  let burstMs: number | null = null;
  while (performance.now() < endMs) {
    await pause(1000);
    told.push(await readPanel(page));
    const passedMs = performance.now() - beganMs;
    if (burstMs === null && passedMs > (minutes * 60_000) / 2) {
      note('other programs are busy');
      burstMs = performance.now();
      await keepBusy();
    }
    const status = await findPanel(page).locator('.ui-status').first().textContent();
    note(`${(passedMs / 60_000).toFixed(1)} of ${minutes} min, ${status}`);
  }
  const mouth = server.heard.mouth();
  const late = heard();
  const delays = findDelays(mouth, late, beganMs);
  const gaps = findGaps(mouth, late, delays).filter(({ atMs }) => atMs > beganMs);
  return toMetrics({ told, delays, burstMs, gaps, way });
}

async function readPanel(page: Page): Promise<Told> {
  const texts = await findPanel(page).evaluate((panel) => {
    const read = (selector: string): string => panel.querySelector(selector)?.textContent ?? '';
    return {
      chunk: read('[data-part=chunk]'),
      algorithm: read('[data-part=algorithm]'),
      queue: read('[data-part=queue]'),
      device: read('[data-part=device]'),
      total: read('[data-part=total]'),
      lost: read('.voice-lost'),
    };
  });
  const toNumber = (text: string): number => Number.parseFloat(text);
  const lost = (texts.lost.replace(/^No/, '0').match(/\d+/g) ?? []).map(Number);
  const [gaps = 0, bridgedMs = 0, droppedMs = 0] = lost;
  return {
    atMs: performance.now(),
    parts: {
      chunk: toNumber(texts.chunk),
      algorithm: toNumber(texts.algorithm),
      queue: toNumber(texts.queue),
      device: toNumber(texts.device),
      total: toNumber(texts.total),
    },
    gaps,
    bridgedMs,
    droppedMs,
  };
}

async function keepBusy(): Promise<void> {
  const spin = `const end = Date.now() + ${BURST_MS}; while (Date.now() < end) {}`;
  const busy: ChildProcess[] = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['-e', spin], { stdio: 'ignore' }),
  );
  await Promise.all(busy.map((child) => new Promise((resolve) => child.once('exit', resolve))));
}

/** NaN where nothing could be measured, which misses every bar. */
function percentile(values: readonly number[], share: number): number {
  return values.length === 0 ? Number.NaN : percentileOf(values, share);
}

interface Run {
  readonly told: readonly Told[];
  readonly delays: readonly TimedDelay[];
  readonly burstMs: number | null;
  readonly gaps: readonly HeardGap[];
  readonly way: MeasuredWay['way'];
}

function toMetrics({ told, delays, burstMs, gaps, way }: Run): Metric[] {
  const isNative = way === 'sound server';
  const measured = delays.map(({ delayMs }) => delayMs);
  const third = Math.max(1, Math.floor(delays.length / 3));
  const within = (fromMs: number, toMs: number): number[] =>
    delays.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ delayMs }) => delayMs);
  const burst = burstMs ?? 0;
  const before = within(Number.NEGATIVE_INFINITY, burst - 2000);
  const after = within(burst + BURST_MS + AFTER_BURST_MS, Number.POSITIVE_INFINITY);
  const calm = told.filter(
    ({ atMs }) => atMs < burst - 2000 || atMs > burst + BURST_MS + AFTER_BURST_MS,
  );
  const isInBurst = (atMs: number): boolean =>
    atMs >= burst && atMs < burst + BURST_MS + BURST_TAIL_MS;
  /** Returns the rise of a counter during bursts of other programs, or outside of them. */
  const lost = (field: 'gaps' | 'bridgedMs' | 'droppedMs', isBurst: boolean): number =>
    told.reduce((sum, { atMs, [field]: now }, index) => {
      const rise = now - (told[index - 1]?.[field] ?? now);
      return isInBurst(atMs) === isBurst ? sum + rise : sum;
    }, 0);
  const toldTotal = (isAfter: boolean): number =>
    percentile(
      calm.filter(({ atMs }) => atMs > burst === isAfter).map((entry) => entry.parts.total),
      0.5,
    );
  const toldPart = (part: (typeof parts)[number]): number =>
    percentile(calm.map((entry) => entry.parts[part]).filter(Number.isFinite), 0.5);
  const toNamed: typeof toMetric = (figure) =>
    toMetric({ ...figure, name: `by the ${way}: ${figure.name}` });
  return [
    toNamed({
      name: 'mouth to virtual microphone, p50',
      value: percentile(measured, 0.5),
      unit: 'ms',
      reference: toldPart('total'),
      bar: isNative ? atMost(150) : undefined,
    }),
    toNamed({
      name: 'mouth to virtual microphone, p95',
      value: percentile(measured, 0.95),
      unit: 'ms',
      bar: isNative ? atMost(180) : undefined,
    }),
    ...parts
      .filter((part) => part !== 'total')
      .map((part) =>
        toNamed({ name: `of it ${part}, as the app says`, value: toldPart(part), unit: 'ms' }),
      ),
    toNamed({
      name: 'of it sound server and browser, what is left',
      value: percentile(measured, 0.5) - toldPart('total'),
      unit: 'ms',
    }),
    toNamed({
      name: 'delay of the last third beside the first',
      value: percentile(measured.slice(-third), 0.5),
      unit: 'ms',
      reference: percentile(measured.slice(0, third), 0.5),
    }),
    toNamed({
      name: 'delay grows from first to last third',
      value: percentile(measured.slice(-third), 0.5) - percentile(measured.slice(0, third), 0.5),
      unit: 'ms',
      bar: atMost(20),
    }),
    toNamed({
      name: 'delay that other busy programs leave behind',
      value: percentile(after, 0.5) - percentile(before, 0.5),
      unit: 'ms',
      reference: toldTotal(true) - toldTotal(false),
      bar: atMost(20),
    }),
    ...[false, true].flatMap((isBurst) => {
      const when = isBurst ? 'while other programs are busy' : 'in quiet time';
      const heard = gaps.filter(({ atMs }) => isInBurst(atMs) === isBurst);
      return [
        toNamed({
          name: `speech breaks off ${when}, as heard`,
          value: heard.length,
          unit: 'gaps',
          reference: Math.max(0, ...heard.map(({ lengthMs }) => lengthMs)),
          bar: isBurst ? undefined : atMost(0),
        }),
        toNamed({
          name: `speech breaks off ${when}, as the app says`,
          value: lost('gaps', isBurst),
          unit: 'gaps',
          bar: isBurst ? undefined : atMost(0),
        }),
        toNamed({ name: `said again ${when}`, value: lost('bridgedMs', isBurst), unit: 'ms' }),
        toNamed({ name: `dropped ${when}`, value: lost('droppedMs', isBurst), unit: 'ms' }),
      ];
    }),
  ];
}
