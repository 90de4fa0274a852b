import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildIfChanged } from '../lib/build.mjs';
import { guideFolder, pictureSize } from '../lib/guide.mjs';
import { resolveInProject } from '../lib/paths.mjs';
import { ensureSystemPackages, listNeeds } from '../lib/system-packages.mjs';
import { hasScreen } from '../lib/virtual-screen.mjs';
import { chooseRuntime } from '../lib/which-runtime.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run guide',
  about:
    'Takes the screenshots of the guide again, in every language and both themes, and writes them to\n' +
    'docs/guide/pictures. Review them before you commit them.',
  options: {},
};

/** @returns {Promise<number>} */
export async function run() {
  const runtime = await chooseRuntime({ canFetch: true });
  await ensureSystemPackages(listNeeds(runtime, { isVirtual: !hasScreen() }));
  await buildIfChanged();
  const taken = resolveInProject('out', 'guide');
  await rm(taken, { recursive: true, force: true });
  const { walkForGuide } = await import('../../test/support/smoke.ts');
  const code = await walkForGuide({ runtime, folder: taken });
  if (code !== 0) {
    return code;
  }
  const { default: sharp } = await import('sharp');
  const pictures = path.join(guideFolder, 'pictures');
  await rm(pictures, { recursive: true, force: true });
  for (const file of await readdir(taken, { recursive: true })) {
    if (file.endsWith('.png')) {
      const target = path.join(pictures, file.replace(/png$/, 'webp'));
      await mkdir(path.dirname(target), { recursive: true });
      await sharp(path.join(taken, file))
        .resize(pictureSize)
        .webp({ quality: 60, effort: 6 })
        .toFile(target);
    }
  }
  return 0;
}
