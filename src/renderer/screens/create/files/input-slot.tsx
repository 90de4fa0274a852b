import { Mic, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormField } from '../../../../capabilities/form/form.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { DropZone } from '../../../../ui/drop-zone.tsx';
import { FileChooser } from '../../../../ui/file-chooser.tsx';
import { useApp, useDraft } from '../../../app/app-context.ts';
import { toFieldWords } from '../../../i18n/capability-texts.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { FormFeature } from '../../../jobs/form/forms.ts';
import { type DraftInput, isUsable } from '../../../stores/draft-files.ts';
import '../create.css';
import { RecordPanel } from './record-panel.tsx';
import { type FileTarget, listFileTargets } from '../shown-form.ts';
import { ResultMenu } from './result-menu.tsx';
import { SlotFiles } from './slot-files.tsx';
import { Consent, findError, Refusals, SlotError, SlotFacts, SlotPreview } from './slot-parts.tsx';
import { type LengthField, TrimLine } from './trimmed-video.tsx';

const none: readonly DraftInput[] = [];

interface InputSlotProps {
  readonly target: FileTarget;
  readonly feature: FormFeature;
  readonly isRequired: boolean;
  /** Used length of the file, when the request has a field for it; else null. */
  readonly length: LengthField | null;
  /** True when the user chooses which of several people is swapped. */
  readonly choosesPerson: boolean;
  /** True when joints may be set by hand in the slot's images. */
  readonly placesJoints: boolean;
  /** Fields for pictures of the same from other sides. */
  readonly additional: readonly FormField[];
}

/** Slot for a file of the form, or for several that make a job each, with their properties and faults. */
export function InputSlot(props: InputSlotProps) {
  const { target, feature, isRequired, length, additional, ...asks } = props;
  const { draft } = useApp();
  const { t, language } = useText();
  const inputs = useDraft((state) => state.slots[target.field] ?? none);
  const hasAdditional = useDraft((state) =>
    additional.some(({ field }) => (state.slots[field] ?? []).some(isUsable)),
  );
  const [isRecording, setRecording] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const words = toFieldWords(language, feature, target.field);
  const [single] = inputs;
  const placed = inputs.length === 1 && single !== undefined ? single : null;
  const error = placed === null ? null : findError(placed);
  const durationMs = placed?.facts?.durationMs ?? null;
  const receive = (files: readonly File[]): void =>
    void draft.getState().setFiles(target, files, listFileTargets(feature));
  return (
    <DropZone
      label={isRequired ? words.label : t('form.optional', { label: words.label })}
      icon={target.icon}
      hint={words.hint ?? t(`form.${feature}.hint`)}
      accept={target.accept}
      isMultiple={target.max > 1}
      chooseLabel={t('create.choose')}
      changeLabel={isRecording || placed === null ? null : t('form.change')}
      preview={
        isRecording ? (
          <RecordPanel
            onDone={(file) => void draft.getState().setChosenFile(target, file)}
            onClose={() => setRecording(false)}
          />
        ) : inputs.length > 1 ? (
          <SlotFiles target={target} inputs={inputs} {...asks} />
        ) : placed === null ? null : (
          <SlotPreview slot={placed} video={video} />
        )
      }
      tone={error === null ? undefined : 'danger'}
      onFiles={receive}
      alternatives={
        <>
          {target.kind === 'audio' && inputs.length < 2 ? (
            <Button icon={Mic} onPress={() => setRecording(true)}>
              {t('record.start')}
            </Button>
          ) : null}
          <ResultMenu target={target} />
          {placed === null || target.max === 1 ? null : (
            <MoreFiles target={target} feature={feature} />
          )}
          {placed === null ? null : (
            <IconButton
              tone="plain"
              icon={Trash2}
              label={t('form.files.remove', { name: placed.file.name })}
              onPress={() => draft.getState().remove(target.field, 0)}
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
          <SlotFacts slot={placed} target={target} hasAdditional={hasAdditional} {...asks} />
        )}
        {placed === null || error === null ? null : <SlotError error={error} target={target} />}
        {inputs.length > 1 ? <ManyFacts target={target} feature={feature} inputs={inputs} /> : null}
        <Refusals field={target.field} kind={target.kind} />
        {target.person === null ? null : <Consent inputs={inputs} person={target.person} />}
      </div>
    </DropZone>
  );
}

/** Number of files in the slot, and actions to add or clear them. */
function ManyFacts(props: {
  readonly target: FileTarget;
  readonly feature: FormFeature;
  readonly inputs: readonly DraftInput[];
}) {
  const { target, feature, inputs } = props;
  const { draft } = useApp();
  const { t } = useText();
  return (
    <span className="slot-many">
      <span className="slot-name">
        {t(`create.count.${target.kind}`, { count: inputs.length })}
      </span>
      <MoreFiles target={target} feature={feature} />
      <Button icon={Trash2} onPress={() => draft.getState().clear(target.field)}>
        {t('create.remove_all')}
      </Button>
    </span>
  );
}

/** Adds files to those that are there. */
function MoreFiles(props: { readonly target: FileTarget; readonly feature: FormFeature }) {
  const { target, feature } = props;
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
        accept={target.accept}
        isMultiple
        onFiles={(files) => void draft.getState().addFiles(target, files, listFileTargets(feature))}
      />
    </>
  );
}
