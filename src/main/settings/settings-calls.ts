import type { Ipc } from '../../contract/ipc/contract.ts';
import { mergeSettings, type Settings } from '../../contract/settings.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';

/** Calls about settings. `onChange` runs before the page is notified. */
export function createSettingsCalls(
  file: StoredJsonFile<Settings>,
  emit: Emit<Ipc>,
  onChange: (settings: Settings) => void,
): AreaHandlers<'settings'> {
  return {
    'settings.read': async () => file.read(),
    'settings.change': async (patch) => {
      file.write(mergeSettings(file.read(), patch));
      const settings = file.read();
      onChange(settings);
      emit('settings.changed', settings);
      return settings;
    },
  };
}
