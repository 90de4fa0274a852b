import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runQuietly } from '../../exec.mjs';
import { npmCommand } from '../../install.mjs';
import { resolveInProject, projectRoot } from '../../paths.mjs';
import { step } from '../../steps.mjs';
import { exitNeedsHand, Stop } from '../../stop.mjs';
import { findFfmpegPackage } from '../ffmpeg.mjs';

/** @typedef {import('../production-files.mjs').Target} Target */

/**
 * Packages with native code, and what holds their build for a system: a package of its own, or a file of theirs.
 * @type {readonly { name: string, build: (target: Target) => { package: string, file?: string } }[]}
 */
const natives = [
  { name: 'node-av', build: (target) => ({ package: findFfmpegPackage(target) }) },
  {
    name: 'sharp',
    build: ({ platform, arch }) => ({ package: `@img/sharp-${platform}-${arch}` }),
  },
  {
    name: 'koffi',
    build: ({ platform, arch }) => ({ package: `@koromix/koffi-${platform}-${arch}` }),
  },
  {
    name: '@livekit/rtc-node',
    build: ({ platform, arch }) => {
      const toolchain = { linux: '-gnu', win32: '-msvc', darwin: '' }[platform];
      return { package: `@livekit/rtc-ffi-bindings-${platform}-${arch}${toolchain}` };
    },
  },
  {
    name: 'onnxruntime-node',
    build: ({ platform, arch }) => ({
      package: 'onnxruntime-node',
      file: `bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node`,
    }),
  },
];

/**
 * Lists the build of each native package for a system, and whether it is below a folder with the `node_modules` that
 * were fetched for it.
 * @param {Target} target
 * @param {string} root
 * @returns {{ name: string, build: string, isThere: boolean }[]}
 */
export function listNatives(target, root) {
  return natives.map(({ name, build }) => {
    const { package: holder, file = 'package.json' } = build(target);
    const place = path.join(root, 'node_modules', holder, file);
    const shown = file === 'package.json' ? holder : `${holder}/${file}`;
    return { name, build: shown, isThere: existsSync(place) };
  });
}

/**
 * The folder whose `node_modules` are those of a system: the project's own for this one, else what npm fetches by the
 * lock. Ends with a {@link Stop} when a package has no build for that system.
 * @param {Target} target
 */
export async function fetchPackages(target) {
  const root = isOwnSystem(target) ? projectRoot : await fetchOthers(target);
  requireNatives(target, root);
  return root;
}

/**
 * Ends with a {@link Stop} that names the native packages without a build for a system.
 * @param {Target} target
 * @param {string} root folder with `node_modules`
 */
export function requireNatives(target, root) {
  const missing = listNatives(target, root).filter(({ isThere }) => !isThere);
  if (missing.length > 0) {
    const names = missing.map(({ name, build }) => `${name} (looked for ${build})`).join(', ');
    throw new Stop(
      `There is no build for ${target.platform} on ${target.arch} of: ${names}.\n` +
        'The app needs all of them; docs/packages.md lists the systems that have them.',
      exitNeedsHand,
    );
  }
}

/** @param {Target} target */
function isOwnSystem({ platform, arch }) {
  return platform === process.platform && arch === process.arch;
}

/** @param {Target} target */
async function fetchOthers({ platform, arch }) {
  const folder = resolveInProject('out', 'packages', 'natives', `${platform}-${arch}`);
  const stamp = path.join(folder, 'lock.sha256');
  const lock = createHash('sha256').update(readFileSync(resolveInProject('package-lock.json')));
  const digest = lock.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) {
    return folder;
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) {
    await copyFile(resolveInProject(name), path.join(folder, name));
  }
  await step(`Fetching packages for ${platform} on ${arch}`, () =>
    runQuietly(
      'natives',
      npmCommand('ci', '--omit=dev', '--ignore-scripts', `--os=${platform}`, `--cpu=${arch}`),
      { cwd: folder },
    ),
  );
  await writeFile(stamp, digest);
  return folder;
}
