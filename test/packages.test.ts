import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { describePackage, packageNames } from '../scripts/lib/package/debian.mjs';
import { writeServiceManual } from '../scripts/lib/package/manual.mjs';
import { noticesPath } from '../scripts/lib/notices.mjs';
import {
  isRuntimeFile,
  isUnusedPart,
  listFiles,
} from '../scripts/lib/package/production-files.mjs';
import { writeSbom } from '../scripts/lib/package/sbom.mjs';
import { readTemplate, Stage } from '../scripts/lib/package/stage.mjs';
import { controlText, writeDeb } from '../scripts/lib/package/write-deb.mjs';
import { resolveInProject, projectRoot } from '../scripts/lib/paths.mjs';
import { readManifest } from '../scripts/lib/production-tree.mjs';
import { findOnPath } from '../scripts/lib/exec.mjs';
import { describeUnless } from './support/describe-unless.ts';

const facts = {
  version: '1.2.3',
  debianVersion: '1.2.3-4',
  maintainer: 'Somebody <somebody@studio.example>',
  epochSec: 1_700_000_000,
  ffmpeg: null,
};
const scratch = mkdtempSync(join(tmpdir(), 'guise-packages-'));

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('files of packages', () => {
  it.each([
    ['dist/index.js', true],
    ['dist-cjs/docs/reader.cjs', true],
    ['bin/napi-v6/linux/x64/libonnxruntime.so.1', true],
    ['lib/libvips-cpp.so.8.18.7', true],
    ['bin/napi-v6/linux/arm64/libonnxruntime.so.1', false],
    ['bin/napi-v6/darwin/arm64/onnxruntime_binding.node', false],
    ['musl_x64/koffi.node', false],
    ['linux_x64/koffi.node', true],
    ['dist/index.js.map', false],
    ['dist/index.d.ts', false],
    ['test/all.js', false],
    ['.eslintrc.json', false],
    ['README.md', false],
    ['wasm/voices.data', true],
  ])('%s is needed on Linux: %s', (file, isNeeded) => {
    expect(isRuntimeFile(file, { platform: 'linux', arch: 'x64' })).toBe(isNeeded);
  });

  it.each([
    ['bin/napi-v6/win32/x64/onnxruntime.dll', 'win32', true],
    ['bin/napi-v6/linux/x64/libonnxruntime.so.1', 'win32', false],
    ['bin/napi-v6/darwin/arm64/libonnxruntime.1.dylib', 'darwin', true],
    ['bin/napi-v6/darwin/arm64/libonnxruntime.1.30.0.dylib', 'darwin', false],
    ['bin/napi-v6/darwin/arm64/libonnxruntime.1.dylib', 'win32', false],
    ['dist/index.js', 'darwin', true],
  ] as const)('%s is needed on %s: %s', (file, platform, isNeeded) => {
    const arch = platform === 'darwin' ? 'arm64' : 'x64';
    expect(isRuntimeFile(file, { platform, arch })).toBe(isNeeded);
  });
});

describe('files that packages leave out', () => {
  const service = listFiles(resolveInProject('src'))
    .filter(
      (file) => file.endsWith('.ts') && !/\.test\.ts$|^(?:renderer|main|preload|ui)\//.test(file),
    )
    .map((file) => readFileSync(resolveInProject('src', file), 'utf8'));
  const named = Object.keys(readManifest(projectRoot).dependencies ?? {});
  const imported = [
    ...new Set(
      service
        .flatMap((text) => [
          ...text.matchAll(/(?:from|import\() ?'((?:@[\w-]+\/)?[\w.-]+)(\/[\w./-]+)?'/g),
        ])
        .filter(([, name = '']) => named.includes(name))
        .map(([, name = '', part = '']) => name + part),
    ),
  ];

  it('is not loaded by the service', () => {
    const entry = join(import.meta.dirname, 'support', 'loaded-files-entry.ts');
    const loaded = execFileSync(process.execPath, [entry, ...imported], {
      encoding: 'utf8',
      cwd: projectRoot,
    });
    const files = loaded
      .split('\n')
      .filter((url) => url.startsWith('file:') && url.includes('/node_modules/'))
      .map((url) => relative(projectRoot, fileURLToPath(url)));
    expect(files.length).toBeGreaterThan(500);
    const lost = files.filter((file) => {
      const [, inPackage = ''] = /.*node_modules\/(?:@[^/]+\/)?[^/]+\/(.*)/.exec(file) ?? [];
      return isUnusedPart(file) || !isRuntimeFile(inPackage, { platform: 'linux', arch: 'x64' });
    });
    expect(lost).toEqual([]);
  });

  it('exists in the tree', () => {
    const files = [
      'node_modules/eld/src/ngrams/large.js',
      'node_modules/mediabunny/dist/bundles/mediabunny.mjs',
      'node_modules/@aws-sdk/client-s3/dist-es/index.js',
      'node_modules/node-av/node_modules/werift/package.json',
      'node_modules/werift/lib/polyfill/index.mjs',
      'node_modules/@jitsi/rnnoise-wasm/dist/rnnoise-sync.js',
    ];
    expect(
      files.filter((file) => !isUnusedPart(file) || !existsSync(resolveInProject(file))),
    ).toEqual([]);
    expect(isUnusedPart('node_modules/eld/src/ngrams/extrasmall.js')).toBe(false);
  });
});

describe('control files', () => {
  it('require a supported browser, and the same version of shared parts', () => {
    const text = controlText(describePackage('guise', facts), 10);
    expect(text).toContain('Depends: guise-common (= 1.2.3-4), chromium | chromium-browser | ');
    expect(text).toMatch(/^Recommends: .*xdg-utils/m);
  });

  it.each(packageNames)('of %s have one short line per field', (name) => {
    const text = controlText(describePackage(name, facts), 10);
    expect(text).toMatch(new RegExp(`^Package: ${name}\n`));
    const [, description = ''] = text.split('Description: ');
    expect(description.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(description).toMatch(/\n$/);
  });

  it('stop the service before its removal, and delete its data at a purge', () => {
    const { scripts, conffiles } = describePackage('guise-service', facts);
    expect(Object.keys(scripts)).toEqual(['postinst', 'prerm', 'postrm']);
    expect(conffiles).toEqual(['/etc/default/guise-service']);
    for (const script of Object.values(scripts)) {
      expect(() => execFileSync('sh', ['-n'], { input: script })).not.toThrow();
    }
  });
});

describe('templates', () => {
  it('are filled in whole', () => {
    const text = readTemplate('guise.metainfo.xml', { VERSION: '1.2.3', DATE: '2023-11-14' });
    expect(text).toContain('<release version="1.2.3" date="2023-11-14" />');
    expect(() => readTemplate('guise.metainfo.xml')).toThrow('@VERSION@');
  });

  it('use the paths of the unit that the command expects', () => {
    const unit = readTemplate('guise-service.service');
    expect(unit).toContain('StateDirectory=guise-service\n');
    expect(readTemplate('guise-service', { FFMPEG: '' })).toContain('/var/lib/guise-service');
    expect(unit).toContain('ExecStart=/usr/bin/guise-service serve $GUISE_SERVE_OPTIONS');
    expect(readTemplate('guise-service.default')).toContain('\nGUISE_SERVE_OPTIONS=""\n');
  });
});

it('the manual contains the texts of the commands, in characters that roff accepts', () => {
  const usage = {
    line: '[OPTIONS]',
    description: 'Runs it.\nOr not.',
    options: { port: { value: 'N', description: '.5 to 8-9' }, json: { description: 'One line.' } },
    maxArguments: 0,
  };
  const text = writeServiceManual([{ name: 'serve', description: 'Serves.', usage }], {
    version: '1.2.3',
    date: '2023-11-14',
  });
  expect(text).toContain('.SS serve [OPTIONS]\nServes.\nRuns it. Or not.\n');
  expect(text).toContain('.B \\-\\-port \\fIN\\fR\n\\&.5 to 8\\-9\n');
});

it('the bill of materials contains the parts in the notices and their components, and no address', async () => {
  const text = await writeSbom(facts);
  expect(text).not.toMatch(/https?:/);
  const { components } = JSON.parse(text);
  const named = (list: readonly { name: string; version?: string }[]): string[] =>
    list.map(({ name, version }) => `${name} ${version}`);
  const packages = components.filter(({ purl }: { purl?: string }) => purl !== undefined);
  const [, list = ''] = readFileSync(noticesPath, 'utf8').split('\n\n');
  const noticed = list.split('\n').map((line) => line.replace(/ \(.*/, ''));
  expect(new Set(named(packages))).toEqual(new Set(noticed));
  const refs = components.map((component: { 'bom-ref': string }) => component['bom-ref']);
  expect(refs).toEqual(expect.arrayContaining(['node', 'voices', 'model/face-mesh']));
  const [nodeAv] = packages.filter(({ name }: { name: string }) => name === 'node-av');
  expect(nodeAv.components[0].components.length).toBeGreaterThan(10);
});

const missing = findOnPath(['dpkg-deb'], existsSync) === null ? 'dpkg-deb is missing' : null;

describeUnless(missing, 'a package', () => {
  it('has the same bytes on every machine, and the staged files with their modes', async () => {
    const files = [];
    for (const mask of [0o022, 0o077]) {
      const before = process.umask(mask);
      files.push(await packSmall(String(mask)).finally(() => process.umask(before)));
    }
    const [first, second] = files.map((file) => digest(readFileSync(file)));
    expect(first).toBe(second);
    const listed = execFileSync('dpkg-deb', ['-c', files[0] ?? ''], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
    });
    const entries = listed
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/));
    expect(entries.map(([mode, owner, , day, , path]) => [mode, owner, day, path])).toEqual([
      ['drwxr-xr-x', 'root/root', '2023-11-14', './'],
      ['drwxr-xr-x', 'root/root', '2023-11-14', './usr/'],
      ['drwxr-xr-x', 'root/root', '2023-11-14', './usr/bin/'],
      ['-rwxr-xr-x', 'root/root', '2023-11-14', './usr/bin/guise'],
      ['drwxr-xr-x', 'root/root', '2023-11-14', './usr/share/'],
      ['-rw-r--r--', 'root/root', '2023-11-14', './usr/share/notes.gz'],
    ]);
  });
});

async function packSmall(name: string): Promise<string> {
  const stage = new Stage(join(scratch, name, 'root'));
  stage.write('/usr/bin/guise', readTemplate('guise', { FFMPEG: 'node-av.node' }), 0o755);
  stage.writePacked('/usr/share/notes.gz', 'Notes.\n');
  return writeDeb(stage, describePackage('guise', facts), {
    epochSec: facts.epochSec,
    outFolder: join(scratch, name),
    preset: 0,
  });
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
