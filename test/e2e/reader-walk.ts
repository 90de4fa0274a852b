import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { openSwapPeer, type SwapPeer } from '../live/support/swap-peer.ts';
import { frankStill, monaLisa } from '../media/support/stills.ts';
import { writeFaceClip } from '../service/capabilities/face-clips.ts';
import { writeCameraClip } from './camera-clip.ts';
import { drop } from './job-form.ts';
import { goTo, useService, useSettings } from './ui-page.ts';

/** Screen reader of the page. Roles and states are those of ARIA. */
export interface PageReader {
  /** Waits for an object with this role, name and state; `!disabled` means not disabled. */
  find(role: string, name: string | RegExp, state?: string): Promise<void>;
  /** Waits for a matching announcement since {@link forget}. */
  hear(text: RegExp): Promise<void>;
  /** Lists the announcements since {@link forget}, in order. */
  listHeard(): Promise<readonly string[]>;
  /** Forgets the announcements. */
  forget(): Promise<void>;
}

/** Files and service for a walk of the main path. */
export interface WalkMedia {
  readonly files: { readonly camera: string; readonly clip: string; readonly face: string };
  readonly peer: SwapPeer;
  readonly close: () => Promise<void>;
}

/** Makes files and a service for {@link walkMainPath}. */
export async function openWalkMedia(): Promise<WalkMedia> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-reader-'));
  const files = {
    camera: join(folder, 'camera.y4m'),
    clip: join(folder, 'clip.mp4'),
    face: join(folder, 'frank.jpg'),
  };
  await writeCameraClip(files.camera, 50);
  await writeFaceClip(files.clip, { width: 320, height: 240, frames: 12 });
  await copyFile(frankStill('02159'), files.face);
  const peer = await openSwapPeer();
  const close = async (): Promise<void> => {
    await peer.close();
    await rm(folder, { recursive: true });
  };
  return { files, peer, close };
}

/** Walks every step from a file to its result, and from the camera to the end, by keyboard and by announcements. */
export async function walkMainPath(
  page: Page,
  openReader: () => Promise<PageReader>,
  { files, peer }: WalkMedia,
): Promise<void> {
  await useSettings(page, {
    language: 'en',
    motion: 'reduced',
    live: liveChoiceSchema.parse({ heightP: 480, fps: 15 }),
  });
  await goTo(page, 'create');
  const reader = await openReader();
  await walkToResult(page, reader, files);
  await useService(page, { name: 'Peer', baseUrl: peer.baseUrl, apiKey: peer.apiKey });
  await goTo(page, 'live');
  await walkOnAir(page, reader);
}

async function walkToResult(
  page: Page,
  reader: PageReader,
  files: WalkMedia['files'],
): Promise<void> {
  await reader.find('heading', 'Create');
  await reader.find('radio', /^Face swap in a video/, 'checked=true');
  await reader.find('region', 'Video');
  await reader.find('button', /^Swap the face/, 'disabled');
  await drop(page, 'Video', files.clip);
  await reader.hear(/1 face/);
  await reader.hear(/A photo of the face is missing/);
  await drop(page, 'Face', files.face);
  await reader.hear(/1 face, \d+ px high/);
  await reader.find('button', 'I confirm this', 'focusable');
  await page.getByRole('button', { name: 'I confirm this' }).press('Enter');
  await reader.hear(/Consent confirmed/);
  await reader.find('button', /^Swap the face · free here/, '!disabled');
  await reader.forget();
  await page.getByRole('button', { name: /^Swap the face/ }).press('Enter');
  await reader.find('heading', 'clip.mp4');
  await reader.hear(/^done$/);
  // Not every percentage is announced.
  expect(await reader.listHeard()).not.toContainEqual(expect.stringMatching(/\d %/));
  await reader.find('region', 'Before and after');
  await reader.find('slider', 'Line between before and after');
  await reader.find('button', 'Save as', 'focusable');
}

async function walkOnAir(page: Page, reader: PageReader): Promise<void> {
  await reader.find('heading', 'Live');
  await reader.find('list', 'How to go live');
  await reader.forget();
  await page.getByRole('button', { name: 'Start camera' }).press('Enter');
  await reader.hear(/^Preview, nothing goes out$/);
  await page.locator('[data-purpose="character"]').setInputFiles(monaLisa);
  await page.getByRole('button', { name: 'I confirm this' }).press('Enter');
  await reader.find('button', /^joconde/i, 'pressed=true');
  await reader.find('button', 'Go live', 'focusable');
  await page.getByRole('button', { name: 'Go live' }).press('Enter');
  await reader.hear(/^(Live|Held)/);
  await reader.find('button', 'Cover', 'focusable');
  await page.getByRole('button', { name: 'Cover', exact: true }).press('Enter');
  await reader.hear(/^Covered$/);
  await reader.find('button', 'Show again', 'focusable');
  await reader.forget();
  await page.locator('.output-actions').getByRole('button', { name: 'Show again' }).press('Enter');
  await reader.hear(/^(Live|Held)/);
  await reader.forget();
  await page.getByRole('button', { name: 'End', exact: true }).press('Enter');
  await reader.hear(/^Preview, nothing goes out$/);
}
