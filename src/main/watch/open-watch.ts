import { realpath } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import { findPersonPart } from '../../contract/persons.ts';
import type { AppFiles } from '../app/open-files.ts';
import type { Folders } from '../app/folders.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import { identifyFile } from '../jobs/chosen-files.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { checkJob } from '../jobs/submits.ts';
import type { Log } from '../log/log.ts';
import { beginWatched, requireField } from './begin-watched.ts';
import { Watch, type WatchOptions } from './watch.ts';
import type { WatchSetup } from './watch-file.ts';
import { WatchedFiles } from './watched-files.ts';

/** Dependencies of {@link openWatch}. */
export interface WatchAreaOptions extends Pick<WatchOptions, 'everyMs' | 'nowMs' | 'watchFolder'> {
  readonly folders: Pick<Folders, 'watchedPath' | 'results' | 'recordings'>;
  readonly files: Pick<AppFiles, 'watch'>;
  readonly jobs: Pick<Jobs, 'calls' | 'chosen' | 'store' | 'consents'>;
  readonly activeProfileId: () => string;
  /** Recordings, snapshots and conversions that the app made. */
  readonly listCaptures: () => Promise<readonly OwnFile[]>;
  readonly captureFolder: () => string;
  readonly chooseFolder: () => Promise<string | null>;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
}

/** The clock may have been set between the two notes of a file that was under way. */
const clockSlackMs = 60_000;

interface OwnFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** The watched folder as the app holds it. */
export interface WatchArea {
  readonly calls: AreaHandlers<'watch'>;
  readonly watch: Watch;
}

/** Puts the parts together. */
export function openWatch(options: WatchAreaOptions): WatchArea {
  const { folders, files, jobs, activeProfileId } = options;
  const { store, chosen, calls: jobCalls } = jobs;
  const watch = new Watch({
    ...options,
    file: files.watch,
    files: new WatchedFiles(folders.watchedPath),
    readTaken: async () => {
      const all = await store.readAll();
      return ({ sha256, atMs }) =>
        all.some(
          ({ createdAtMs, inputs }) =>
            createdAtMs >= atMs - clockSlackMs && inputs.some((input) => input.sha256 === sha256),
        );
    },
    isOwn: async ({ sizeBytes, sha256 }) => {
      const results = (await store.readAll()).flatMap(({ result }) => result ?? []);
      const own = [...results, ...(await options.listCaptures())];
      return hasContent(
        own.filter((file) => file.sizeBytes === sizeBytes),
        sha256,
      );
    },
    addFile: chosen.add,
    begin: (path, setup, onAdmitted) =>
      beginWatched(path, setup, onAdmitted, { calls: jobCalls, chosen, activeProfileId }),
  });
  return { watch, calls: createWatchCalls(options, watch) };
}

function createWatchCalls(options: WatchAreaOptions, watch: Watch): AreaHandlers<'watch'> {
  const { folders, jobs, chooseFolder, captureFolder, activeProfileId } = options;
  return {
    'watch.read': async () => watch.describe(),
    'watch.choose_folder': async () => {
      const folder = await chooseFolder();
      if (folder !== null) {
        const real = await realpath(folder);
        const written = [folders.results, folders.recordings, captureFolder()];
        if (written.includes(folder) || written.includes(real)) {
          throw new AppError('invalid_input', 'Guise writes its own results to this folder.', {
            details: faultDetails('watch_own_folder'),
          });
        }
        await watch.useFolder(real);
      }
      return watch.describe();
    },
    'watch.turn': async ({ isOn }) => {
      await watch.turn(isOn);
      return watch.describe();
    },
    'watch.set_action': async ({ action }) => {
      watch.setAction(action);
      return watch.describe();
    },
    'watch.set_up': async ({ feature, field, options: values, inputs }) => {
      const given = inputs.map((input) => {
        const { path, sha256 } = jobs.chosen.require(input.fileId);
        const person = findPersonPart(feature, input.field);
        if (person !== null && !jobs.chosen.hasConsent(input.fileId)) {
          throw new AppError('invalid_input', `The consent for this ${person} is missing.`, {
            details: faultDetails('consent_missing'),
          });
        }
        return { field: input.field, path, sha256 };
      });
      const setup: WatchSetup = {
        feature,
        field,
        options: values,
        inputs: given,
        profileId: activeProfileId(),
      };
      requireField(setup);
      checkJob({
        feature,
        options: values,
        inputs: [{ field, fileKey: null }, ...given.map((input) => ({ ...input, fileKey: null }))],
      });
      watch.setUp(setup);
      return watch.describe();
    },
    'watch.take': async () => ({ files: await watch.take() }),
  };
}

/** A result that was moved or changed meanwhile has no content to compare. */
async function hasContent(files: readonly OwnFile[], sha256: string): Promise<boolean> {
  for (const { path } of files) {
    const known = await identifyFile(path).catch(() => null);
    if (known?.sha256 === sha256) {
      return true;
    }
  }
  return false;
}
