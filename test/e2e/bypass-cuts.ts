import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { type LaunchedApp, launchApp, makeProfile } from '../support/launch.ts';
import { cheek, clipAsCamera, writeCameraClip } from './camera-clip.ts';
import { isEmbeddedService, isRunning, listDescendants } from './processes.ts';
import { chooseCharacter, useSettings } from './ui-page.ts';

/** Fault around the click that ends a bypass; `late` delays the message of the click to other processes. */
export const cutKinds = ['none', 'late', 'sockets', 'freeze', 'worker', 'service'] as const;

/** See {@link cutKinds}. */
export type CutKind = (typeof cutKinds)[number];

/** Output after one click on "End bypass". */
export interface CutReport {
  readonly kind: CutKind;
  /** Frames of the output from the click until swapped frames returned. */
  readonly frames: number;
  /** Camera frames among those that the output wrote after the click. */
  readonly rawFrames: number;
  /** Time from the click to the last raw frame, in milliseconds; negative when there was none. */
  readonly lastRawMs: number;
}

const patience = { timeout: 120_000 };
/** Shortest delay from the output to its readers, in milliseconds, which is also the uncertainty of times. */
const wayMs = 100;
const FREEZE_MS = 1500;
/** Longest delay of messages on an overloaded machine, in milliseconds. */
const LATE_MS = 1000;
const SOON_MS = 300;

/** A live app with a clip whose unchanged frames are recognised by their colour. */
export class BypassStage {
  readonly launched: LaunchedApp;
  /** Process id of main; the library no longer has it after the app exited. */
  readonly #pid: number;

  private constructor(launched: LaunchedApp) {
    this.launched = launched;
    this.#pid = launched.app.process().pid ?? 0;
  }

  /** Starts the built app and goes live with the engine of this computer. Keeps its clip in `folder`. */
  static async open(folder: string): Promise<BypassStage> {
    const clip = join(folder, 'cheek.y4m');
    await writeCameraClip(clip, 50, cheek);
    const profileFolder = await makeProfile();
    const stage = new BypassStage(await launchApp({ profileFolder, ...clipAsCamera(clip) }));
    const { page } = stage;
    await useSettings(page, {
      language: 'en',
      live: liveChoiceSchema.parse({ heightP: 480, fps: 15 }),
    });
    await chooseCharacter(page);
    await page.getByRole('button', { name: 'Start camera' }).click();
    await expect(page.getByText('This computer: running')).toBeVisible(patience);
    await watchColour(page);
    await stage.goLive();
    return stage;
  }

  get page(): Page {
    return this.launched.page;
  }

  /** Kills the app, which would otherwise ask first, and removes its files. */
  async close(): Promise<void> {
    if (isRunning(this.#pid)) {
      process.kill(this.#pid, 'SIGKILL');
    }
    await this.launched.close();
    await rm(this.launched.profileFolder, { recursive: true, force: true, maxRetries: 5 });
  }

  async goLive(): Promise<void> {
    await expect(this.page.getByText('This computer: running')).toBeVisible(patience);
    await this.page.getByRole('button', { name: 'Go live' }).click();
    await this.awaitSwapped();
  }

  async awaitSwapped(): Promise<void> {
    await expect(this.page.locator('.stage-word')).toHaveText(/^(Live|Held|Going out)/, patience);
  }

  /** Lets the camera out, clicks "End bypass", and lets something break `afterMs` later (before, when below zero). */
  async cut(kind: CutKind, afterMs: number): Promise<CutReport> {
    const { page } = this;
    await page.getByRole('button', { name: 'Bypass', exact: true }).click();
    await page.getByRole('button', { name: 'Show my real face' }).click();
    await page.waitForFunction(
      () => Reflect.get(globalThis, 'colour').isRaw === true,
      null,
      patience,
    );
    if (kind === 'late') {
      await this.#endLate();
    } else {
      const breaking = afterMs < 0 ? this.#break(kind) : null;
      await pause(Math.abs(Math.min(0, afterMs)));
      await page.evaluate(() => Reflect.get(globalThis, 'colour').end());
      await pause(Math.max(0, afterMs));
      await (breaking ?? this.#break(kind));
    }
    await page.waitForFunction(
      () => {
        const word = document.querySelector('.stage-word')?.textContent ?? '';
        return /^(?:Live|Held|Going out|Preview)/.test(word);
      },
      null,
      patience,
    );
    await pause(1500); // Frames after the cover count as well.
    const report = await page.evaluate(
      (way) => Reflect.get(globalThis, 'colour').report(way),
      wayMs,
    );
    const isOver =
      (await page.locator('.stage-word').textContent())?.startsWith('Preview') === true;
    if (isOver) {
      await this.goLive();
    }
    return { kind, ...(report as Omit<CutReport, 'kind'>) };
  }

  /**
   * Meanwhile the service receives no message and continues with raw frames, and the gate's thread receives its
   * messages late.
   */
  async #endLate(): Promise<void> {
    await this.page.evaluate(
      ([lateMs, soonMs]) => {
        const colour = Reflect.get(globalThis, 'colour');
        colour.lateMs = lateMs;
        setTimeout(() => colour.end(), soonMs);
      },
      [LATE_MS, SOON_MS] as const,
    );
    process.kill(this.#pid, 'SIGSTOP');
    await pause(SOON_MS + LATE_MS);
    process.kill(this.#pid, 'SIGCONT');
  }

  async #break(kind: CutKind): Promise<void> {
    const below = listDescendants(this.launched.app.process().pid ?? 0);
    const service = below.find(isEmbeddedService)?.pid;
    if (kind === 'none' || service === undefined) {
      return;
    }
    if (kind === 'service') {
      process.kill(service, 'SIGKILL');
    } else if (kind === 'freeze') {
      process.kill(service, 'SIGSTOP');
      await pause(FREEZE_MS);
      process.kill(service, 'SIGCONT');
    } else if (kind === 'worker') {
      const worker = below.find(({ commandLine }) => commandLine.includes('live-worker'));
      if (worker !== undefined) {
        process.kill(worker.pid, 'SIGKILL');
      }
    } else {
      cutSockets(service);
    }
  }
}

/** Returns whether connections of other processes can be cut: by root on Linux, where the kernel supports it. */
export function canCutSockets(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** Cuts every connection to a port that a process listens on. */
function cutSockets(pid: number): void {
  const listening = execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' });
  for (const line of listening.split('\n').filter((text) => text.includes(`pid=${pid},`))) {
    const port = /:(\d+)\s/.exec(line)?.[1];
    if (port !== undefined) {
      execFileSync('ss', ['-K', 'state', 'established', 'sport', '=', `:${port}`], {
        stdio: 'ignore',
      });
    }
  }
}

/** Records every frame of the output, at any delay of its display, by the time at which the page's guard wrote it. */
async function watchColour(page: Page): Promise<void> {
  await page.evaluate(() => {
    const minPixels = 20;
    const colour = {
      isRaw: false,
      clickMs: Number.POSITIVE_INFINITY,
      /** Delay of messages to the gate that cover or uncover for the bypass, in milliseconds. */
      lateMs: 0,
      sights: [] as { writtenMs: number; isRaw: boolean }[],
      end: (): void => {
        colour.sights = [];
        const button = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent?.trim() === 'End bypass',
        );
        button?.click();
        colour.clickMs = performance.now();
      },
      report: (wayMs: number) => {
        colour.lateMs = 0;
        const after = colour.sights.filter(({ writtenMs }) => writtenMs > colour.clickMs);
        const raw = after.filter(({ isRaw }) => isRaw);
        const late = raw.map(({ writtenMs }) => writtenMs - colour.clickMs);
        return {
          frames: after.length,
          rawFrames: late.filter((ms) => ms > wayMs).length,
          lastRawMs: Math.max(-1, ...late),
        };
      },
    };
    Reflect.set(globalThis, 'colour', colour);
    const postMessage = Reflect.get(Worker.prototype, 'postMessage') as () => void;
    Reflect.set(
      Worker.prototype,
      'postMessage',
      function postLate(this: Worker, ...args: unknown[]) {
        const type: unknown = Reflect.get(Object(args[0]), 'type');
        const post = (): unknown => Reflect.apply(postMessage, this, args);
        return type === 'bar' && colour.lateMs > 0 ? void setTimeout(post, colour.lateMs) : post();
      },
    );
    const [left, top, width, height] = [130, 110, 140, 120];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    const countMagenta = (frame: VideoFrame): number => {
      context.drawImage(frame, left, top, width, height, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const green = data[at + 1]!;
        count += data[at]! - green > 60 && data[at + 2]! - green > 60 ? 1 : 0;
      }
      return count;
    };
    const follow = async (track: MediaStreamTrack): Promise<void> => {
      const Processor = Reflect.get(globalThis, 'MediaStreamTrackProcessor') as new (options: {
        track: MediaStreamTrack;
        maxBufferSize: number;
      }) => { readable: ReadableStream<VideoFrame> };
      const reader = new Processor({ track, maxBufferSize: 30 }).readable.getReader();
      // The guard's clock started later than the page's; the fastest frame gives the difference.
      let offsetMs = Number.POSITIVE_INFINITY;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) {
          return;
        }
        const isRaw = countMagenta(value) >= minPixels;
        const atMs = value.timestamp / 1000;
        value.close();
        const readMs = performance.now();
        // A frame that Chromium repeats for a new reader carries the clock of the machine, which is ahead of both.
        const isRepeated = atMs > readMs;
        offsetMs = isRepeated ? offsetMs : Math.min(offsetMs, readMs - atMs);
        colour.isRaw = isRaw;
        colour.sights.push({ writtenMs: isRepeated ? readMs : atMs + offsetMs, isRaw });
      }
    };
    let followed: MediaStreamTrack | null = null;
    setInterval(() => {
      const output = document.querySelector<HTMLVideoElement>('#output');
      const track = (output?.srcObject as MediaStream | null)?.getVideoTracks()[0] ?? null;
      if (track !== null && track !== followed) {
        followed = track;
        void follow(track.clone());
      }
    }, 50);
  });
}
