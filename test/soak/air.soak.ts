import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { atLeast, atMost, type Metric, type Measurement, toMetric } from '../bench/harness.ts';
import { findFrameReaderProblem } from '../devices/frame-reader.ts';
import { type AirVerdict, judgeAir, readAir, recordAir } from '../e2e/air-recorder.ts';
import { cheek, clipAsCamera, writeCameraClip } from '../e2e/camera-clip.ts';
import { CameraRecorder } from '../e2e/camera-recorder.ts';
import { useSettings } from '../e2e/ui-page.ts';
import { type LaunchedApp, launchApp, makeProfile } from '../support/launch.ts';
import { openPipeWireServer, type PipeWireServer } from '../support/pipewire-server.ts';
import { listDescendants } from '../support/process-tree.ts';

const size = { width: 854, height: 480 };
/** A frame of the device, and one of the sent video. */
const frameMs = { device: 1000 / 30, page: 1000 / 15 };
/** From the device through PipeWire and a pipe to here. */
const readerMs = 120;
/** Time in which a reader of the camera starts on a busy machine. */
const startMs = 8000;
/** Maximum delay from a frame of the output's track to its reader in an idle page, besides one frame. */
const trackMs = 20;

/**
 * Compares the bar's state with the output in the page and in the virtual camera that another program reads, during
 * random actions of the user and kills of processes.
 */
export const measurement: Measurement = {
  title: 'Words and pictures on air',
  needsApp: true,
  run: async ({ note, minutes }) => {
    const seed = Number(process.env['GUISE_SEED'] ?? Date.now() % 1_000_000);
    console.error(`seed ${seed}`);
    const problem = findFrameReaderProblem();
    const server = problem === null ? await openPipeWireServer() : null;
    if (problem !== null) {
      console.error(`The virtual camera is not read: ${problem}.`);
    }
    const folder = await mkdtemp(join(tmpdir(), 'guise-air-'));
    await writeCameraClip(join(folder, 'cheek.y4m'), 50, cheek);
    const profileFolder = await makeProfile();
    const { args } = clipAsCamera(join(folder, 'cheek.y4m'));
    const app = await launchApp({ profileFolder, args, env: { ...server?.env } });
    const pid = app.app.process().pid ?? 0;
    const recorder =
      server === null
        ? null
        : new CameraRecorder(server, { node: 'guise-camera', ...size }, startMs);
    try {
      await begin(app.page, server);
      const counts = await act(app, { note, minutes, random: createRandom(seed) });
      return await toMetrics(app.page, recorder, counts);
    } finally {
      // Killed directly, because a normal close would ask first.
      process.kill(pid, 'SIGKILL');
      await app.close();
      await recorder?.close();
      await server?.close();
      await rm(folder, { recursive: true, force: true });
      await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function begin(page: Page, server: PipeWireServer | null): Promise<void> {
  const live = { heightP: 480, fps: 15, hasVirtualCamera: server !== null, hasAutoSize: false };
  await useSettings(page, {
    language: 'en',
    live: liveChoiceSchema.parse({ ...live, characterId: firstCharacter }),
  });
  await page.reload();
  await recordAir(page);
  await page.getByRole('button', { name: 'Start camera' }).first().click();
  await expect(page.locator('#preview')).toBeVisible({ timeout: 120_000 });
}

/** A built-in character. */
const firstCharacter = 'built-in-maya';

type Act = 'live' | 'end' | 'cover' | 'uncover' | 'bypass' | 'swap' | 'character' | 'worker';

async function act(
  { app, page }: LaunchedApp,
  options: {
    readonly note: (text: string) => void;
    readonly minutes: number;
    readonly random: () => number;
  },
): Promise<ReadonlyMap<Act, number>> {
  const { note, minutes, random } = options;
  const counts = new Map<Act, number>();
  const press = async (name: string): Promise<boolean> => {
    const button = page.getByRole('main').getByRole('button', { name, exact: true }).last();
    const isThere = (await button.isVisible()) && (await button.isEnabled());
    return (
      isThere &&
      button.click({ timeout: 2000 }).then(
        () => true,
        () => false,
      )
    );
  };
  const acts: Readonly<Record<Act, () => Promise<boolean>>> = {
    live: () => press('Go live'),
    end: async () => random() < 0.4 && press('End'),
    cover: () => press('Cover'),
    uncover: () => press('Show again'),
    bypass: async () => {
      const asked = await press('Bypass');
      const yes = page.getByRole('button', { name: 'Show my real face' });
      return (
        asked &&
        yes.click({ timeout: 2000 }).then(
          () => true,
          () => false,
        )
      );
    },
    swap: () => press('End bypass'),
    character: async () => {
      const tiles = page.locator('.gallery-choose');
      const at = Math.floor(random() * (await tiles.count()));
      return tiles
        .nth(at)
        .click({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
    },
    worker: async () => {
      const worker = listDescendants(app.process().pid ?? 0).find(({ command }) =>
        command.includes('live-worker-entry'),
      );
      return worker !== undefined && random() < 0.3 && process.kill(worker.pid, 'SIGKILL');
    },
  };
  const names = Object.keys(acts) as Act[];
  const endMs = performance.now() + minutes * 60_000;
  while (performance.now() < endMs) {
    const name = names[Math.floor(random() * names.length)] ?? 'live';
    if (await acts[name]()) {
      console.error(`${new Date().toISOString()} ${name}`);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      note([...counts].map(([done, times]) => `${done} ${times}`).join(', '));
      await pause(300 + random() * 4000);
    } else {
      await pause(100);
    }
  }
  return counts;
}

async function toMetrics(
  page: Page,
  recorder: CameraRecorder | null,
  counts: ReadonlyMap<Act, number>,
): Promise<Metric[]> {
  const { said, seen } = await readAir(page);
  const originMs = performance.timeOrigin;
  const device = recorder?.frames.map((frame) => ({ ...frame, atMs: originMs + frame.atMs }));
  const done = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [
    toMetric({ name: 'actions', value: done, unit: '', bar: atLeast(1) }),
    toMetric({ name: 'words of the bar', value: said.length, unit: '' }),
    ...describe(
      'output',
      judgeAir(said, seen, { lateMs: frameMs.page + trackMs, slackMs: frameMs.page + trackMs }),
    ),
    ...(device === undefined
      ? []
      : describe(
          'virtual camera',
          judgeAir(said, device, { lateMs: readerMs, slackMs: frameMs.device }),
        )),
  ];
}

function describe(of: string, verdict: AirVerdict): Metric[] {
  const { pictures, cards, liveOverCard, longestMs, rawOutsideBypass, runs } = verdict;
  for (const { is, startMs, endMs, pictures: count, said } of runs) {
    const [from, lengthMs] = [new Date(startMs).toISOString(), Math.round(endMs - startMs)];
    console.error(
      `${of}: ${is}, ${count} pictures in ${lengthMs} ms from ${from}: ${said.join(', ')}`,
    );
  }
  return [
    toMetric({ name: `${of}: pictures`, value: pictures, unit: '', bar: atLeast(1) }),
    toMetric({ name: `${of}: of them cards`, value: cards, unit: '' }),
    toMetric({
      name: `${of}: live said over a card`,
      value: liveOverCard,
      unit: '',
      bar: atMost(0),
    }),
    toMetric({ name: `${of}: longest`, value: longestMs, unit: 'ms' }),
    toMetric({
      name: `${of}: camera outside of a bypass`,
      value: rawOutsideBypass,
      unit: '',
      bar: atMost(0),
    }),
  ];
}

function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
