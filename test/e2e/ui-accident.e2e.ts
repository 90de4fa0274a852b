import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import { BypassStage } from './bypass-cuts.ts';
import { expect, test } from './fixture.ts';
import { openSetUp } from './ui-page.ts';
import { isRunning, listDescendants } from './processes.ts';

test('an app that is killed while it is live, records and changes a voice leaves no process and loses no recording', async ({
  launch,
}) => {
  test.skip(process.platform !== 'linux', 'Finds the processes through /proc.');
  test.setTimeout(400_000);
  const folder = await mkdtemp(join(tmpdir(), 'guise-accident-'));
  const stage = await BypassStage.open(folder);
  const { page, launched } = stage;
  try {
    await openSetUp(page);
    const panel = page.locator('section', {
      has: page.getByRole('heading', { name: 'Voice changer' }),
    });
    await panel.getByRole('button', { name: 'Change my voice' }).click();
    await expect(panel.getByText(/^live/)).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Record' }).click();
    await expect(page.getByText(/^0:0[5-9] recorded$/)).toBeVisible({ timeout: 60_000 });

    const main = launched.app.process().pid ?? 0;
    const below = listDescendants(main);
    expect(below.length).toBeGreaterThan(3);
    process.kill(main, 'SIGKILL');
    await expect
      .poll(() => below.filter(({ pid }) => isRunning(pid)).map((left) => left.commandLine))
      .toEqual([]);

    const { page: next } = await launch({ profileFolder: launched.profileFolder });
    const toast = next.locator('.ui-toast').filter({ hasText: 'A recording was rescued' });
    const path = ((await toast.locator('.ui-toast-path').textContent()) ?? '').trim();
    expect((await stat(path)).size).toBeGreaterThan(10_000);
    const { video, durationUs } = await probeMedia(path);
    expect(video?.codec).toBe('h264');
    expect(durationUs).toBeGreaterThan(2_000_000);
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
});
