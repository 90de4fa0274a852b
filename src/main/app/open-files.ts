import type { Notice } from '../../contract/ipc/contract.ts';
import { type Settings, storedSettingsSchema } from '../../contract/settings.ts';
import type * as z from 'zod';
import { consentsFileSchema } from '../jobs/consents.ts';
import { controlFileSchema } from '../control/control-clients.ts';
import { deletionsFileSchema } from '../jobs/deletions.ts';
import { jobsFileSchema } from '../jobs/job-store.ts';
import { openQueueFile, type QueueFile } from '../jobs/queue-file.ts';
import { openStoredFile, type StoredJsonFile } from '../files/stored-file.ts';
import { charactersFileSchema } from '../live/characters.ts';
import { capturesFileSchema } from '../live/captures-file.ts';
import type { Log } from '../log/log.ts';
import type { Notices } from './notices.ts';
import { presetsFileSchema } from '../presets/presets.ts';
import { keysFileSchema } from '../profiles/key-vault.ts';
import { profilesFileSchema } from '../profiles/profile-store.ts';
import { watchFileSchema } from '../watch/watch-file.ts';
import { type WindowState, windowStateSchema } from '../window/bounds.ts';

/** Persistent files of the app. */
export interface AppFiles {
  readonly settings: StoredJsonFile<Settings>;
  readonly profiles: StoredJsonFile<z.output<typeof profilesFileSchema>>;
  readonly keys: StoredJsonFile<z.output<typeof keysFileSchema>>;
  readonly window: StoredJsonFile<WindowState>;
  readonly jobs: StoredJsonFile<z.output<typeof jobsFileSchema>>;
  readonly queue: StoredJsonFile<QueueFile>;
  readonly deletions: StoredJsonFile<z.output<typeof deletionsFileSchema>>;
  readonly consents: StoredJsonFile<z.output<typeof consentsFileSchema>>;
  readonly characters: StoredJsonFile<z.output<typeof charactersFileSchema>>;
  readonly captures: StoredJsonFile<z.output<typeof capturesFileSchema>>;
  readonly control: StoredJsonFile<z.output<typeof controlFileSchema>>;
  readonly presets: StoredJsonFile<z.output<typeof presetsFileSchema>>;
  readonly watch: StoredJsonFile<z.output<typeof watchFileSchema>>;
}

/** Opens all files. The user is notified about each one that had to be set aside, except the window's. */
export function openFiles(folder: string, notices: Notices, log: Log): AppFiles {
  const setAside =
    (code: Extract<Notice['code'], `${string}_set_aside`> | null) =>
    (path: string): void => {
      log('warn', 'file.set_aside', { path });
      if (code !== null) {
        notices.raise({ code, path });
      }
    };
  return {
    settings: openStoredFile({
      folder,
      name: 'settings',
      schema: storedSettingsSchema,
      onSetAside: setAside('settings_set_aside'),
    }),
    profiles: openStoredFile({
      folder,
      name: 'profiles',
      schema: profilesFileSchema,
      onSetAside: setAside('profiles_set_aside'),
    }),
    keys: openStoredFile({
      folder,
      name: 'keys',
      schema: keysFileSchema,
      onSetAside: setAside('profiles_set_aside'),
    }),
    window: openStoredFile({
      folder,
      name: 'window',
      schema: windowStateSchema,
      onSetAside: setAside(null),
    }),
    jobs: openStoredFile({
      folder,
      name: 'jobs',
      schema: jobsFileSchema,
      onSetAside: setAside('jobs_set_aside'),
    }),
    queue: openQueueFile(folder, setAside('jobs_set_aside')),
    deletions: openStoredFile({
      folder,
      name: 'deletions',
      schema: deletionsFileSchema,
      onSetAside: setAside('deletions_set_aside'),
    }),
    consents: openStoredFile({
      folder,
      name: 'consents',
      schema: consentsFileSchema,
      onSetAside: setAside('consents_set_aside'),
    }),
    characters: openStoredFile({
      folder,
      name: 'characters',
      schema: charactersFileSchema,
      onSetAside: setAside('characters_set_aside'),
    }),
    captures: openStoredFile({
      folder,
      name: 'captures',
      schema: capturesFileSchema,
      onSetAside: setAside('captures_set_aside'),
    }),
    control: openStoredFile({
      folder,
      name: 'control',
      schema: controlFileSchema,
      onSetAside: setAside('control_set_aside'),
    }),
    ...openOwnLists(folder, setAside),
  };
}

/** Opens the lists that the user composed. */
function openOwnLists(
  folder: string,
  setAside: (code: 'presets_set_aside' | 'watch_set_aside') => (path: string) => void,
): Pick<AppFiles, 'presets' | 'watch'> {
  return {
    presets: openStoredFile({
      folder,
      name: 'presets',
      schema: presetsFileSchema,
      onSetAside: setAside('presets_set_aside'),
    }),
    watch: openStoredFile({
      folder,
      name: 'watch',
      schema: watchFileSchema,
      onSetAside: setAside('watch_set_aside'),
    }),
  };
}
