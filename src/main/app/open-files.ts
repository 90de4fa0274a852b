import { type Settings, settingsSchema } from '../../contract/settings.ts';
import type * as z from 'zod';
import { openStoredFile, type StoredFile } from '../files/stored-file.ts';
import type { Log } from '../log/log.ts';
import type { Notices } from '../notices.ts';
import { keysFileSchema } from '../profiles/key-vault.ts';
import { profilesFileSchema } from '../profiles/profile-store.ts';
import { type WindowState, windowStateSchema } from '../window/bounds.ts';

/** Everything the app keeps between two starts. */
export interface AppFiles {
  readonly settings: StoredFile<Settings>;
  readonly profiles: StoredFile<z.output<typeof profilesFileSchema>>;
  readonly keys: StoredFile<z.output<typeof keysFileSchema>>;
  readonly window: StoredFile<WindowState>;
}

/** Opens them all. The user is told about each one that had to be set aside, but for the window's. */
export function openFiles(folder: string, notices: Notices, log: Log): AppFiles {
  const setAside =
    (code: 'settings_set_aside' | 'profiles_set_aside' | null) =>
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
      schema: settingsSchema,
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
  };
}
