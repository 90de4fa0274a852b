import { RotateCcw, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { canBeGlobal } from '../../../contract/accelerator.ts';
import type { ShortcutChoice } from '../../../contract/shortcuts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Row } from '../../../ui/card.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useApp, useHotkeys, useSettings } from '../../app/app-context.ts';
import { toKeyCaps, toPressedAccelerator } from '../../commands/accelerator.ts';
import {
  assignKeys,
  claimUsualKeys,
  findConflict,
  isChanged,
  resetKeys,
  setGlobal,
} from '../../commands/bind-keys.ts';
import type { Command } from '../../commands/command.ts';
import { useText } from '../../i18n/use-text.ts';

/** A command with its keys: other ones, the usual ones or none, and whether they work in every program. */
export function ShortcutRow(props: {
  readonly command: Command;
  readonly onChange: (chosen: ShortcutChoice) => void;
}) {
  const { command, onChange } = props;
  const { id, title, keys, usualKeys = null } = command;
  const app = useApp();
  const { t } = useText();
  const chosen = useSettings(({ settings }) => settings.shortcuts);
  const [isRecording, setRecording] = useState(false);
  /** Pressed keys that have a conflict. */
  const [wanted, setWanted] = useState<string | null>(null);
  const [isResetting, setResetting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** Restores the focus, which would be lost with the removed element. */
  const refocus = (): void => button.current?.focus();
  const assign = (next: string | null): void => {
    refocus();
    setWanted(null);
    onChange(assignKeys(app.commands(), chosen, id, next));
  };
  const propose = (next: string): void => {
    if (findConflict(app.commands(), id, next) === null) {
      assign(next);
    } else {
      setResetting(false);
      setWanted(next);
    }
  };
  const take = (next: string): void => {
    if (isResetting) {
      refocus();
      setWanted(null);
      onChange(claimUsualKeys(app.commands(), chosen, id));
    } else {
      assign(next);
    }
  };
  const reset = (): void => {
    refocus();
    if (usualKeys !== null && findConflict(app.commands(), id, usualKeys) !== null) {
      setResetting(true);
      setWanted(usualKeys);
    } else {
      onChange(resetKeys(chosen, id));
    }
  };
  return (
    <Row
      title={title}
      hint={
        <ShortcutHint
          command={command}
          wanted={wanted}
          onUse={take}
          onCancel={() => {
            refocus();
            setWanted(null);
          }}
        />
      }
    >
      <Reach command={command} onChange={onChange} />
      <KeyRecorder
        name={title}
        keys={keys}
        buttonRef={button}
        isRecording={isRecording}
        onRecord={(isOn) => {
          setRecording(isOn);
          setWanted(null);
        }}
        onStrike={propose}
      />
      <span className="shortcut-tools">
        {!isChanged(chosen, id) || isRecording ? null : (
          <IconButton
            label={t('shortcuts.reset', { name: title })}
            icon={RotateCcw}
            onPress={reset}
          />
        )}
        {keys === null || isRecording ? null : (
          <IconButton
            label={t('shortcuts.remove', { name: title })}
            icon={X}
            onPress={() => assign(null)}
          />
        )}
      </span>
    </Row>
  );
}

/** Conflict of the pressed keys, or the reason why they do not work globally. */
function ShortcutHint(props: {
  readonly command: Command;
  readonly wanted: string | null;
  readonly onUse: (keys: string) => void;
  readonly onCancel: () => void;
}) {
  const { command, wanted, onUse, onCancel } = props;
  const app = useApp();
  const { t } = useText();
  const { refused, hasRelease } = useHotkeys(({ view }) => view);
  const conflict = wanted === null ? null : findConflict(app.commands(), command.id, wanted);
  if (wanted !== null && conflict !== null) {
    const keys = toKeyCaps(wanted, app.about.platform === 'darwin', t).join('+');
    return (
      <div className="shortcut-conflict" role="alert">
        <span>
          {conflict.is === 'command'
            ? t('shortcuts.conflict.command', { keys, name: conflict.other.title })
            : t('shortcuts.conflict.editing', { keys })}
        </span>
        {conflict.is === 'command' ? (
          <Button
            label={t('shortcuts.use_here_named', { keys, name: command.title })}
            onPress={() => onUse(wanted)}
          >
            {t('shortcuts.use_here')}
          </Button>
        ) : null}
        <Button tone="quiet" onPress={onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
    );
  }
  if (command.isGlobal && refused.includes(command.id)) {
    return <div className="alert">{t('hotkeys.conflict.program')}</div>;
  }
  return command.wish?.release === undefined
    ? null
    : t(hasRelease || !command.isGlobal ? 'hotkeys.talk_hint' : 'hotkeys.talk_toggle');
}

/** Switch that makes the keys work in every program; absent where they cannot. */
function Reach(props: {
  readonly command: Command;
  readonly onChange: (chosen: ShortcutChoice) => void;
}) {
  const { id, title, keys, wish, isGlobal } = props.command;
  const app = useApp();
  const { t } = useText();
  const chosen = useSettings(({ settings }) => settings.shortcuts);
  const missing = useHotkeys(({ view }) => view.missing);
  return wish === undefined || keys === null || missing !== null || !canBeGlobal(keys) ? null : (
    <Switch
      isSelected={isGlobal}
      onChange={(isOn) => props.onChange(setGlobal(app.commands(), chosen, id, isOn))}
    >
      {t('shortcuts.everywhere')}
      <span className="spoken">{title}</span>
    </Switch>
  );
}

/** Shows the keys; once pressed, it takes the next ones that are struck. */
function KeyRecorder(props: {
  readonly name: string;
  readonly keys: string | null;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly isRecording: boolean;
  readonly onRecord: (isRecording: boolean) => void;
  readonly onStrike: (keys: string) => void;
}) {
  const { name, keys, buttonRef: button, isRecording, onRecord, onStrike } = props;
  const { about, hotkeys } = useApp();
  const { t } = useText();
  const wasRecording = useRef(false);
  useEffect(() => {
    if (!isRecording) {
      return undefined;
    }
    hotkeys.getState().setRecording(true);
    return () => hotkeys.getState().setRecording(false);
  }, [isRecording, hotkeys]);
  useEffect(() => {
    // The field that took the keys is gone, and the focus with it.
    if (wasRecording.current && !isRecording && document.activeElement === document.body) {
      button.current?.focus();
    }
    wasRecording.current = isRecording;
  }, [isRecording, button]);
  const isMac = about.platform === 'darwin';
  if (!isRecording) {
    return (
      <Button ref={button} onPress={() => onRecord(true)}>
        <span className="spoken">{t('shortcuts.change_named', { name })}</span>
        {keys === null ? t('hotkeys.none') : <Kbd keys={toKeyCaps(keys, isMac, t)} />}
      </Button>
    );
  }
  return (
    <input
      ref={(input) => input?.focus()}
      className="ui-input hotkey-input"
      data-records-keys
      readOnly
      aria-label={t('shortcuts.change_named', { name })}
      value={t('hotkeys.press')}
      onBlur={() => onRecord(false)}
      onKeyDown={(event) => {
        if (event.key === 'Tab') {
          return;
        }
        event.preventDefault();
        event.stopPropagation();
        const struck = toPressedAccelerator(event, isMac);
        if (struck !== null || event.key === 'Escape') {
          onRecord(false);
        }
        if (struck !== null) {
          onStrike(struck);
        }
      }}
    />
  );
}
