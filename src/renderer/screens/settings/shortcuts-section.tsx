import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Rows } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { ShortcutChoice } from '../../../contract/shortcuts.ts';
import { useApp, useHotkeys, usePresets, useSettings } from '../../app/app-context.ts';
import { removeStaleKeys } from '../../commands/bind-keys.ts';
import { type Command, commandGroups } from '../../commands/command.ts';
import { indexEntries, searchEntries } from '../../commands/search-entries.ts';
import { useText } from '../../i18n/use-text.ts';
import { SectionHead } from './section-head.tsx';
import { ShortcutRow } from './shortcut-row.tsx';
import './shortcuts.css';

/** Every command with its keys, and a way to choose others. */
export function ShortcutsSection() {
  const app = useApp();
  const { t } = useText();
  const chosen = useSettings(({ settings }) => settings.shortcuts);
  usePresets(({ presets }) => presets);
  const missing = useHotkeys(({ view }) => view.missing);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    void app.attempt(() => app.hotkeys.getState().check());
  }, [app]);
  const commands = app.commands();
  const change = (shortcuts: ShortcutChoice): void =>
    void app.attempt(async () => {
      await app.settings.getState().change({ shortcuts: removeStaleKeys(commands, shortcuts) });
      await app.hotkeys.getState().check();
    });
  const shown =
    typed.trim() === '' ? commands : searchEntries(indexEntries(commands), typed, commands.length);
  return (
    <>
      <SectionHead
        title={t('shortcuts.title')}
        action={
          Object.keys(chosen).length === 0 ? undefined : (
            <Button icon={RotateCcw} onPress={() => change({})}>
              {t('shortcuts.reset_all')}
            </Button>
          )
        }
      >
        {t('shortcuts.intro')}
      </SectionHead>
      {missing === null ? null : (
        <Note tone="warning" title={t(`hotkeys.missing.${missing}`)}>
          {t('hotkeys.missing_text')}
        </Note>
      )}
      <TextField
        label={t('shortcuts.find')}
        isLabelHidden
        name="shortcuts-search"
        placeholder={t('shortcuts.find')}
        value={typed}
        onChange={setTyped}
      />
      {shown.length === 0 ? <p className="muted">{t('palette.empty')}</p> : null}
      {commandGroups.map((group) => (
        <ShortcutGroup
          key={group}
          title={t(`commands.group.${group}`)}
          commands={shown.filter((command) => command.group === group)}
          onChange={change}
        />
      ))}
    </>
  );
}

function ShortcutGroup(props: {
  readonly title: string;
  readonly commands: readonly Command[];
  readonly onChange: (chosen: ShortcutChoice) => void;
}) {
  const { title, commands, onChange } = props;
  return commands.length === 0 ? null : (
    <section className="shortcut-section" aria-label={title}>
      <h3>{title}</h3>
      <Rows>
        {commands.map((command) => (
          <ShortcutRow key={command.id} command={command} onChange={onChange} />
        ))}
      </Rows>
    </section>
  );
}
