import { Mic } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Icon } from '../../ui/icon.tsx';
import type { VoiceChoice } from '../../contract/settings.ts';
import { Switch } from '../../ui/switch.tsx';
import { useApp } from '../app/app-context.ts';
import { CommandKeys } from '../commands/command-keys.tsx';
import { useText } from '../i18n/use-text.ts';
import { useChanger } from './use-changer.ts';

/** Switches for mute, bypass, push-to-talk and noise suppression. */
export function VoiceSwitches() {
  const { changer, attempt } = useApp();
  const { t } = useText();
  const choose = (change: Partial<VoiceChoice>): void =>
    void attempt(() => changer.getState().choose(change));
  const isMuted = useChanger((state) => state.isMuted);
  const isBypassed = useChanger((state) => state.isBypassed);
  const isPushToTalk = useChanger((state) => state.isPushToTalk);
  const noiseSuppression = useChanger(({ choice }) => choice.noiseSuppression);
  const voiceGate = useChanger(({ choice }) => choice.voiceGate);
  const canSuppress = useChanger(
    ({ session }) => session.phase !== 'live' || session.hasNoiseSuppression,
  );
  return (
    <div className="voice-switches">
      <Switch isSelected={isMuted} onChange={(isOn) => changer.getState().setMuted(isOn)}>
        {t('changer.mute')}
      </Switch>
      <Switch isSelected={isBypassed} onChange={(isOn) => changer.getState().setBypassed(isOn)}>
        {t('changer.bypass')}
      </Switch>
      <Switch isSelected={isPushToTalk} onChange={(isOn) => changer.getState().setPushToTalk(isOn)}>
        {t('changer.push_to_talk')}
      </Switch>
      {canSuppress ? (
        <>
          <Switch
            isSelected={noiseSuppression}
            onChange={(isOn) => choose({ noiseSuppression: isOn })}
          >
            {t('changer.noise_suppression')}
          </Switch>
          <Switch isSelected={voiceGate} onChange={(isOn) => choose({ voiceGate: isOn })}>
            {t('changer.voice_gate')}
          </Switch>
        </>
      ) : null}
      {isPushToTalk ? <TalkButton /> : null}
      {noiseSuppression || voiceGate ? (
        <p className="tile-hint">{t('changer.noise_hint')}</p>
      ) : null}
    </div>
  );
}

function TalkButton() {
  const { changer } = useApp();
  const { t } = useText();
  const isTalking = useChanger((state) => state.isTalking);
  const talk = (isOn: boolean): void => changer.getState().setTalking(isOn);
  return (
    <AriaButton
      className="ui-button"
      data-tone={isTalking ? 'primary' : undefined}
      onPressStart={() => talk(true)}
      onPressEnd={() => talk(false)}
    >
      <Icon of={Mic} />
      {t(isTalking ? 'changer.talking' : 'changer.hold_to_talk')}
      <CommandKeys id="voice.talk" />
    </AriaButton>
  );
}
