import { Kbd } from '../../ui/kbd.tsx';
import { useApp, useSettings } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { toKeyCaps } from './accelerator.ts';
import type { Command } from './command.ts';

/** Command with its current keys; undefined when there is none with this id. */
export function useCommand(id: string): Command | undefined {
  const { commands } = useApp();
  useSettings(({ settings }) => settings.shortcuts);
  return commands().find((command) => command.id === id);
}

/** The keys of a command, as caps; nothing where it has none. */
export function CommandKeys({ id }: { readonly id: string }) {
  const caps = useCommandCaps(id);
  return caps === null ? null : <Kbd keys={caps} />;
}

/** The current keys of a command as text, such as `Ctrl+M`; null where it has none. */
export function useCommandKeys(id: string): string | null {
  return useCommandCaps(id)?.join('+') ?? null;
}

/** Label of a button with the current keys of its command behind it. */
export function useLabelWithKeys(label: string, id: string): string {
  const { t } = useText();
  const keys = useCommandKeys(id);
  return keys === null ? label : t('hotkeys.labelled', { label, keys });
}

function useCommandCaps(id: string): readonly string[] | null {
  const { about } = useApp();
  const { t } = useText();
  const keys = useCommand(id)?.keys ?? null;
  return keys === null ? null : toKeyCaps(keys, about.platform === 'darwin', t);
}
