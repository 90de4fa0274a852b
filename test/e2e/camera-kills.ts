import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { monaLisa } from '../media/support/stills.ts';
import { type LaunchedApp, launchApp, makeProfile } from '../support/launch.ts';
import type { PipeWireServer } from '../support/pipewire-server.ts';
import { isRunning, listDescendants, type SeenProcess } from '../support/process-tree.ts';
import { cheek, clipAsCamera, writeCameraClip } from './camera-clip.ts';
import { CameraRecorder, type RecordedFrame } from './camera-recorder.ts';
import { isEmbeddedService, isRenderer } from './processes.ts';
import { openSetUp, useSettings } from './ui-page.ts';

/** Which process dies. */
export const victims = ['page', 'worker', 'service', 'cameras', 'main'] as const;

/** See {@link victims}. */
export type Victim = (typeof victims)[number];

/** Kill of a process at a time. */
export interface Kill {
  readonly victim: Victim;
  /** True when a bypass is active at the kill; its end is requested `afterMs` before. */
  readonly isBypassed: boolean;
  /** After the click that ends the bypass, or after now; below zero before the click. In milliseconds. */
  readonly afterMs: number;
}

/** Frames observed by other programs around one kill. */
export interface KillReport {
  readonly kill: Kill;
  readonly frames: number;
  /** Frames with the real camera that were read later than the maximum transit time of a frame. */
  readonly rawFrames: number;
  /** Time from the end of the bypass to the last raw frame, in milliseconds; -1 for none. */
  readonly lastRawMs: number;
  /** Longest time without a change of a frame that is not the card, in milliseconds. */
  readonly frozenMs: number;
  /** Remains of an app whose main process was killed. */
  readonly left: readonly string[];
}

const size = { width: 854, height: 480 };
const node = 'guise-camera';
const patience = { timeout: 60_000 };
/** From a click to main, and from the camera's process through PipeWire and a pipe to here. */
const WAY_MS = 300;
const OBSERVED_MS = 2500;
const GONE_MS = 10_000;

/**
 * A live app with a clip whose unchanged frames are recognised by their colour, and a program that records its camera.
 */
export class KillStage {
  readonly recorder: CameraRecorder;
  readonly #folder: string;
  readonly #server: PipeWireServer;
  readonly #profileFolder: string;
  #launched: LaunchedApp | null = null;

  private constructor(folder: string, server: PipeWireServer, profileFolder: string) {
    this.#folder = folder;
    this.#server = server;
    this.#profileFolder = profileFolder;
    this.recorder = new CameraRecorder(server, { node, ...size });
  }

  /** Starts the built app with a clip that is kept in `folder`, and goes live. */
  static async open(folder: string, server: PipeWireServer): Promise<KillStage> {
    await writeCameraClip(join(folder, 'cheek.y4m'), 50, cheek);
    const stage = new KillStage(folder, server, await makeProfile());
    await stage.#start();
    return stage;
  }

  /** Kills the app; returns what is left of it. */
  async close(): Promise<readonly string[]> {
    const left = await this.#killMain();
    await this.recorder.close();
    await rm(this.#profileFolder, { recursive: true, force: true, maxRetries: 5 });
    return left;
  }

  /** Kills a process and observes the result until the app is live again. */
  async run(kill: Kill): Promise<KillReport> {
    await this.#untilSwapped();
    const { recorder } = this;
    const [target] = this.#find(kill.victim);
    if (target === undefined && kill.victim !== 'main') {
      throw new Error(`There is no process to kill: ${kill.victim}.`);
    }
    const from = recorder.frames.length;
    let endMs = performance.now();
    let left: readonly string[] = [];
    const strike = async (): Promise<void> => {
      if (kill.victim === 'main') {
        left = await this.#killMain();
      } else if (target !== undefined) {
        process.kill(target.pid, 'SIGKILL');
      }
    };
    let since = from;
    if (kill.isBypassed) {
      await this.#bypass();
      since = recorder.frames.length;
      endMs = await this.#endBypass(kill, strike);
    } else {
      await pause(kill.afterMs);
      await strike();
    }
    await pause(OBSERVED_MS);
    if (kill.victim === 'main' || kill.victim === 'page') {
      // The test tool loses a page that crashed once, and its app.
      left = [...left, ...(await this.#killMain())];
      await this.#start();
    }
    await this.#untilSwapped();
    return { kill, left, ...this.#judge(recorder.frames.slice(since), endMs) };
  }

  get #page(): Page {
    const { page } = this.#launched ?? {};
    if (page === undefined) {
      throw new Error('The app does not run.');
    }
    return page;
  }

  #find(victim: Victim): SeenProcess[] {
    const below = listDescendants(this.#launched?.app.process().pid ?? 0);
    const is: Readonly<Record<Victim, (seen: SeenProcess) => boolean>> = {
      page: ({ pid, command }) => isRenderer({ pid, commandLine: command }),
      worker: ({ command }) => command.includes('live-worker-entry'),
      service: ({ pid, command }) => isEmbeddedService({ pid, commandLine: command.trim() }),
      cameras: ({ command }) => /Guise camera|cameras-entry/.test(command),
      main: () => false,
    };
    return below.filter(is[victim]);
  }

  async #start(): Promise<void> {
    const { args } = clipAsCamera(join(this.#folder, 'cheek.y4m'));
    const launched = await launchApp({
      profileFolder: this.#profileFolder,
      args,
      env: { ...this.#server.env, XDG_CONFIG_HOME: this.#profileFolder },
    });
    this.#launched = launched;
    const { page } = launched;
    const live = liveChoiceSchema.parse({ heightP: 480, fps: 15, hasVirtualCamera: true });
    await useSettings(page, { language: 'en', live });
    await openSetUp(page);
    const tile = page.locator('.ui-card').filter({ hasText: 'Virtual camera' });
    const camera = tile.getByRole('switch', { name: 'Show the output as a camera' });
    await camera.waitFor(patience);
    if (!(await camera.isChecked())) {
      await camera.press('Space');
    }
    const from = this.recorder.frames.length;
    await expect.poll(() => this.recorder.frames.length, patience).toBeGreaterThan(from + 5);
    await page.locator('[data-purpose="character"]').setInputFiles(monaLisa);
    const consent = page.getByRole('button', { name: 'I confirm this' });
    const start = page.getByRole('button', { name: 'Start camera' });
    await consent.waitFor({ timeout: 8000 }).then(
      () => consent.click(),
      () => undefined, // The consent was given before.
    );
    await start.click();
    await expect(page.getByText('This computer: running')).toBeVisible(patience);
    await page.getByRole('button', { name: 'Go live' }).click();
  }

  /**
   * Waits until another program receives a moving video other than the camera's; goes live again after the end of a
   * session.
   */
  async #untilSwapped(): Promise<void> {
    const { frames } = this.recorder;
    const endMs = performance.now() + patience.timeout;
    for (;;) {
      const nowMs = performance.now();
      const recent = frames.slice(-60).filter(({ atMs }) => nowMs - atMs < 2000);
      const sums = new Set(recent.map(({ sum }) => sum));
      if (sums.size > 8 && frames.at(-1)?.isCard === false && !recent.some((f) => f.isRaw)) {
        return;
      }
      if (nowMs > endMs) {
        console.error('The app did not come back by itself; it is started anew.');
        await this.#killMain();
        await this.#start();
        await this.#untilSwapped();
        return;
      }
      const button = this.#page.getByRole('button', { name: 'Go live' });
      if (await button.isEnabled({ timeout: 200 }).catch(() => false)) {
        await button.click({ timeout: 1000 }).catch(() => undefined);
      }
      await pause(200);
    }
  }

  async #bypass(): Promise<void> {
    const page = this.#page;
    const from = this.recorder.frames.length;
    await page.getByRole('button', { name: 'Bypass', exact: true }).click(patience);
    await page.getByRole('button', { name: 'Show my real face' }).click(patience);
    await expect
      .poll(() => this.recorder.frames.slice(from).some(({ isRaw }) => isRaw), patience)
      .toBe(true);
  }

  /**
   * Returns the time at which the camera had to disappear for good: at the click, or at the death of its page or main.
   */
  async #endBypass({ victim, afterMs }: Kill, strike: () => Promise<void>): Promise<number> {
    const click = (): Promise<number> =>
      this.#page
        .evaluate(() => {
          [...document.querySelectorAll('button')]
            .find(({ textContent }) => textContent?.trim() === 'End bypass')
            ?.click();
        })
        .then(() => performance.now());
    if (afterMs >= 0) {
      const clickedMs = await click();
      await pause(afterMs);
      await strike();
      return clickedMs;
    }
    const struckMs = performance.now();
    const striking = strike();
    if (victim === 'page' || victim === 'main') {
      await striking;
      return struckMs;
    }
    await pause(-afterMs);
    const clickedMs = await click();
    await striking;
    return clickedMs;
  }

  /** Kills main; answers which of its processes, and whether its camera, are there after a while. */
  async #killMain(): Promise<readonly string[]> {
    const launched = this.#launched;
    const pid = launched?.app.process().pid;
    this.#launched = null;
    if (launched === null || pid === undefined) {
      return [];
    }
    const below = listDescendants(pid);
    process.kill(pid, 'SIGKILL');
    const endMs = performance.now() + GONE_MS;
    let left: string[] = [];
    do {
      await pause(200);
      const offered = (await this.recorder.isOffered()) ? [`camera ${node}`] : [];
      left = [...below.filter(isRunning).map(({ command }) => command), ...offered];
    } while (left.length > 0 && performance.now() < endMs);
    await launched.close();
    return left;
  }

  #judge(
    frames: readonly RecordedFrame[],
    endMs: number,
  ): Pick<KillReport, 'frames' | 'rawFrames' | 'lastRawMs' | 'frozenMs'> {
    const raw = frames.filter(({ isRaw }) => isRaw).map(({ atMs }) => atMs - endMs);
    let [frozenMs, sinceMs, sum] = [0, 0, -1];
    for (const frame of frames) {
      if (frame.sum !== sum) {
        [sum, sinceMs] = [frame.sum, frame.atMs];
      } else if (!frame.isCard) {
        frozenMs = Math.max(frozenMs, frame.atMs - sinceMs);
      }
    }
    return {
      frames: frames.length,
      rawFrames: raw.filter((ms) => ms > WAY_MS).length,
      lastRawMs: Math.max(-1, ...raw),
      frozenMs,
    };
  }
}
