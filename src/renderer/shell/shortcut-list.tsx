import { Kbd } from '../../ui/kbd.tsx';
import { useApp, useSettings } from '../app/app-context.ts';
import { toKeyCaps } from '../commands/accelerator.ts';
import { commandGroups } from '../commands/command.ts';
import { useText } from '../i18n/use-text.ts';

/** Every shortcut, by group, from the one list of commands, and the keys that work in every window. */
export function ShortcutList() {
  const app = useApp();
  const { t } = useText();
  useSettings(({ settings }) => settings.shortcuts);
  const isMac = app.about.platform === 'darwin';
  const commands = app.commands();
  const groups = commandGroups.map((group) => ({
    id: group,
    label: t(`commands.group.${group}`),
    lines: commands.flatMap(({ id, title, keys, isGlobal, group: own }) =>
      keys === null || own !== group
        ? []
        : [{ id, title, isGlobal, caps: toKeyCaps(keys, isMac, t) }],
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
      { id: 'panic', title: t('shortcuts.escape_live'), caps: [t('key.escape')] },
    ].map((line) => ({ ...line, isGlobal: false })),
  };
  return (
    <div className="shortcut-groups">
      {[...groups, keyboard]
        .filter(({ lines }) => lines.length > 0)
        .map((group) => (
          <section key={group.id} className="shortcut-group">
            <h3>{group.label}</h3>
            <ul>
              {group.lines.map(({ id, title, isGlobal, caps }) => (
                <li key={id} className="shortcut">
                  <span>
                    {title}
                    {isGlobal ? (
                      <span className="shortcut-reach">{t('shortcuts.everywhere')}</span>
                    ) : null}
                  </span>
                  <Kbd keys={caps} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
