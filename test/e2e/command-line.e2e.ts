import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../scripts/lib/paths.mjs';
import { readManifest } from '../../scripts/lib/production-tree.mjs';
import { chooseRuntime, listRuntimeArgs } from '../../scripts/lib/which-runtime.mjs';
import { expect, test } from './fixture.ts';

const run = promisify(execFile);
let folder = '';

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-command-line-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts the app as a shell does, with `folder` for scratch files. */
async function callApp(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const { executablePath } = await chooseRuntime();
  return run(executablePath, [...listRuntimeArgs(), projectRoot, ...args], {
    env: { ...process.env, TMPDIR: folder, ...env },
  });
}

test('prints its version without a display', async () => {
  const { stdout } = await callApp(['--version'], { DISPLAY: '', WAYLAND_DISPLAY: '' });
  expect(stdout).toBe(`Guise ${readManifest(projectRoot).version}\n`);
});

test('refuses a walk without a folder', async () => {
  await expect(callApp(['--smoke'])).rejects.toMatchObject({ code: 2 });
});

test('walks every screen in both themes, and leaves pictures alone', async () => {
  const pictures = join(folder, 'pictures');
  const { stdout } = await callApp(['--smoke', pictures]);
  const { ok, screens, errors } = JSON.parse(stdout);
  expect(errors).toEqual([]);
  expect(ok).toBe(true);
  const files = await readdir(pictures);
  expect(screens.map(({ file }: { file: string }) => file).toSorted()).toEqual(files.toSorted());
  expect(files).toContain('live-dark.png');
  expect(files).toContain('live-light.png');
  for (const file of files) {
    expect((await stat(join(pictures, file))).size).toBeGreaterThan(5000);
  }
  expect((await readdir(folder)).filter((name) => name.startsWith('guise-smoke-'))).toEqual([]);
});
