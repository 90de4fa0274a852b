import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { callPage } from '../support/page-bridge.ts';
import { expect, test } from './fixture.ts';
import { findFaults } from './faults.ts';
import { dropOn, fillForm, type JobMedia, makeJobMedia } from './job-form.ts';
import { goTo, openSection } from './ui-page.ts';

const rendering = 60_000;

/** Strings in the person's picture and their name, which occur nowhere by chance. */
const mark = 'planted-person-7d1f0c55';
const name = 'Quillerina Vandersprocket';

let media: JobMedia;
let sha256: string;
test.beforeAll(async () => {
  const made = await makeJobMedia();
  const face = join(made.folder, `${name}.jpg`);
  const marked = sharp(await readFile(made.face)).withExif({ IFD0: { ImageDescription: mark } });
  const image = await marked.jpeg().toBuffer();
  // Many telephones append a short film to the picture, which the service cuts off.
  await writeFile(face, Buffer.concat([image, Buffer.from('a short film')]));
  sha256 = createHash('sha256')
    .update(await readFile(face))
    .digest('hex');
  media = { ...made, face };
});
test.afterAll(() => rm(media.folder, { recursive: true, force: true }));

/** Files below a folder that hold the person in any form, or are called like them. */
function search(folder: string): readonly string[] {
  const words = [mark, sha256, name];
  const forms = [
    ...words.flatMap((word) => [Buffer.from(word), Buffer.from(word, 'utf16le')]),
    Buffer.from(encodeURIComponent(name)),
    Buffer.from(sha256, 'hex'),
  ];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((entry) => join(folder, entry))
    .filter((path) => {
      const bytes = readIfFile(path);
      return (
        words.some((word) => path.includes(word)) ||
        (bytes !== null && forms.some((form) => bytes.includes(form)))
      );
    });
}

// Chromium's own files appear and disappear and include sockets.
function readIfFile(path: string): Buffer | null {
  try {
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

async function makeJobAndCharacter(page: Page): Promise<void> {
  await fillForm(page, media);
  await page.getByRole('button', { name: /^Swap the face · free here/ }).click();
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: rendering,
  });
  await goTo(page, 'live');
  await dropOn(page, page.locator('.gallery'), media.face);
  await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // The thumbnail is rendered and stored.
  await expect(page.getByRole('button', { name, exact: true }).locator('img')).toHaveAttribute(
    'src',
    /small/,
  );
}

test('one action deletes all data of a person, and leaves nothing of it on the disk', async ({
  launch,
  profileFolder,
}) => {
  test.setTimeout(240_000);
  const cache = join(profileFolder, 'cache');
  await mkdir(cache, { mode: 0o700 });
  const options = { env: { XDG_CACHE_HOME: cache } };
  const first = await launch(options);
  await makeJobAndCharacter(first.page);
  await first.close();
  expect(search(profileFolder).length).toBeGreaterThan(4);

  const { page, close } = await launch(options);
  await openSection(page, 'storage');
  await expect(page.getByText('1 job, 1 character')).toBeVisible();
  await expect(page.getByText('Files that were sent')).toBeVisible();
  expect(await findFaults(page, 'storage')).toEqual([]);

  await goTo(page, 'history');
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^More for / }).click();
  await page.getByRole('menuitem', { name: 'Delete everything of this person…' }).click();
  const question = page.getByRole('alertdialog', { name: /this person|Deleted/ });
  await expect(question).toContainText('One result on this computer');
  await expect(question).toContainText('One job with its files at the service on this computer');
  await expect(question).toContainText('One character');
  expect(await findFaults(page, 'question')).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(await callPage(page, 'persons.list', {})).toHaveLength(1);

  await page.getByRole('button', { name: /^More for / }).click();
  await page.getByRole('menuitem', { name: 'Delete everything of this person…' }).click();
  await question.getByRole('button', { name: 'Delete everything' }).click();
  await expect(question).toContainText('Nothing of it is left', { timeout: rendering });
  await question.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expect.poll(() => search(profileFolder)).toEqual([]);

  await goTo(page, 'live');
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  // Consent for the person is requested again.
  await dropOn(page, page.locator('.gallery'), media.face);
  await expect(page.getByRole('button', { name: 'I confirm this' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await close();
  expect(search(profileFolder)).toEqual([]);
});
