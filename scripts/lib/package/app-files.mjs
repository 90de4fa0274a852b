import path from 'node:path';
import { resolveInProject, projectRoot } from '../paths.mjs';
import { readManifest } from '../production-tree.mjs';
import {
  isNative,
  isRuntimeFile,
  isUnusedPart,
  listFiles,
  readServicePackages,
} from './production-files.mjs';

/**
 * Stages the parts of the service that an installed app needs: its program, its models, its packages for a system.
 * @param {import('./stage.mjs').Stage} stage
 * @param {string} app folder of the app, absolute, as installed
 * @param {{ target: import('./production-files.mjs').Target, packagesRoot?: string, strips?: boolean, leavesOut?: (file: string) => boolean }} options
 *   `packagesRoot` is the folder whose `node_modules` are of that system; `strips` takes out of native code what only a
 *   debugger reads; `leavesOut` names further files by their path from that folder
 */
export function stageServiceParts(
  stage,
  app,
  { target, packagesRoot = projectRoot, strips = false, leavesOut = () => false },
) {
  stage.write(`${app}/package.json`, createInstalledManifest());
  copyTree(stage, resolveInProject('out/node'), `${app}/out/node`);
  copyTree(stage, resolveInProject('out/models'), `${app}/out/models`);
  for (const { name, folder } of readServicePackages(packagesRoot)) {
    if (name.endsWith('-mingw')) {
      // For a Node that MinGW built, which neither Electron nor Node.js is.
      continue;
    }
    const place = path.relative(packagesRoot, folder).split(path.sep).join('/');
    for (const file of listFiles(folder).filter((entry) => isRuntimeFile(entry, target))) {
      if (isUnusedPart(`${place}/${file}`) || leavesOut(`${place}/${file}`)) {
        continue;
      }
      const source = path.join(folder, file);
      const installed = `${app}/${place}/${file}`;
      if (strips && isNative(file)) {
        stage.copyStripped(source, installed, 0o644);
      } else {
        stage.copy(source, installed);
      }
    }
  }
}

/**
 * Stages the other parts of an installed app: main, preload, page, resources and the privacy notice.
 * @param {import('./stage.mjs').Stage} stage
 * @param {string} app folder of the app, absolute, as installed
 */
export function stageWindowParts(stage, app) {
  for (const part of ['out/main', 'out/preload', 'out/renderer', 'resources']) {
    copyTree(stage, resolveInProject(part), `${app}/${part}`);
  }
  stage.copy(resolveInProject('docs/privacy.md'), `${app}/docs/privacy.md`);
}

/**
 * Copies the files of a folder, as far as they are wanted.
 * @param {import('./stage.mjs').Stage} stage
 * @param {string} folder
 * @param {string} target absolute, as installed
 * @param {(file: string) => boolean} [isWanted] by its path in the folder
 */
export function copyTree(stage, folder, target, isWanted = () => true) {
  for (const file of listFiles(folder).filter((entry) => isWanted(entry))) {
    stage.copy(path.join(folder, file), `${target}/${file}`);
  }
}

/** Returns the manifest of an installed app, without the fields that only its builders need. */
function createInstalledManifest() {
  const wanted = ['name', 'productName', 'version', 'description', 'license', 'type', 'main'];
  const manifest = Object.entries(readManifest(resolveInProject()));
  const kept = manifest.filter(([name]) => wanted.includes(name));
  return `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
}
