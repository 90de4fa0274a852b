import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildIfChanged } from '../../scripts/lib/build.mjs';
import { makeDebianPackage, packageNames } from '../../scripts/lib/package/debian.mjs';
import { resolveInProject, projectRoot } from '../../scripts/lib/paths.mjs';
import { readManifest } from '../../scripts/lib/production-tree.mjs';
import { atMost, type Metric, type Measurement, toMetric } from '../bench/harness.ts';

const run = promisify(execFile);
const MB = 1_000_000;

/**
 * The Debian packages: built twice, installed in a temporary view of this machine, used without privileges, replaced
 * while they run, and removed. Needs root on Debian for amd64; the results are in `out/soak/packages`.
 */
export const measurement: Measurement = {
  title: 'Packages, from their making to their removal',
  needsApp: false,
  run: async ({ note }) => {
    if (process.getuid?.() !== 0) {
      throw new Error('Packages are installed by root alone.');
    }
    await buildIfChanged();
    const folder = resolveInProject('out', 'soak', 'packages');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    note('made');
    const first = await make(join(folder, 'first'), 1);
    const again = await makeAgain();
    // The next revision exists only to be installed over the first, with a change of any size.
    await make(join(folder, 'next'), 2, 0);
    note('used');
    const scripts = join(import.meta.dirname, 'packages');
    const { stdout } = await run('sh', [
      join(scripts, 'in-copy.sh'),
      folder,
      join(scripts, 'use.sh'),
    ]);
    return [
      toMetric({
        name: 'all packages',
        value: first.reduce((sum, { bytes }) => sum + bytes, 0) / MB,
        unit: 'MB',
        bar: atMost(150),
      }),
      toMetric({
        name: 'packages with other bytes the second time',
        value: first.filter(({ sha256 }, at) => sha256 !== again[at]?.sha256).length,
        unit: 'packages',
        bar: atMost(0),
      }),
      ...readMetrics(stdout),
    ];
  },
};

/** Bars of the measurements of `use.sh`; an exit code has to be 0. */
const bars: Readonly<Record<string, number>> = {
  install_ms: 15_000,
  installed_kb: 530_000,
  selftest_ms: 15_000,
  left_in_usr: 0,
  left: 0,
};

function readMetrics(stdout: string): Metric[] {
  return [...stdout.matchAll(/^figure (\w+) (\d+)$/gm)].map(([, name = '', value]) => {
    const limit = name.endsWith('_code') ? 0 : bars[name];
    return toMetric({
      name: name.replace(/_(ms|kb|code)$/, '').replaceAll('_', ' '),
      value: Number(value),
      unit: /_(ms|kb)$/.exec(name)?.[1] ?? (name.endsWith('_code') ? 'exit code' : 'files'),
      bar: limit === undefined ? undefined : atMost(limit),
    });
  });
}

interface MadePackage {
  readonly sha256: string;
  readonly bytes: number;
}

async function make(outFolder: string, revision: number, preset?: number): Promise<MadePackage[]> {
  const { version } = readManifest(projectRoot);
  const facts = {
    version,
    debianVersion: `${version}-${revision}`,
    maintainer: 'Nobody <nobody@guise.invalid>',
    epochSec: 1_700_000_000,
    // The measured packages include FFmpeg.
    ffmpeg: null,
  };
  const made: MadePackage[] = [];
  for (const name of packageNames) {
    const options = preset === undefined ? { outFolder } : { outFolder, preset };
    const file = await makeDebianPackage(name, facts, options);
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    made.push({ sha256, bytes: (await stat(file)).size });
  }
  return made;
}

async function makeAgain(): Promise<MadePackage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-again-'));
  try {
    return await make(folder, 1);
  } finally {
    await rm(folder, { recursive: true });
  }
}
