import {
  Camera,
  Circle,
  Eye,
  EyeOff,
  Flag,
  History,
  Mic,
  MicOff,
  Radio,
  ShieldOff,
  Square,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { useApp, useCaptures, useLive, useView } from '../../app/app-context.ts';
import { useLabelWithKeys } from '../../commands/command-keys.tsx';
import type { TextKey } from '../../i18n/en/catalogue.ts';
import { useText } from '../../i18n/use-text.ts';
import type { RecordingState } from '../../live/captures/captures-store.ts';
import {
  addMarker,
  saveReplay,
  saveSnapshot,
  toggleRecording,
} from '../../live/captures/record-output.ts';
import { useChanger } from '../../changer/use-changer.ts';
import { useLiveChoice } from '../../live/output/use-output-status.ts';
import { ActionButton } from './action-button.tsx';
import { PriceLine } from './price-line.tsx';
import { useMissing } from './use-missing.ts';

const BypassQuestion = lazy(async () => ({
  default: (await import('./bypass-question.tsx')).BypassQuestion,
}));

/**
 * Actions of a live user. Each has a fixed position: going live and covering start the row in every state, and
 * actions that have no effect before going live are hidden.
 */
export function ActionBar() {
  const isOff = useLive((state) => state.phase === 'off');
  const isRecording = useCaptures(({ recording }) => recording !== null);
  return (
    <div className="output-actions">
      <GoLive />
      <CoverButton />
      {isOff ? (
        <PriceLine />
      ) : (
        <>
          <BypassButton />
          <MuteButton />
        </>
      )}
      <span className="output-gap" />
      {isOff && !isRecording ? null : <CaptureButtons />}
    </div>
  );
}

function CaptureButtons() {
  return (
    <>
      <RecordButton />
      <MarkerButton />
      <ReplayButton />
      <SnapButton />
    </>
  );
}

/** Ends the session while there is one. */
function GoLive() {
  const { live, attempt } = useApp();
  const { t } = useText();
  const { choice } = useLiveChoice();
  const phase = useLive((state) => state.phase);
  const missing = useMissing();
  if (phase !== 'off') {
    return (
      <ActionButton
        width="fixed"
        tone="danger"
        icon={Square}
        onPress={() => void attempt(live.getState().endLive)}
      >
        {t(phase === 'on' ? 'output.end' : 'action.cancel')}
      </ActionButton>
    );
  }
  return (
    <ActionButton
      width="fixed"
      // Before that, the next step is the main action.
      tone={missing === null ? 'primary' : undefined}
      icon={Radio}
      isDisabled={missing !== null}
      onPress={() => void attempt(() => live.getState().goLive(choice))}
    >
      {t('output.go')}
    </ActionButton>
  );
}

/** Button that covers; its space stays reserved without a session. */
function CoverButton() {
  const { live } = useApp();
  const { t } = useText();
  const phase = useLive((state) => state.phase);
  const isCovered = useLive((state) => state.isCovered);
  return phase === 'off' ? (
    <span className="action-place" data-action="cover" />
  ) : (
    <ActionButton
      width="fixed"
      action="cover"
      icon={isCovered ? Eye : EyeOff}
      onPress={() => live.getState().setCovered(!isCovered)}
    >
      {t(isCovered ? 'output.uncover' : 'output.cover')}
    </ActionButton>
  );
}

function BypassButton() {
  const { live, view, attempt } = useApp();
  const { t } = useText();
  const phase = useLive((state) => state.phase);
  const isBypassed = useLive((state) => state.isBypassed);
  const isAsking = useView((state) => state.overlay === 'bypass');
  const setAsking = (isOpen: boolean): void => view.getState().setOverlay(isOpen ? 'bypass' : null);
  const set = (isOn: boolean): void => {
    setAsking(false);
    void attempt(() => live.getState().setBypassed(isOn));
  };
  return (
    <>
      <ActionButton
        width="fixed"
        isFoldable
        icon={ShieldOff}
        isDisabled={phase !== 'on'}
        onPress={() => (isBypassed ? set(false) : setAsking(true))}
      >
        {t(isBypassed ? 'output.bypass_end' : 'output.bypass_begin')}
      </ActionButton>
      {isAsking ? (
        <Suspense>
          <BypassQuestion onAnswer={(isYes) => (isYes ? set(true) : setAsking(false))} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Mutes the changed voice, and the audio of recordings. */
function MuteButton() {
  const { changer } = useApp();
  const { t } = useText();
  const isMuted = useChanger((state) => state.isMuted);
  return (
    <ActionButton
      isFoldable
      icon={isMuted ? Mic : MicOff}
      onPress={() => changer.getState().setMuted(!isMuted)}
    >
      {t(isMuted ? 'output.unmute' : 'output.mute')}
    </ActionButton>
  );
}

function RecordButton() {
  const app = useApp();
  const { t } = useText();
  const hasOutput = useLive((state) => state.output !== null);
  const phase = useCaptures((state) => state.recording?.phase ?? null);
  return (
    <ActionButton
      isFoldable
      icon={Circle}
      tone={phase === 'running' ? 'danger' : undefined}
      isPending={phase === 'opening' || phase === 'finishing'}
      isDisabled={!hasOutput && phase === null}
      onPress={() => void app.attempt(() => toggleRecording(app))}
    >
      {t(recordKey(phase))}
    </ActionButton>
  );
}

/** Always present, so that the layout does not change when a recording begins. */
function MarkerButton() {
  const app = useApp();
  const { t } = useText();
  const isRecording = useCaptures(({ recording }) => recording?.phase === 'running');
  const label = useLabelWithKeys(t('output.mark'), 'capture.add_marker');
  return (
    <IconButton
      tone="plain"
      icon={Flag}
      label={label}
      isDisabled={!isRecording}
      onPress={() => void app.attempt(() => addMarker(app))}
    />
  );
}

/** Shown when the replay buffer is enabled. */
function ReplayButton() {
  const app = useApp();
  const { t } = useText();
  const { choice } = useLiveChoice();
  const replay = useCaptures((state) => state.replay);
  const action = t('output.replay_save', { seconds: choice.replaySeconds });
  const label = useLabelWithKeys(action, 'capture.save_replay');
  return choice.replaySeconds === 0 ? null : (
    <IconButton
      tone="plain"
      icon={History}
      label={label}
      isPending={replay?.isSaving ?? false}
      isDisabled={replay === null}
      onPress={() => void app.attempt(() => saveReplay(app))}
    />
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
  return (
    <IconButton
      tone="plain"
      icon={Camera}
      label={t('output.snap')}
      isDisabled={!isOn}
      onPress={() => void app.attempt(() => saveSnapshot(app))}
    />
  );
}
