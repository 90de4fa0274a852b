import { Kbd } from '../../ui/kbd.tsx';
import { useApp } from '../app/app-context.ts';
import { commandGroups, listCommands } from '../commands/commands.ts';
import { toKeyCaps } from '../commands/keys.ts';
import { useText } from '../i18n/use-text.ts';

/** Every shortcut, by group, from the one list of commands, and the keys that work in every window. */
export function ShortcutList() {
  const app = useApp();
  const { t } = useText();
  const isMac = app.about.platform === 'darwin';
  const commands = listCommands(app);
  const groups = commandGroups.map((group) => ({
    id: group,
    label: t(`commands.group.${group}`),
    lines: commands.flatMap(({ id, title, keys, group: own }) =>
      keys === null || own !== group ? [] : [{ id, title, caps: toKeyCaps(keys, isMac, t) }],
    ),
  }));
  const keyboard = {
    id: 'keyboard',
    label: t('shortcuts.keyboard'),
    lines: [
      { id: 'tab', title: t('shortcuts.tab'), caps: [t('key.tab')] },
      { id: 'arrows', title: t('shortcuts.arrows'), caps: [t('key.arrows')] },
      { id: 'enter', title: t('shortcuts.enter'), caps: [t('key.enter'), t('key.space')] },
      { id: 'escape', title: t('shortcuts.escape'), caps: [t('key.escape')] },
    ],
  };
  return (
    <div className="shortcut-groups">
      {[...groups, keyboard]
        .filter(({ lines }) => lines.length > 0)
        .map((group) => (
          <section key={group.id} className="shortcut-group">
            <h3>{group.label}</h3>
            <ul>
              {group.lines.map(({ id, title, caps }) => (
                <li key={id} className="shortcut">
                  {title}
                  <Kbd keys={caps} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
