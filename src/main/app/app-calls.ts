import { mkdir } from 'node:fs/promises';
import { shell } from 'electron/common';
import { app } from 'electron/main';
import { AppError } from '../../base/errors.ts';
import type { About } from '../../contract/ipc/contract.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Notices } from './notices.ts';
import type { Folders } from './folders.ts';
import { createLoadProbe } from './processor-load.ts';
import { readRuntime } from './runtime.ts';

/** Dependencies of the calls about the app. */
export interface AppCallDependencies {
  readonly folders: Folders;
  readonly notices: Notices;
  /** Checks an address and opens it. */
  readonly openOutside: (url: string) => Promise<void>;
  /** Called when the page has rendered its first view, after each load. */
  readonly onShown: () => void;
}

/** The calls about the app itself. */
export function createAppCalls({
  folders,
  notices,
  openOutside,
  onShown,
}: AppCallDependencies): AreaHandlers<'app'> {
  const readLoad = createLoadProbe();
  return {
    'app.about': async () => readAbout(folders),
    'app.open_external': async ({ url }) => {
      await openOutside(url);
      return null;
    },
    'app.reveal': async ({ folder }) => {
      await mkdir(folders[folder], { recursive: true, mode: 0o700 });
      const problem = await shell.openPath(folders[folder]);
      if (problem !== '') {
        throw new AppError('storage_failed', `The folder ${folders[folder]} could not be shown.`);
      }
      return null;
    },
    'app.take_notices': async () => notices.drain(),
    'app.shown': async () => {
      onShown();
      return null;
    },
    'app.processor_load': async () => ({ load: readLoad() }),
    'app.echo': async ({ bytes }) => ({ bytes }),
  };
}

/** Versions of the app and its runtime. */
export function readAbout(folders: Folders): About {
  return {
    name: app.getName(),
    version: app.getVersion(),
    runtime: readRuntime(),
    nodeVersion: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    paths: { data: folders.data, results: folders.results, logs: folders.logs },
  };
}
