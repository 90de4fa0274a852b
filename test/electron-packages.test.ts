import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { readFuses } from '../scripts/lib/package/electron/fuses.mjs';
import { drawIcns, drawIco } from '../scripts/lib/package/electron/icons.mjs';
import { makeElectronPackage } from '../scripts/lib/package/electron/make.mjs';
import { listNatives, requireNatives } from '../scripts/lib/package/electron/natives.mjs';
import { readSigning, type Signing } from '../scripts/lib/package/electron/signing.mjs';
import {
  readElectronVersion,
  readElectronChecksums,
  requireElectronZip,
} from '../scripts/lib/package/electron/zip.mjs';
import { copyTree } from '../scripts/lib/package/app-files.mjs';
import { listFiles } from '../scripts/lib/package/production-files.mjs';
import { Stage } from '../scripts/lib/package/stage.mjs';
import { resolveInProject, projectRoot } from '../scripts/lib/paths.mjs';
import { readManifest } from '../scripts/lib/production-tree.mjs';
import { findOnPath } from '../scripts/lib/exec.mjs';
import { describeUnless, itUnless, findLinuxProblem } from './support/describe-unless.ts';
import { writeStandInElectron } from './support/stand-in-electron.ts';

const scratch = mkdtempSync(join(tmpdir(), 'guise-electron-'));
const targets = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
] as const;

const framework = 'Guise.app/Contents/Frameworks/Electron Framework.framework/Versions/A';
const fuseFiles = {
  linux: 'guise',
  win32: 'Guise.exe',
  darwin: `${framework}/Electron Framework`,
};
const standInNotices = ['LICENSE', 'LICENSES.chromium.html', 'version'];
const resources = [
  'LICENSE',
  'THIRD-PARTY-NOTICES.txt',
  'app/out/main/index.js',
  'app/package.json',
  'guise.cdx.json',
];
const filesOf = {
  linux: [
    'chrome-sandbox',
    'guise',
    'locales/en-US.pak',
    ...resources.map((file) => `resources/${file}`),
  ],
  win32: [
    'Guise.exe',
    'ffmpeg.dll',
    'locales/en-US.pak',
    ...resources.map((file) => `resources/${file}`),
  ],
  darwin: [
    'Guise.app/Contents/Info.plist',
    'Guise.app/Contents/MacOS/Guise',
    `${framework}/Electron Framework`,
    ...[' (GPU)', ' (Plugin)', ' (Renderer)', ''].flatMap((kind) => [
      `Guise.app/Contents/Frameworks/Guise Helper${kind}.app/Contents/Info.plist`,
      `Guise.app/Contents/Frameworks/Guise Helper${kind}.app/Contents/MacOS/Guise Helper${kind}`,
    ]),
    ...['electron.icns', ...resources].map((file) => `Guise.app/Contents/Resources/${file}`),
  ],
};

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("Electron's archive", () => {
  const target = targets[1];
  const folder = join(scratch, 'zips');
  const name = `electron-v${readElectronVersion()}-win32-x64.zip`;

  it('is requested with its path and its checksum when it is missing', async () => {
    const checksum = readElectronChecksums()[name] ?? 'none';
    const wanted = requireElectronZip(folder, target, readElectronChecksums());
    await expect(wanted).rejects.toThrow(`${name} is not in ${folder}`);
    await expect(wanted).rejects.toThrow(`releases/tag/v${readElectronVersion()}`);
    await expect(wanted).rejects.toThrow(checksum);
  });

  it('is refused when it is another file', async () => {
    mkdirSync(folder);
    await writeStandInElectron(folder, target);
    await expect(requireElectronZip(folder, target, readElectronChecksums())).rejects.toThrow(
      `${name} is another file`,
    );
  });

  it('is known for every system with packages', () => {
    for (const platform of ['linux', 'win32', 'darwin']) {
      for (const arch of ['x64', 'arm64']) {
        expect(readElectronChecksums()).toHaveProperty([
          `electron-v${readElectronVersion()}-${platform}-${arch}.zip`,
        ]);
      }
    }
  });
});

describe('a package', () => {
  const folders = new Map<string, string>();

  it.each(targets)(
    'for $platform on $arch has its files, its fuses and its icon',
    async (target) => {
      const made = await make(target);
      folders.set(target.platform, made);
      const files = listFiles(made).filter((file) => !/^runtime|\/chunks\//.test(file));
      expect(files).toEqual([...filesOf[target.platform], ...standInNotices].toSorted());
      expect(readFuses(join(made, fuseFiles[target.platform]))).toEqual([
        'runAsNode',
        'cookieEncryption',
      ]);
    },
  );

  it('for Windows describes itself', () => {
    const program = readFileSync(join(folders.get('win32') ?? '', 'Guise.exe'));
    const text = program.toString('utf16le');
    expect(text + program.subarray(1).toString('utf16le')).toMatch(/ProductName\0+Guise/);
  });

  it('for macOS gives the reason for camera and microphone', () => {
    const contents = join(folders.get('darwin') ?? '', 'Guise.app', 'Contents');
    const plist = readFileSync(join(contents, 'Info.plist'), 'utf8');
    expect(plist).toMatch(/<key>NSCameraUsageDescription<\/key>\s*<string>Guise shows/);
    expect(plist).toMatch(/<key>NSMicrophoneUsageDescription<\/key>\s*<string>Guise changes/);
    expect(plist).toMatch(/<key>CFBundleIdentifier<\/key>\s*<string>app\.guise\.Guise</);
    const icon = readFileSync(join(contents, 'Resources', 'electron.icns'));
    expect(icon.readUInt32BE(4)).toBe(icon.length);
  });

  const missing = existsSync(resolveInProject('out', 'main', 'index.js'))
    ? null
    : 'the app is not built';
  itUnless(findLinuxProblem() ?? missing, 'for Linux starts main', () => {
    const program = join(folders.get('linux') ?? '', 'guise');
    const said = execFileSync(program, ['--version'], { encoding: 'utf8', cwd: scratch });
    expect(said).toContain(readManifest(projectRoot).version);
  });
});

describe('native packages', () => {
  it('of this system are complete', () => {
    const target = { platform: process.platform, arch: process.arch };
    if (target.platform === 'linux' && target.arch === 'x64') {
      expect(() => requireNatives({ platform: 'linux', arch: 'x64' }, projectRoot)).not.toThrow();
    }
  });

  it('are named when a system has no build of them', () => {
    const target = { platform: 'darwin', arch: 'x64' } as const;
    const onnx = listNatives(target, projectRoot).find(({ name }) => name === 'onnxruntime-node');
    expect(onnx?.isThere).toBe(false);
    expect(() => requireNatives(target, projectRoot)).toThrow(
      'no build for darwin on x64 of: node-av (looked for @seydx/node-av-darwin-x64)',
    );
  });

  it('have entries in the lock for every system that needs them', () => {
    const lock = Object.keys(
      JSON.parse(readFileSync(resolveInProject('package-lock.json'), 'utf8')).packages,
    );
    const builds = targets.flatMap((target) => listNatives(target, projectRoot));
    const unknown = builds.filter(
      ({ build }) => !build.includes('/bin/') && !lock.includes(`node_modules/${build}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('signing', () => {
  it('is left out with its reason when there are no keys', () => {
    const [, windows, mac] = targets;
    expect(readSigning(windows, { env: {} })).toEqual({
      options: {},
      note: expect.stringContaining('WINDOWS_CERTIFICATE_FILE'),
    });
    expect(readSigning(mac, { env: {}, host: 'linux' }).note).toContain('takes a Mac');
  });

  it('takes a hardened runtime and a notary on a Mac with keys', () => {
    const env = { APPLE_SIGNING_IDENTITY: 'Somebody', APPLE_KEYCHAIN_PROFILE: 'notary' };
    const { options } = readSigning(targets[2], { env, host: 'darwin' });
    expect(options).toMatchObject({
      osxSign: { identity: 'Somebody' },
      osxNotarize: { keychainProfile: 'notary' },
    });
  });
});

const noTools = ['openssl', 'osslsigncode'].find((name) => findOnPath([name], existsSync) === null);

describeUnless(noTools === undefined ? null : `${noTools} is missing`, 'with a certificate', () => {
  it('programs for Windows are signed here too', async () => {
    const { env, certificate } = makeCertificate();
    const { options } = readSigning(targets[1], { env, host: 'linux' });
    const made = await make(targets[1], options);
    for (const file of ['Guise.exe', 'ffmpeg.dll']) {
      const args = ['verify', '-CAfile', certificate, join(made, file)];
      expect(execFileSync('osslsigncode', args, { encoding: 'utf8' })).toContain('Succeeded');
    }
  });
});

it('icons hold pictures of all sizes', async () => {
  const ico = await drawIco();
  const [width, offset] = [ico.readUInt8(6), ico.readUInt32LE(6 + 12)];
  const { width: drawn } = await sharp(
    ico.subarray(offset, offset + ico.readUInt32LE(14)),
  ).metadata();
  expect(drawn).toBe(width);
  const icns = await drawIcns();
  expect(icns.toString('latin1', 0, 4)).toBe('icns');
  expect(icns.includes('ic10')).toBe(true);
});

/** A self-signed certificate, and its file with the key. */
function makeCertificate(): { readonly env: NodeJS.ProcessEnv; readonly certificate: string } {
  const [key = '', certificate = '', both = ''] = ['key', 'certificate', 'both'].map((name) =>
    join(scratch, `${name}.pem`),
  );
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=Test'];
  const usage = ['-addext', 'extendedKeyUsage=codeSigning'];
  const options = { stdio: 'ignore' } as const;
  execFileSync('openssl', [...request, ...usage, '-keyout', key, '-out', certificate], options);
  const bundle = ['pkcs12', '-export', '-inkey', key, '-in', certificate, '-out', both];
  execFileSync('openssl', [...bundle, '-passout', 'pass:secret'], options);
  return {
    env: { WINDOWS_CERTIFICATE_FILE: both, WINDOWS_CERTIFICATE_PASSWORD: 'secret' },
    certificate,
  };
}

async function make(
  target: (typeof targets)[number],
  signing: Signing['options'] = {},
): Promise<string> {
  const folder = mkdtempSync(join(scratch, `${target.platform}-`));
  const app = join(folder, 'app');
  const zips = join(folder, 'zips');
  mkdirSync(app, { recursive: true });
  mkdirSync(zips);
  const checksums = await writeStandInElectron(zips, target);
  await requireElectronZip(zips, target, checksums);
  const stage = new Stage(app);
  stage.copy(resolveInProject('package.json'), '/package.json');
  if (target.platform === 'linux') {
    copyTree(stage, resolveInProject('out', 'main'), '/out/main');
  } else {
    stage.write('/out/main/index.js', '');
  }
  return makeElectronPackage({
    target,
    zipFolder: zips,
    appFolder: app,
    outFolder: folder,
    sbom: '{}\n',
    signing,
  });
}
