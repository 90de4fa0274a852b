import { AudioLines } from 'lucide-react';
import { AppError } from '../../base/errors.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useApp } from '../app/app-context.ts';
import { formatTarget } from '../i18n/foreign-words.ts';
import { useText } from '../i18n/use-text.ts';
import { describeError } from '../i18n/describe-error.ts';
import { PersonMenu } from '../persons/person-menu.tsx';
import { SoundBox } from '../jobs/playback/sound-box.tsx';
import { findVoiceId, type ChosenReference } from './changer-view.ts';
import { useChanger } from './use-changer.ts';
import { VoiceSelect } from './voice-select.tsx';

/** Chooses the target voice: one of the service, or the person of a recording. */
export function TargetPicker() {
  const { changer } = useApp();
  const { t } = useText();
  const kind = useChanger((state) => state.targetKind);
  return (
    <div className="voice-target">
      <Segmented
        label={t('changer.target')}
        value={kind}
        options={[
          { id: 'voice', label: t('changer.target.voice') },
          { id: 'reference', label: t('changer.target.reference') },
        ]}
        onChange={(id) => changer.getState().setTargetKind(id)}
      />
      {kind === 'voice' ? <VoiceChoice /> : <ReferenceSlot />}
    </div>
  );
}

function VoiceChoice() {
  const text = useText();
  const offer = useChanger((state) => state.offer);
  const selectedId = useChanger(findVoiceId);
  const voices = offer === null || offer instanceof AppError ? [] : offer.voices;
  const voice = voices.find(({ id }) => id === selectedId);
  return (
    <>
      <VoiceSelect />
      {voice === undefined ? null : (
        <p className="tile-hint">{formatTarget(text, voice).description}</p>
      )}
    </>
  );
}

function ReferenceSlot() {
  const { changer, attempt } = useApp();
  const { t } = useText();
  const reference = useChanger((state) => state.reference);
  const error = reference?.facts instanceof AppError ? reference.facts : null;
  return (
    <DropZone
      label={t('changer.reference')}
      icon={AudioLines}
      hint={t('changer.reference_hint')}
      accept="audio/*,video/*"
      chooseLabel={t('form.choose')}
      changeLabel={t('form.change')}
      preview={
        reference === null ? null : (
          <div className="voice-sound">
            <SoundBox url={reference.file.url} label={reference.file.name} count={60} />
          </div>
        )
      }
      tone={error === null ? undefined : 'danger'}
      onFiles={([file]) => void attempt(() => changer.getState().setReference(file))}
    >
      <div className="voice-facts" aria-live="polite">
        {reference === null ? null : <ReferenceFacts reference={reference} />}
      </div>
    </DropZone>
  );
}

function ReferenceFacts({ reference }: { readonly reference: ChosenReference }) {
  const { changer, attempt } = useApp();
  const text = useText();
  const { t } = text;
  const { file, facts } = reference;
  if (facts instanceof AppError) {
    return <p className="ui-field-error">{describeError(text, facts).advice}</p>;
  }
  return (
    <>
      <p className="tile-hint">
        {facts === null
          ? t('changer.reading', { name: file.name })
          : t(facts.isCut ? 'changer.reference_cut' : 'changer.reference_used', {
              name: file.name,
              seconds: Math.round(facts.durationMs / 1000),
            })}
      </p>
      <span className="slot-consent">
        <Switch
          isSelected={file.hasConsent}
          onChange={() => void attempt(() => changer.getState().agree())}
        >
          {t('changer.consent')}
        </Switch>
        {file.hasConsent ? <PersonMenu file={file} /> : null}
      </span>
    </>
  );
}
