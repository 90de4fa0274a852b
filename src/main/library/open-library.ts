import { systemClock } from '../../base/clock.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { LiveState } from '../../contract/ipc/live.ts';
import type { Folders } from '../app/folders.ts';
import type { AppFiles } from '../app/open-files.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import type { FinishedCapture } from '../live/captures.ts';
import type { Live } from '../live/open-live.ts';
import type { Log } from '../log/log.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import type { Converted } from '../voices/conversions.ts';
import { addConversion } from './add-conversion.ts';
import { eraseItems } from './erase-items.ts';
import { listFoundCaptures, toCapture } from './list-found-captures.ts';
import { Library } from './library.ts';
import { createLibraryCalls, type LibraryCallDependencies } from './library-calls.ts';
import { type LibraryEntry, toRecordEntry } from './library-entry.ts';
import { Removal } from './removal.ts';
import { SessionNotes } from './session-notes.ts';

/** Dependencies of {@link openLibrary}. */
export interface LibraryAreaOptions extends Pick<LibraryCallDependencies, 'reveal' | 'openPath'> {
  readonly folders: Folders;
  readonly files: Pick<AppFiles, 'deletions'>;
  readonly profiles: { readonly list: () => Pick<ReturnType<ProfileStore['list']>, 'activeId'> };
  readonly jobs: Pick<Jobs, 'store' | 'thumbnails' | 'forget' | 'addFile'> & {
    readonly remoteResults: Pick<Jobs['remoteResults'], 'mayFetch'>;
  };
  /** Lazy, because it is opened after the library and reports its outputs to it. */
  readonly live: () => Pick<Live, 'captured' | 'captureFolder'> & {
    readonly characters: Pick<Live['characters'], 'list' | 'findSha256'>;
  };
  readonly grants: MediaGrants;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
}

/** Library of the app. */
export interface LibraryArea {
  readonly calls: AreaHandlers<'library'>;
  readonly addCapture: (capture: FinishedCapture) => void;
  readonly addConversion: (converted: Converted) => Promise<void>;
  readonly noteCharacter: (id: string) => void;
  readonly followSession: (state: LiveState) => void;
  /** Files that are gone, with whom they were made of. */
  readonly forgetPaths: (paths: readonly string[]) => void;
  readonly dropPersons: (sha256s: ReadonlySet<string>) => Promise<void>;
  readonly removeConversions: () => Promise<void>;
  /** Files of everything but jobs. */
  readonly listFiles: () => Promise<
    readonly { readonly path: string; readonly sizeBytes: number }[]
  >;
  /** Lists files of the folders that are in no list, and closes the records of a crashed run. */
  readonly resume: () => Promise<void>;
  /** Deletes removed items and records running sessions. */
  readonly stop: () => Promise<void>;
}

/** Puts the parts together. */
export function openLibrary(options: LibraryAreaOptions): LibraryArea {
  const { folders, files, jobs, live, log, profiles } = options;
  const nowMs = (): number => systemClock.nowMs();
  const library = new Library({
    ...options,
    path: folders.libraryPath,
    store: jobs.store,
    removeThumbnails: jobs.thumbnails.remove,
  });
  const sessions = new SessionNotes({
    library,
    listCharacters: () => live().characters.list(),
    findSha256: (id) => live().characters.findSha256(id),
    activeProfileId: () => profiles.list().activeId,
    nowMs,
  });
  const erase = (entries: readonly LibraryEntry[]): Promise<void> =>
    eraseItems(entries, {
      library,
      store: jobs.store,
      forgetJobs: jobs.forget,
      captured: live().captured,
      folders,
      noteLeft: (left) => {
        const { persons, ...rest } = files.deletions.read();
        files.deletions.write({ ...rest, persons: [...persons, left] });
      },
    });
  const removal = new Removal({
    hide: (ids) => library.hide(ids),
    erase,
    onFailure: (error) => log('error', 'library.not_erased', { error }),
  });
  return {
    calls: createLibraryCalls({
      ...options,
      ...jobs,
      library,
      removal,
      mayFetch: (job) => jobs.remoteResults.mayFetch(job),
    }),
    addCapture: ({ path, ...of }) => {
      const capture = { ...of, path, atMs: nowMs(), character: sessions.character };
      void library
        .forget(({ file }) => file?.path === path)
        .then(() => library.put(toCapture(capture)));
    },
    addConversion: (converted) =>
      addConversion(converted, {
        library,
        captured: () => live().captured,
        folder: folders.results,
        nowMs,
      }),
    noteCharacter: (id) => sessions.noteCharacter(id),
    followSession: (state) => sessions.setLiveState(state),
    forgetPaths: (paths) => {
      const gone = new Set(paths);
      void library.forget(({ file }) => file !== null && gone.has(file.path));
    },
    dropPersons: (sha256s) =>
      library.forget(
        (record) => record.kind === 'session' && record.sha256s.some((one) => sha256s.has(one)),
      ),
    removeConversions: async () => {
      await library.settled();
      const conversions = library.listRecords(({ kind }) => kind === 'conversion');
      await erase(conversions.map(toRecordEntry));
    },
    listFiles: () => library.listFiles(),
    resume: () => resume(library, options),
    stop: async () => {
      sessions.end();
      await removal.finish();
      await library.settled();
    },
  };
}

async function resume(library: Library, { live, folders }: LibraryAreaOptions): Promise<void> {
  await library.settled();
  for (const { id } of library.listRecords(({ isOpen }) => isOpen)) {
    await library.change(id, { isOpen: false, isRepaired: true });
  }
  const known = library.listRecords(() => true).map(({ file }) => file?.path ?? '');
  const captureFolders = [live().captureFolder(), folders.results];
  for (const capture of await listFoundCaptures(captureFolders, new Set(known))) {
    // Meanwhile a recording may have been finished, and be in the list.
    const isKnown = library.listRecords(({ file }) => file?.path === capture.file?.path).length > 0;
    if (!isKnown) {
      await library.put(capture);
    }
  }
}
