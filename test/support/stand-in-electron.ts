import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { drawIco } from '../../scripts/lib/package/electron/icons.mjs';
import { readElectronVersion } from '../../scripts/lib/package/electron/zip.mjs';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { toStoredZip } from './stored-zip.ts';

type Platform = 'linux' | 'win32' | 'darwin';
type Files = Parameters<typeof toStoredZip>[0];

/** Fuses of an unmodified Electron, where all relevant ones are on. */
const fuses = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009101100011';

const english = 0x409;
const unicode = 1200;

/**
 * Writes an archive with the file names of an Electron release and minimal content; on Linux it starts apps with the
 * runtime on the system's Chromium. Returns the checksums that the release would have.
 */
export async function writeStandInElectron(
  folder: string,
  target: { readonly platform: Platform; readonly arch: string },
): Promise<Record<string, string>> {
  const files = { linux: linuxFiles, win32: windowsFiles, darwin: macFiles };
  const zip = toStoredZip([
    { name: 'LICENSE', content: 'MIT\n' },
    { name: 'LICENSES.chromium.html', content: '<html></html>\n' },
    { name: 'version', content: readElectronVersion() },
    ...(await files[target.platform]()),
  ]);
  const name = `electron-v${readElectronVersion()}-${target.platform}-${target.arch}.zip`;
  writeFileSync(join(folder, name), zip);
  return { [name]: createHash('sha256').update(zip).digest('hex') };
}

function linuxFiles(): Files {
  const runtime = readdirSync(resolveInProject('runtime'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?ts$|\.mjs$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => ({
      name: `runtime/${name}`,
      content: readFileSync(resolveInProject('runtime', name)),
    }));
  const launcher = readFileSync(resolveInProject('runtime', 'electron'), 'utf8');
  return [
    { name: 'electron', content: launcher.replace('\n', `\n# ${fuses}\n`), mode: 0o755 },
    { name: 'chrome-sandbox', content: '', mode: 0o755 },
    { name: 'locales/en-US.pak', content: '' },
    { name: 'resources/default_app.asar', content: '' },
    ...runtime,
  ];
}

/** Creates a minimal program with an icon and a version, which the packager edits. */
async function windowsFiles(): Promise<Files> {
  const program = NtExecutable.createEmpty();
  const resources = NtExecutableResource.from(program);
  const icon = Data.IconFile.from(await drawIco());
  Resource.IconGroupEntry.replaceIconsForResource(
    resources.entries,
    1,
    english,
    icon.icons.map(({ data }) => data),
  );
  const version = Resource.VersionInfo.create(english, {}, [
    { lang: english, codepage: unicode, values: { ProductName: 'Electron' } },
  ]);
  version.outputToResourceEntries(resources.entries);
  const wire = new Uint8Array(Buffer.from(fuses));
  resources.entries.push({ type: 10, id: 1, lang: english, codepage: unicode, bin: wire.buffer });
  resources.outputResource(program);
  const bytes = Buffer.from(program.generate());
  return [
    { name: 'electron.exe', content: bytes },
    { name: 'ffmpeg.dll', content: bytes },
    { name: 'locales/en-US.pak', content: '' },
    { name: 'resources/default_app.asar', content: '' },
  ];
}

function macFiles(): Files {
  const contents = 'Electron.app/Contents';
  const frameworks = `${contents}/Frameworks`;
  const bundle = (folder: string, name: string): Files => [
    { name: `${folder}/Info.plist`, content: toPlist(name) },
    { name: `${folder}/MacOS/${name}`, content: '', mode: 0o755 },
  ];
  const kinds = ['', ' (Renderer)', ' (GPU)', ' (Plugin)'];
  return [
    ...bundle(contents, 'Electron'),
    ...kinds.flatMap((kind) =>
      bundle(`${frameworks}/Electron Helper${kind}.app/Contents`, `Electron Helper${kind}`),
    ),
    {
      name: `${frameworks}/Electron Framework.framework/Versions/A/Electron Framework`,
      content: fuses,
      mode: 0o755,
    },
    { name: `${contents}/Resources/electron.icns`, content: '' },
    { name: `${contents}/Resources/default_app.asar`, content: '' },
  ];
}

function toPlist(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIconFile</key><string>electron.icns</string>
</dict></plist>`;
}
