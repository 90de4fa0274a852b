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
  const { about } = useApp();
  const { t } = useText();
  const keys = useCommand(id)?.keys ?? null;
  return keys === null ? null : <Kbd keys={toKeyCaps(keys, about.platform === 'darwin', t)} />;
}
