import { Mic } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { useApp, useDraft } from '../../app/app-context.ts';
import { fieldWords } from '../../i18n/capability-texts.ts';
import { useText } from '../../i18n/use-text.ts';
import type { FormFeature } from '../../jobs/forms.ts';
import { isFilled } from '../../stores/draft-store.ts';
import './create.css';
import { RecordPanel } from './record-panel.tsx';
import type { FileTarget } from './shown-form.ts';
import { Consent, findError, SlotError, SlotFacts, SlotPicture } from './slot-parts.tsx';

/** The place of one file of the form: the file in it, what is known of it, and what is wrong with it. */
export function InputSlot(props: {
  readonly place: FileTarget;
  readonly feature: FormFeature;
  readonly isRequired: boolean;
}) {
  const { place, feature, isRequired } = props;
  const { draft } = useApp();
  const { t, language } = useText();
  const slot = useDraft((state) => state.slots[place.field]?.[0]);
  const placed = slot !== undefined && isFilled(slot) ? slot : null;
  const error = findError(slot);
  const [isRecording, setRecording] = useState(false);
  const words = fieldWords(language, feature, place.field);
  return (
    <DropZone
      label={isRequired ? words.label : t('form.optional', { label: words.label })}
      icon={place.icon}
      hint={words.hint ?? t(`form.${feature}.hint`)}
      accept={place.accept}
      chooseLabel={t('form.choose')}
      changeLabel={isRecording ? null : t('form.change')}
      picture={
        isRecording ? (
          <RecordPanel
            onDone={(file) => void draft.getState().setChosenFile(place, file)}
            onClose={() => setRecording(false)}
          />
        ) : placed === null ? null : (
          <SlotPicture slot={placed} />
        )
      }
      tone={error === null ? undefined : 'danger'}
      onFile={(file) => void draft.getState().setFiles(place, [file])}
      alternatives={
        <>
          {place.kind === 'audio' ? (
            <Button icon={Mic} onPress={() => setRecording(true)}>
              {t('record.start')}
            </Button>
          ) : null}
          {placed !== null && !isRequired ? (
            <Button
              label={t('form.files.remove', { name: placed.file.name })}
              onPress={() => draft.getState().remove(place.field, 0)}
            >
              {t('action.remove')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="slot-facts" aria-live="polite">
        {placed === null ? null : <SlotFacts slot={placed} />}
        {error === null ? null : <SlotError error={error} place={place} />}
        {placed !== null && place.person !== null && error === null ? (
          <Consent slot={placed} person={place.person} />
        ) : null}
      </div>
    </DropZone>
  );
}
