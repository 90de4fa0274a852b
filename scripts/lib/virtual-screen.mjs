import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { measureDifference, dominantColourFraction, readXwd, toPng } from './xwd.mjs';

const lookEveryMs = 400;
const windowShare = 0.15;
const restShare = 0.001;
const emptyShare = 0.95;

/** Returns whether windows can be shown on an existing screen. */
export function hasScreen() {
  return (
    process.platform !== 'linux' ||
    Boolean(process.env['DISPLAY']) ||
    Boolean(process.env['WAYLAND_DISPLAY'])
  );
}

/**
 * A display without a screen whose picture can be looked at.
 * @typedef {object} VirtualScreen
 * @property {NodeJS.ProcessEnv} env
 * @property {(limitMs: number) => Promise<boolean>} waitForWindow whether a window came up in time and has come to rest
 * @property {(file: string) => Promise<void>} savePicture
 * @property {() => Promise<void>} close
 */

/**
 * Opens a virtual display; the caller closes it.
 * @returns {Promise<VirtualScreen>}
 */
export async function openVirtualScreen() {
  const { openDisplay } = await import('../../test/support/display.ts');
  const framebufferFolder = await mkdtemp(path.join(tmpdir(), 'guise-screen-'));
  const display = await openDisplay({
    width: 1440,
    height: 900,
    isAlwaysNew: true,
    framebufferFolder,
  });
  const look = async () => readXwd(await readFile(path.join(framebufferFolder, 'Xvfb_screen0')));
  const empty = await look();
  return {
    env: display.env,
    waitForWindow: (limitMs) => waitForWindow(look, empty, limitMs),
    savePicture: async (file) => writeFile(file, toPng(await look())),
    close: async () => {
      await display.close();
      await rm(framebufferFolder, { recursive: true, force: true });
    },
  };
}

/**
 * The window is there when a good part of the screen is no longer what it was without it, is not all of
 * one colour, and stays so.
 * @param {() => Promise<import('./xwd.mjs').Picture>} look
 * @param {import('./xwd.mjs').Picture} empty
 * @param {number} limitMs
 */
async function waitForWindow(look, empty, limitMs) {
  const deadlineMs = performance.now() + limitMs;
  let before = empty;
  let isThere = false;
  while (performance.now() < deadlineMs) {
    const now = await look();
    const share = measureDifference(now, empty);
    isThere = share > windowShare;
    const isAtRest = measureDifference(now, before) < restShare;
    if (isThere && isAtRest && dominantColourFraction(now, empty) < emptyShare) {
      return true;
    }
    before = now;
    await pause(lookEveryMs);
  }
  return isThere;
}
