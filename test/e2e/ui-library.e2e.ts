import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createId } from '../../src/base/ids.ts';
import { monaLisa } from '../media/support/stills.ts';
import { expect, test } from './fixture.ts';
import { findFaults } from './faults.ts';
import { goTo, useSettings } from './ui-page.ts';

const snapshotName = 'Guise 2026-01-31 09-30-05.png';

/** A job of a service that is not in use, a snapshot that no list knows of, and a session. */
async function plant(profileFolder: string): Promise<string> {
  const folder = join(profileFolder, 'Guise');
  const snapshot = join(folder, 'results', snapshotName);
  await mkdir(join(folder, 'results'), { recursive: true });
  await copyFile(monaLisa, snapshot);
  const session = {
    id: createId(),
    kind: 'session',
    name: '',
    atMs: Date.now() - 120_000,
    durationMs: 60_000,
    costUsd: 1.5,
    character: 'Ada',
  };
  await writeFile(join(folder, 'library.jsonl'), JSON.stringify(session));
  const job = {
    id: createId(),
    profileId: 'elsewhere',
    feature: 'text_to_speech',
    state: 'succeeded',
    createdAtMs: Date.now() - 3 * 3_600_000,
    endedAtMs: Date.now() - 3 * 3_600_000 + 1000,
    inputs: [],
    options: { script: 'Good evening from Lisbon' },
    idempotencyKey: createId(),
    jobId: null,
    holdUsd: null,
    expectedMs: null,
    costUsd: 0.25,
    error: null,
    result: null,
    report: null,
    hasThumbnail: false,
  };
  await writeFile(join(folder, 'jobs.json'), JSON.stringify({ jobs: [job] }));
  return snapshot;
}

test('no thumbnail of a row is cut in the smallest window, whatever a job was made of', async ({
  profileFolder,
  launch,
}) => {
  const picture = await plant(profileFolder);
  const file = join(profileFolder, 'Guise', 'jobs.json');
  const { jobs } = JSON.parse(await readFile(file, 'utf8')) as { jobs: readonly object[] };
  const made = (feature: string, ...kinds: readonly string[]) => ({
    ...jobs[0],
    id: createId(),
    feature,
    inputs: kinds.map((kind) => ({ field: `${kind}_key`, path: picture, kind, fileKey: null })),
  });
  const all = [
    made('face_swap', 'video', 'image'),
    made('lip_sync', 'video', 'audio'),
    made('avatar', 'image', 'audio'),
  ];
  await writeFile(file, JSON.stringify({ jobs: all }));
  const { page } = await launch();
  await page.setViewportSize({ width: 960, height: 600 });
  for (const textScale of [1, 1.3]) {
    await useSettings(page, { language: 'en', textScale });
    await goTo(page, 'history');
    await expect(page.getByRole('row')).toHaveCount(6);
    const cut = (): Promise<readonly string[]> =>
      page.locator('.library-thumbs').evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const { right, bottom } = cell.getBoundingClientRect();
          return [...cell.children]
            .map((thumb) => thumb.getBoundingClientRect())
            .filter((box) => box.right > right + 0.5 || box.bottom > bottom + 0.5)
            .map((box) => `${box.right} × ${box.bottom} in ${right} × ${bottom}`);
        }),
      );
    await expect.poll(cut, { message: `text of ${textScale}` }).toEqual([]);
  }
});

test('all results are found by words and deleted with their files, unless that is undone', async ({
  profileFolder,
  launch,
}) => {
  const snapshot = await plant(profileFolder);
  const { page, close } = await launch();
  await useSettings(page, { language: 'en' });
  await goTo(page, 'history');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(page.getByText('Spent on these: $1.75')).toBeVisible();
  await expect(rows.filter({ hasText: 'Good evening from Lisbon' })).toContainText('3 h ago');
  await expect(rows.filter({ hasText: 'Ada' })).toContainText('2 min ago');
  expect(await findFaults(page, 'library')).toEqual([]);

  const search = page.getByRole('textbox', { name: 'Search' });
  await search.fill('speech');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Good evening from Lisbon');
  await search.fill('');
  await page.getByText('Snapshots 1').click();
  await expect(rows).toHaveCount(2);

  const row = rows.filter({ hasText: snapshotName });
  await row.focus();
  await page.keyboard.press('Delete');
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  await row.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: snapshotName });
  await expect(dialog.getByRole('img')).toBeVisible();
  expect(await findFaults(page, 'a snapshot')).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
  expect(existsSync(snapshot)).toBe(true);
  await close();
  expect(existsSync(snapshot)).toBe(false);
});
