import { Mic, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormField } from '../../../capabilities/form/form.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { FileChooser } from '../../../ui/file-chooser.tsx';
import { useApp, useDraft } from '../../app/app-context.ts';
import { toFieldWords } from '../../i18n/capability-texts.ts';
import { useText } from '../../i18n/use-text.ts';
import type { FormFeature } from '../../jobs/forms.ts';
import { type DraftInput, isUsable } from '../../stores/draft-files.ts';
import './create.css';
import { RecordPanel } from './record-panel.tsx';
import { type FileTarget, listFileTargets } from './shown-form.ts';
import { ResultMenu } from './result-menu.tsx';
import { SlotFiles } from './slot-files.tsx';
import { Consent, findError, Refusals, SlotError, SlotFacts, SlotPreview } from './slot-parts.tsx';
import { type LengthField, TrimLine } from './trimmed-video.tsx';

const none: readonly DraftInput[] = [];

interface InputSlotProps {
  readonly place: FileTarget;
  readonly feature: FormFeature;
  readonly isRequired: boolean;
  /** Used length of the file, when the request has a field for it; else null. */
  readonly length: LengthField | null;
  /** True when the user chooses which of several people is swapped. */
  readonly choosesPerson: boolean;
  /** True when joints may be set by hand in the slot's images. */
  readonly placesJoints: boolean;
  /** Fields for pictures of the same from other sides. */
  readonly further: readonly FormField[];
}

/** Slot for a file of the form, or for several that make a job each, with their properties and faults. */
export function InputSlot(props: InputSlotProps) {
  const { place, feature, isRequired, length, further, ...asks } = props;
  const { draft } = useApp();
  const { t, language } = useText();
  const inputs = useDraft((state) => state.slots[place.field] ?? none);
  const hasFurther = useDraft((state) =>
    further.some(({ field }) => (state.slots[field] ?? []).some(isUsable)),
  );
  const [isRecording, setRecording] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const words = toFieldWords(language, feature, place.field);
  const [single] = inputs;
  const placed = inputs.length === 1 && single !== undefined ? single : null;
  const error = placed === null ? null : findError(placed);
  const durationMs = placed?.facts?.durationMs ?? null;
  const receive = (files: readonly File[]): void =>
    void draft.getState().setFiles(place, files, listFileTargets(feature));
  return (
    <DropZone
      label={isRequired ? words.label : t('form.optional', { label: words.label })}
      icon={place.icon}
      hint={words.hint ?? t(`form.${feature}.hint`)}
      accept={place.accept}
      isMultiple={place.max > 1}
      chooseLabel={t('create.choose')}
      changeLabel={isRecording || placed === null ? null : t('form.change')}
      preview={
        isRecording ? (
          <RecordPanel
            onDone={(file) => void draft.getState().setChosenFile(place, file)}
            onClose={() => setRecording(false)}
          />
        ) : inputs.length > 1 ? (
          <SlotFiles place={place} inputs={inputs} {...asks} />
        ) : placed === null ? null : (
          <SlotPreview slot={placed} video={video} />
        )
      }
      tone={error === null ? undefined : 'danger'}
      onFiles={receive}
      alternatives={
        <>
          {place.kind === 'audio' && inputs.length < 2 ? (
            <Button icon={Mic} onPress={() => setRecording(true)}>
              {t('record.start')}
            </Button>
          ) : null}
          <ResultMenu place={place} />
          {placed === null || place.max === 1 ? null : (
            <MoreFiles place={place} feature={feature} />
          )}
          {placed === null ? null : (
            <IconButton
              tone="plain"
              icon={Trash2}
              label={t('form.files.remove', { name: placed.file.name })}
              onPress={() => draft.getState().remove(place.field, 0)}
            />
          )}
        </>
      }
    >
      <div className="slot-facts" aria-live="polite">
        {placed === null || length === null || durationMs === null || error !== null ? null : (
          <TrimLine
            key={placed.file.id}
            input={placed}
            durationMs={durationMs}
            field={length}
            video={video}
          />
        )}
        {placed === null ? null : (
          <SlotFacts slot={placed} place={place} hasFurther={hasFurther} {...asks} />
        )}
        {placed === null || error === null ? null : <SlotError error={error} place={place} />}
        {inputs.length > 1 ? <ManyFacts place={place} feature={feature} inputs={inputs} /> : null}
        <Refusals field={place.field} kind={place.kind} />
        {place.person === null ? null : <Consent inputs={inputs} person={place.person} />}
      </div>
    </DropZone>
  );
}

/** Number of files in the slot, and actions to add or clear them. */
function ManyFacts(props: {
  readonly place: FileTarget;
  readonly feature: FormFeature;
  readonly inputs: readonly DraftInput[];
}) {
  const { place, feature, inputs } = props;
  const { draft } = useApp();
  const { t } = useText();
  return (
    <span className="slot-many">
      <span className="slot-name">{t(`create.count.${place.kind}`, { count: inputs.length })}</span>
      <MoreFiles place={place} feature={feature} />
      <Button icon={Trash2} onPress={() => draft.getState().clear(place.field)}>
        {t('create.remove_all')}
      </Button>
    </span>
  );
}

/** Adds files to those that are there. */
function MoreFiles(props: { readonly place: FileTarget; readonly feature: FormFeature }) {
  const { place, feature } = props;
  const { draft } = useApp();
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={Plus} onPress={() => input.current?.click()}>
        {t('create.more_files')}
      </Button>
      <FileChooser
        ref={input}
        accept={place.accept}
        isMultiple
        onFiles={(files) => void draft.getState().addFiles(place, files, listFileTargets(feature))}
      />
    </>
  );
}
