import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createId } from '../../src/base/ids.ts';
import { libraryKinds } from '../../src/contract/ipc/library.ts';
import type { LibraryRecord } from '../../src/main/library/library-records.ts';
import { launchApp, makeProfile } from '../support/launch.ts';
import { atMost, type Metric, toMetric } from './harness.ts';
import { median, percentile } from './statistics.ts';

const ROWS = 100_000;
const SCROLL_MS = 8_000;
const ROUNDS = 40;
/** Duration of a frame at 60 per second, with the tolerance of its clock. */
const FRAME_MS = 17.7;

/** Measures a list of a hundred thousand rows: frame times while scrolling, and answer times. */
export async function measureLibrary(note: (text: string) => void): Promise<Metric[]> {
  note(`a library of ${ROWS} rows`);
  const profileFolder = await makeProfile();
  await writeLibrary(profileFolder);
  const { page, close } = await launchApp({ profileFolder });
  try {
    await page.locator('nav [data-screen="history"]').click();
    const openedAtMs = performance.now();
    await page.getByRole('row').nth(5).waitFor({ timeout: 60_000 });
    const openMs = performance.now() - openedAtMs;
    note('a resting window, as the reference');
    const resting = await timeFrames(page, { pxPerFrame: 0, durationMs: SCROLL_MS / 2 });
    note('scrolling as with a wheel');
    const wheel = await timeFrames(page, { pxPerFrame: 60, durationMs: SCROLL_MS });
    note('scrolling as with the bar');
    const bar = await timeFrames(page, { pxPerFrame: 6_000, durationMs: SCROLL_MS });
    note('answers');
    const pages = await timePages(page, []);
    const words = await timePages(page, ['ada']);
    return [
      toMetric({ name: `${ROWS} rows, from the click to the list`, value: openMs, unit: 'ms' }),
      ...toFrameMetrics('wheel', wheel, resting),
      ...toFrameMetrics('bar', bar, resting),
      toMetric({
        name: 'answer with a page of rows, p95',
        value: percentile(pages, 0.95),
        unit: 'ms',
        bar: atMost(50),
      }),
      toMetric({
        name: 'answer to a new search, p95',
        value: percentile(words, 0.95),
        unit: 'ms',
        bar: atMost(200),
      }),
    ];
  } finally {
    await close();
    await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function toFrameMetrics(
  name: string,
  frames: readonly number[],
  resting: readonly number[],
): Metric[] {
  return [
    toMetric({
      name: `frame while scrolled by the ${name}, p50`,
      value: median(frames),
      unit: 'ms',
      reference: median(resting),
      bar: atMost(FRAME_MS),
    }),
    toMetric({
      name: `frame while scrolled by the ${name}, p95`,
      value: percentile(frames, 0.95),
      unit: 'ms',
      reference: percentile(resting, 0.95),
      bar: atMost(34),
    }),
    toMetric({
      name: `frame while scrolled by the ${name}, slowest`,
      value: Math.max(...frames),
      unit: 'ms',
      reference: Math.max(...resting),
    }),
  ];
}

/** Scrolls the list back and forth by `pxPerFrame` and returns the frame times. */
async function timeFrames(
  page: Page,
  scroll: { readonly pxPerFrame: number; readonly durationMs: number },
): Promise<number[]> {
  return page.locator('.ui-grid-body').evaluate(
    (body, { pxPerFrame, durationMs }) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        const beganAtMs = performance.now();
        let step = pxPerFrame;
        let beforeMs = 0;
        const draw = (nowMs: number): void => {
          if (beforeMs > 0) {
            frames.push(nowMs - beforeMs);
          }
          beforeMs = nowMs;
          const top = body.scrollTop;
          body.scrollTop = top + step;
          if (step !== 0 && body.scrollTop === top) {
            step = -step;
          }
          if (nowMs - beganAtMs < durationMs) {
            requestAnimationFrame(draw);
          } else {
            resolve(frames);
          }
        };
        requestAnimationFrame(draw);
      }),
    scroll,
  );
}

/** Measures answers from different positions and searches, inside the page, which excludes the test tool. */
async function timePages(page: Page, words: readonly string[]): Promise<number[]> {
  return page.evaluate(
    async ({ rounds, rows, texts }) => {
      const bridge = Reflect.get(globalThis, 'guise') as {
        call: (name: string, input: unknown) => Promise<{ readonly ok: boolean }>;
      };
      const durationsMs: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const query = {
          kind: null,
          state: null,
          profileId: null,
          words: texts.map((text) => ({ text: `${text} ${round}`, features: [], voiceIds: [] })),
        };
        const offset = texts.length > 0 ? 0 : Math.floor((round / rounds) * rows);
        const startedAtMs = performance.now();
        const reply = await bridge.call('library.page', { query, offset, limit: 50 });
        durationsMs.push(performance.now() - startedAtMs);
        if (!reply.ok) {
          throw new Error('library.page failed.');
        }
      }
      return durationsMs;
    },
    { rounds: ROUNDS, rows: ROWS, texts: words },
  );
}

async function writeLibrary(profileFolder: string): Promise<void> {
  const folder = join(profileFolder, 'Guise');
  await mkdir(folder, { recursive: true });
  const kinds = libraryKinds.filter((kind) => kind !== 'job');
  const lines = Array.from({ length: ROWS }, (_, index): string => {
    const record: LibraryRecord = {
      id: createId(),
      kind: kinds[index % kinds.length] ?? 'session',
      name: `Stream ${index}.mp4`,
      atMs: Date.now() - index * 3_600_000,
      durationMs: index * 10,
      isOpen: false,
      profileId: index % 3 === 0 ? 'studio' : null,
      costUsd: index % 3 === 0 ? 0.25 : null,
      character: `Ada ${index % 90}`,
      voice: null,
      file: null,
      isRepaired: false,
      sha256s: [],
    };
    return JSON.stringify(record);
  });
  await writeFile(join(folder, 'library.jsonl'), lines.join('\n'));
}
