import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noticesPath } from '../../notices.mjs';
import { resolveInProject } from '../../paths.mjs';
import { readManifest } from '../../production-tree.mjs';
import { stageServiceParts, stageWindowParts } from '../app-files.mjs';
import { Stage } from '../stage.mjs';
import { toFuseFile, productFuses, setFuses } from './fuses.mjs';
import { drawIcns, drawIco } from './icons.mjs';
import { readElectronVersion } from './zip.mjs';

/** @typedef {import('../production-files.mjs').Target} Target */

/**
 * Fills a folder with the app as it lies in an Electron package for a system.
 * @param {string} folder empty
 * @param {Target} target
 * @param {string} packagesRoot folder whose `node_modules` are of that system
 */
export function stageElectronApp(folder, target, packagesRoot) {
  const stage = new Stage(folder);
  stageServiceParts(stage, '', { target, packagesRoot });
  stageWindowParts(stage, '');
}

/**
 * Puts an app into Electron's archive for a system: renamed, with its icon, its fuses and its description; nothing is
 * fetched. No asar: programs that are started from one do not find their packages in it.
 * @param {object} options
 * @param {Target} options.target
 * @param {string} options.zipFolder whose archive was compared with its checksum
 * @param {string} options.appFolder as {@link stageElectronApp} left it
 * @param {string} options.outFolder
 * @param {string} options.sbom the bill of materials
 * @param {import('./signing.mjs').Signing['options']} options.signing
 * @returns {Promise<string>} the folder that was made, in `outFolder`
 */
export async function makeElectronPackage(options) {
  const { target, zipFolder, appFolder, outFolder, sbom, signing } = options;
  const { packager } = await import('@electron/packager');
  const scratch = await mkdtemp(path.join(tmpdir(), 'guise-electron-'));
  try {
    const bill = path.join(scratch, 'guise.cdx.json');
    await writeFile(bill, sbom);
    await mkdir(outFolder, { recursive: true });
    const [made = ''] = await packager({
      ...describeProduct(target),
      ...target,
      dir: appFolder,
      out: outFolder,
      overwrite: true,
      quiet: true,
      tmpdir: path.join(scratch, 'packager'),
      electronVersion: readElectronVersion(),
      electronZipDir: zipFolder,
      asar: false,
      prune: false,
      // The folder contains only the required packages.
      ignore: () => false,
      icon: await writeIcon(scratch, target),
      extraResource: [noticesPath, resolveInProject('LICENSE'), bill],
      afterExtract: [
        async ({ buildPath }) => setFuses(toFuseFile(buildPath, target.platform), productFuses),
      ],
      ...signing,
    });
    return made;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Returns the metadata of the product for the package of a system.
 * @param {Target} target
 */
function describeProduct({ platform }) {
  const { version, description = '' } = readManifest(resolveInProject());
  const name = 'Guise';
  return {
    name,
    // On Linux commands are written small.
    executableName: platform === 'linux' ? 'guise' : name,
    // Windows and macOS know numbers alone.
    appVersion: platform === 'linux' ? version : version.replace(/[-+].*/, ''),
    appBundleId: 'app.guise.Guise',
    appCategoryType: 'public.app-category.video',
    appCopyright: '© The Guise developers, GPL-3.0-or-later',
    win32metadata: { CompanyName: 'The Guise developers', FileDescription: description },
    usageDescription: {
      Camera: 'Guise shows a character in your place.',
      Microphone: 'Guise changes your voice.',
    },
    darwinDarkModeSupport: true,
  };
}

/**
 * @param {string} folder
 * @param {Target} target
 */
async function writeIcon(folder, { platform }) {
  if (platform === 'linux') {
    return resolveInProject('resources', 'icon.png');
  }
  const place = path.join(folder, platform === 'win32' ? 'guise.ico' : 'guise.icns');
  await writeFile(place, platform === 'win32' ? await drawIco() : await drawIcns());
  return place;
}
