import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dropOn } from '../e2e/job-form.ts';
import { goTo, useSettings } from '../e2e/ui-page.ts';
import { monaLisa } from '../media/support/stills.ts';
import { writeFaceClip } from '../service/capabilities/face-clips.ts';
import { launchApp } from '../support/launch.ts';
import { atMost, type Metric, toMetric } from './harness.ts';
import { percentile } from './statistics.ts';

const FILES = 200;
const CLIP = { width: 640, height: 360, frames: 60 };
/** Maximum wait for background work of the list. */
const PATIENCE_MS = 60_000;

/** Times of a drop noted by the page, in milliseconds since the drop. */
interface Noted {
  /** Time until every file is listed with name and size, or with its refusal. */
  readonly listedMs: number;
  /** Time until every file has its thumbnail and length. */
  readonly factsMs: number;
  /** Time until all inspections have ended. */
  readonly checkedMs: number;
  /** Lateness of the page's timers, until all facts are there. */
  readonly lateMs: readonly number[];
  /** Durations of calls to the main process meanwhile. */
  readonly answersMs: readonly number[];
}

/** Measures a drop of a face and many clips on Create: time until all are listed, and the page's responsiveness. */
export async function measureDrop(note: (text: string) => void): Promise<Metric[]> {
  note(`a drop of ${FILES} files`);
  const folder = await mkdtemp(join(tmpdir(), 'guise-drop-'));
  const { page, close } = await launchApp();
  try {
    const paths = await writeFiles(folder);
    await useSettings(page, { language: 'en', motion: 'reduced' });
    await goTo(page, 'create');
    await page.locator('.ui-drop-area').first().waitFor();
    await watch(page);
    await dropOn(page, page.locator('.create-screen'), paths);
    const noted = await readNoted(page);
    return [
      toMetric({
        name: `${FILES} dropped files, all in the list`,
        value: noted.listedMs,
        unit: 'ms',
        bar: atMost(3_000),
      }),
      toMetric({ name: 'all with picture and length', value: noted.factsMs, unit: 'ms' }),
      toMetric({ name: 'all looked into for faces', value: noted.checkedMs, unit: 'ms' }),
      toMetric({
        name: 'page late meanwhile, p95',
        value: percentile(noted.lateMs, 0.95),
        unit: 'ms',
        bar: atMost(50),
      }),
      toMetric({ name: 'page late meanwhile, most', value: Math.max(...noted.lateMs), unit: 'ms' }),
      toMetric({
        name: 'answer of main meanwhile, p95',
        value: percentile(noted.answersMs, 0.95),
        unit: 'ms',
        bar: atMost(50),
      }),
    ];
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Writes files of different content, because equal files would be inspected only once. */
async function writeFiles(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const face = join(folder, 'face.jpg');
  await copyFile(monaLisa, face);
  const first = join(folder, 'clip.mp4');
  await writeFaceClip(first, CLIP);
  const bytes = await readFile(first);
  const paths = [face];
  for (let index = 1; index < FILES; index += 1) {
    const path = join(folder, `Clip ${index}.mp4`);
    await writeFile(path, Buffer.concat([bytes, toFreeBox(`clip ${index}`)]));
    paths.push(path);
  }
  return paths;
}

/** Creates a video box that readers skip. */
function toFreeBox(text: string): Buffer {
  const box = Buffer.from(`....free${text}`);
  box.writeUInt32BE(box.length);
  return box;
}

/** Starts to note times at the next drop. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(
    ({ files, patienceMs }) => {
      const noted = Promise.withResolvers<unknown>();
      Reflect.set(globalThis, 'noted', noted.promise);
      const count = (selector: string): number => document.querySelectorAll(selector).length;
      const begin = (): void => {
        const beganAtMs = performance.now();
        const lateMs: number[] = [];
        const answersMs: number[] = [];
        let [listedMs, factsMs] = [Number.NaN, Number.NaN];
        let dueAtMs = performance.now() + 10;
        const ticks = setInterval(() => {
          const nowMs = performance.now();
          if (Number.isNaN(factsMs)) {
            lateMs.push(Math.max(0, nowMs - dueAtMs));
          }
          dueAtMs = nowMs + 10;
        }, 10);
        const bridge = Reflect.get(globalThis, 'guise') as {
          call: (name: string, input: unknown) => Promise<unknown>;
        };
        const questions = setInterval(() => {
          const askedAtMs = performance.now();
          const ask = async (): Promise<void> => {
            await bridge.call('settings.read', {});
            answersMs.push(performance.now() - askedAtMs);
          };
          void ask();
        }, 100);
        const looks = setInterval(() => {
          const passedMs = performance.now() - beganAtMs;
          if (Number.isNaN(listedMs) && count('.slot-file') === files - 1) {
            listedMs = passedMs;
          }
          if (Number.isNaN(factsMs) && count('.slot-file .slot-thumb img') === files - 1) {
            factsMs = passedMs;
          }
          const isOver = !Number.isNaN(factsMs) && count('.lucide-loader-circle') === 0;
          if (isOver || passedMs > patienceMs) {
            [ticks, questions, looks].forEach(clearInterval);
            noted.resolve({ listedMs, factsMs, checkedMs: passedMs, lateMs, answersMs });
          }
        }, 100);
      };
      document.addEventListener('drop', begin, { once: true, capture: true });
    },
    { files: FILES, patienceMs: PATIENCE_MS },
  );
}

async function readNoted(page: Page): Promise<Noted> {
  return page.evaluate(() => Reflect.get(globalThis, 'noted') as Promise<Noted>);
}
