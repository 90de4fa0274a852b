import { CommandList } from '../../ui/command-list.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { useApp, useService } from '../app/app-context.ts';
import { commandGroups, listCommands } from '../commands/commands.ts';
import { toKeyCaps } from '../commands/keys.ts';
import { useText } from '../i18n/use-text.ts';

/** The command palette: every command, found by its words. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const { t } = useText();
  useService(({ embedded }) => embedded.state);
  const isMac = app.about.platform === 'darwin';
  const commands = listCommands(app).filter(({ id }) => id !== 'app.commands');
  const groups = commandGroups.map((group) => ({
    id: group,
    label: t(`commands.group.${group}`),
    lines: commands
      .filter((command) => command.group === group)
      .map(({ id, title, icon, keys }) => ({
        id,
        label: title,
        icon,
        keys: keys === null ? null : toKeyCaps(keys, isMac, t),
      })),
  }));
  return (
    <DialogFrame isOpen onClose={onClose} width="palette" label={t('palette.label')}>
      <CommandList
        label={t('palette.label')}
        placeholder={t('palette.placeholder')}
        emptyText={t('palette.empty')}
        groups={groups}
        filter={hasWords}
        onClose={onClose}
        onRun={(id) => {
          onClose();
          commands.find((command) => command.id === id)?.run();
        }}
      />
    </DialogFrame>
  );
}

/** Whether every typed word begins a word of the label, in any order. */
function hasWords(label: string, typed: string): boolean {
  const starts = toWords(typed);
  if (starts.length === 0) {
    return label.includes(typed.trim());
  }
  const words = toWords(label);
  return starts.every((start) => words.some((word) => word.startsWith(start)));
}

function toWords(text: string): readonly string[] {
  return text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
