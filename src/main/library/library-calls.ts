import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Thumbnails } from '../jobs/thumbnails.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { Library } from './library.ts';
import type { LibraryEntry } from './library-entry.ts';
import { findItemFile, type LibraryRowDependencies, toRow } from './library-row.ts';
import type { Removal } from './removal.ts';

/** Dependencies of the calls. */
export interface LibraryCallDependencies {
  readonly library: Library;
  readonly removal: Removal;
  readonly thumbnails: Thumbnails;
  readonly grants: MediaGrants;
  readonly mayFetch: LibraryRowDependencies['mayFetch'];
  readonly addFile: (path: string) => Promise<ChosenFile>;
  readonly reveal: (path: string) => void;
  /** Opens a file with the program of the system; the returned text is the fault, if any. */
  readonly openPath: (path: string) => Promise<string>;
}

/** The calls about everything that was made. */
export function createLibraryCalls(dependencies: LibraryCallDependencies): AreaHandlers<'library'> {
  const { library, removal, thumbnails, grants } = dependencies;
  const require = (id: string): LibraryEntry => {
    const entry = library.find(id);
    if (entry === null) {
      throw new AppError('not_found', 'This is not in the list any more.');
    }
    return entry;
  };
  const requirePath = (id: string): string => {
    const file = findItemFile(require(id));
    if (file === null) {
      throw new AppError('not_found', 'There is no file of it.');
    }
    return file.path;
  };
  return {
    'library.page': async ({ query, offset, limit }) => {
      await library.settled();
      const { entries, ...rest } = library.index.select(query);
      return {
        ...rest,
        profileIds: [...rest.profileIds],
        total: entries.length,
        items: entries
          .slice(offset, offset + limit)
          .map((entry) => toRow(entry, { grants, thumbnails, mayFetch: dependencies.mayFetch })),
      };
    },
    'library.remove': async ({ ids }) => {
      const entries = ids.flatMap((id) => library.find(id) ?? []);
      if (entries.some(({ state }) => state === 'running')) {
        throw new AppError('invalid_input', 'What still runs has to be ended first.', {
          details: faultDetails('still_running'),
        });
      }
      removal.add(entries);
      return null;
    },
    'library.restore': async ({ ids }) => {
      removal.restore(ids);
      return null;
    },
    'library.reveal': async ({ id }) => {
      dependencies.reveal(requirePath(id));
      return null;
    },
    'library.open': async ({ id }) => {
      const path = requirePath(id);
      const problem = await dependencies.openPath(path);
      if (problem !== '') {
        throw new AppError('storage_failed', `${path} could not be opened.`);
      }
      return null;
    },
    'library.choose': async ({ id }) => dependencies.addFile(requirePath(id)),
    'library.keep_thumbnail': async ({ id, input, bytes }) => {
      require(id);
      await thumbnails.write(id, bytes, input);
      return { url: grants.grant(thumbnails.pathOf(id, input)) };
    },
  };
}
