import { RotateCcw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Row, Rows } from '../../../ui/card.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Note } from '../../../ui/note.tsx';
import {
  type HotkeyAction,
  hotkeyActions,
  type HotkeyChoice,
  hotkeyChoiceSchema,
} from '../../../contract/hotkeys.ts';
import { useApp, useHotkeys, useSettings } from '../../app/app-context.ts';
import {
  findConflict,
  type HotkeyConflict,
  toAcceleratorCaps,
  toStruckAccelerator,
} from '../../commands/accelerator.ts';
import { listCommands } from '../../commands/commands.ts';
import { useText } from '../../i18n/use-text.ts';

/** The keys that work from anywhere, each with a way to change it, and what stands in its way. */
export function HotkeyRows() {
  const app = useApp();
  const { t } = useText();
  const choice = useSettings((state) => state.settings.hotkeys);
  const { missing, hasRelease, refused } = useHotkeys(({ view }) => view);
  useEffect(() => {
    void app.attempt(() => app.hotkeys.getState().check());
  }, [app]);
  const commands = listCommands(app);
  const change = (patch: Partial<HotkeyChoice>): void =>
    void app.attempt(async () => {
      await app.settings.getState().change({ hotkeys: { ...choice, ...patch } });
      await app.hotkeys.getState().check();
    });
  return (
    <>
      {missing === null ? null : (
        <Note tone="warning" title={t(`hotkeys.missing.${missing}`)}>
          {t('hotkeys.missing_text')}
        </Note>
      )}
      <Rows>
        {hotkeyActions.map((action) => (
          <HotkeyRow
            key={action}
            action={action}
            hint={
              action === 'talk' && !hasRelease
                ? t('hotkeys.talk_toggle')
                : t(`hotkeys.${action}_hint`)
            }
            accelerator={choice[action]}
            conflict={findConflict(action, choice, { commands, refused })}
            onChange={(accelerator) => change({ [action]: accelerator })}
          />
        ))}
      </Rows>
    </>
  );
}

function HotkeyRow(props: {
  readonly action: HotkeyAction;
  readonly hint: string;
  readonly accelerator: string | null;
  readonly conflict: HotkeyConflict | null;
  readonly onChange: (accelerator: string | null) => void;
}) {
  const { action, accelerator, conflict, onChange } = props;
  const { t } = useText();
  const name = t(`hotkeys.${action}`);
  const [isRecording, setRecording] = useState(false);
  const usual = hotkeyChoiceSchema.parse({})[action];
  return (
    <Row
      title={name}
      hint={
        <>
          {props.hint}
          {conflict === null ? null : (
            <div className="alert">
              <ConflictText conflict={conflict} />
            </div>
          )}
        </>
      }
    >
      <KeyRecorder
        name={name}
        accelerator={accelerator}
        isRecording={isRecording}
        onRecord={setRecording}
        onChange={onChange}
      />
      {accelerator === usual || isRecording ? null : (
        <IconButton
          label={t('hotkeys.reset', { name })}
          icon={RotateCcw}
          onPress={() => onChange(usual)}
        />
      )}
      {accelerator === null || isRecording ? null : (
        <IconButton label={t('hotkeys.remove', { name })} icon={X} onPress={() => onChange(null)} />
      )}
    </Row>
  );
}

function ConflictText({ conflict }: { readonly conflict: HotkeyConflict }) {
  const { t } = useText();
  switch (conflict.is) {
    case 'action':
      return t('hotkeys.conflict.action', { name: t(`hotkeys.${conflict.other}`) });
    case 'command':
      return t('hotkeys.conflict.command', { name: conflict.title });
    case 'program':
      return t('hotkeys.conflict.program');
  }
}

/** Shows the keys; once pressed, it takes the next ones that are struck. */
function KeyRecorder(props: {
  readonly name: string;
  readonly accelerator: string | null;
  readonly isRecording: boolean;
  readonly onRecord: (isRecording: boolean) => void;
  readonly onChange: (accelerator: string) => void;
}) {
  const { name, accelerator, isRecording, onRecord, onChange } = props;
  const { about } = useApp();
  const { t } = useText();
  const isMac = about.platform === 'darwin';
  if (!isRecording) {
    return (
      <Button onPress={() => onRecord(true)}>
        <span className="spoken">{t('hotkeys.change', { name })}</span>
        {accelerator === null ? (
          t('hotkeys.none')
        ) : (
          <Kbd keys={toAcceleratorCaps(accelerator, isMac, t)} />
        )}
      </Button>
    );
  }
  return (
    <input
      ref={(input) => input?.focus()}
      className="ui-input hotkey-input"
      data-records-keys
      readOnly
      aria-label={t('hotkeys.change', { name })}
      value={t('hotkeys.press')}
      onBlur={() => onRecord(false)}
      onKeyDown={(event) => {
        if (event.key === 'Tab') {
          return;
        }
        event.preventDefault();
        event.stopPropagation();
        const struck = toStruckAccelerator(event, isMac);
        if (struck !== null) {
          onChange(struck);
        }
        if (struck !== null || event.key === 'Escape') {
          onRecord(false);
        }
      }}
    />
  );
}
