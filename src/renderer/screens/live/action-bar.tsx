import { Camera, Circle, Eye, EyeOff, Mic, MicOff, Radio, ShieldOff, Square } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useApp, useCaptures, useLive } from '../../app/app-context.ts';
import type { TextKey } from '../../i18n/en.ts';
import { useText } from '../../i18n/use-text.ts';
import type { RecordingState } from '../../live/captures-store.ts';
import { beginRecording, endRecording, notifyMade } from '../../live/record-output.ts';
import { useChanger } from '../../changer/use-changer.ts';
import { useLiveChoice } from '../../live/use-output-status.ts';

const BypassQuestion = lazy(async () => ({
  default: (await import('./bypass-question.tsx')).BypassQuestion,
}));

/** What the user does while live, always in the same place. */
export function ActionBar() {
  return (
    <div className="output-actions">
      <GoLive />
      <CoverButton />
      <BypassButton />
      <MuteButton />
      <span className="output-gap" />
      <RecordButton />
      <SnapButton />
    </div>
  );
}

function GoLive() {
  const { live, attempt } = useApp();
  const { t } = useText();
  const { choice } = useLiveChoice();
  const phase = useLive((state) => state.phase);
  const missing = useMissing();
  const hasCamera = useLive((state) => state.camera !== null);
  const { characterId } = choice;
  useEffect(() => {
    // Whoever starts the camera means to go live: what takes seconds is done until then.
    if (hasCamera && phase === 'off') {
      void live.getState().prepare(characterId);
    }
  }, [live, hasCamera, phase, characterId]);
  if (phase !== 'off') {
    return (
      <Button tone="danger" icon={Square} onPress={() => void attempt(live.getState().endLive)}>
        {t(phase === 'on' ? 'output.end' : 'action.cancel')}
      </Button>
    );
  }
  return (
    <>
      <Button
        // Without a camera the one thing to do is to start it.
        tone={hasCamera ? 'primary' : undefined}
        icon={Radio}
        isDisabled={missing !== null}
        onPress={() => void attempt(() => live.getState().goLive(choice))}
      >
        {t('output.go')}
      </Button>
      {missing === null ? null : <span className="output-missing">{t(missing)}</span>}
    </>
  );
}

/** What has to be there first, as the user would do it; null when everything is. */
function useMissing(): TextKey | null {
  const hasCamera = useLive((state) => state.camera !== null);
  const { choice } = useLiveChoice();
  const offer = useLive((state) => state.offer);
  if (offer !== null && !offer.isOffered) {
    return 'output.missing.offer';
  }
  if (choice.characterId === null) {
    return 'output.missing.character';
  }
  return hasCamera ? null : 'output.missing.camera';
}

function CoverButton() {
  const { live } = useApp();
  const { t } = useText();
  const phase = useLive((state) => state.phase);
  const isCovered = useLive((state) => state.isCovered);
  return (
    <Button
      icon={isCovered ? Eye : EyeOff}
      isDisabled={phase === 'off'}
      onPress={() => live.getState().setCovered(!isCovered)}
    >
      {t(isCovered ? 'output.uncover' : 'output.cover')}
    </Button>
  );
}

function BypassButton() {
  const { live, attempt } = useApp();
  const { t } = useText();
  const phase = useLive((state) => state.phase);
  const isBypassed = useLive((state) => state.isBypassed);
  const [isAsking, setAsking] = useState(false);
  const set = (isOn: boolean): void => {
    setAsking(false);
    void attempt(() => live.getState().setBypassed(isOn));
  };
  return (
    <>
      <Button
        icon={ShieldOff}
        isDisabled={phase !== 'on'}
        onPress={() => (isBypassed ? set(false) : setAsking(true))}
      >
        {t(isBypassed ? 'output.bypass_end' : 'output.bypass_begin')}
      </Button>
      {isAsking ? (
        <Suspense>
          <BypassQuestion isOpen onAnswer={(isYes) => (isYes ? set(true) : setAsking(false))} />
        </Suspense>
      ) : null}
    </>
  );
}

/** For the changed voice and for recordings; without either there is nothing to mute. */
function MuteButton() {
  const { changer } = useApp();
  const { t } = useText();
  const isVoiceRunning = useChanger(({ session }) => session.phase === 'live');
  const isRecording = useCaptures(({ recording }) => recording?.phase === 'running');
  const isMuted = useChanger((state) => state.isMuted);
  return isVoiceRunning || isRecording ? (
    <Button icon={isMuted ? Mic : MicOff} onPress={() => changer.getState().setMuted(!isMuted)}>
      {t(isMuted ? 'output.unmute' : 'output.mute')}
    </Button>
  ) : null;
}

function RecordButton() {
  const app = useApp();
  const { t } = useText();
  const { choice } = useLiveChoice();
  const output = useLive((state) => state.output);
  const phase = useCaptures((state) => state.recording?.phase ?? null);
  const isBusy = phase === 'opening' || phase === 'finishing';
  return (
    <Button
      icon={Circle}
      tone={phase === 'running' ? 'danger' : undefined}
      isPending={isBusy}
      isDisabled={output === null && phase === null}
      onPress={() => {
        if (phase === 'running') {
          void endRecording(app);
        } else if (output !== null) {
          void app.attempt(() => beginRecording(app, output, choice));
        }
      }}
    >
      {t(recordKey(phase))}
    </Button>
  );
}

function recordKey(phase: RecordingState['phase'] | null): TextKey {
  if (phase === 'finishing') {
    return 'output.record_finishing';
  }
  return phase === 'running' ? 'output.record_end' : 'output.record';
}

function SnapButton() {
  const app = useApp();
  const { t } = useText();
  const isOn = useLive((state) => state.output !== null);
  const snap = (): void => {
    const video = document.querySelector<HTMLVideoElement>('#output');
    if (video !== null) {
      void app.attempt(async () => {
        notifyMade(app, 'output.snapped', await app.captures.getState().snap(video));
      });
    }
  };
  return (
    <Button icon={Camera} isDisabled={!isOn} onPress={snap}>
      {t('output.snap')}
    </Button>
  );
}
