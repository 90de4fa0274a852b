import { Check, LoaderCircle, Mic, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { AppError } from '../../../base/errors.ts';
import type { PersonPart } from '../../../contract/persons.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useApp, useDraft } from '../../app/app-context.ts';
import type { Text } from '../../i18n/text.ts';
import { useText } from '../../i18n/use-text.ts';
import { fieldHint, fieldLabel } from '../../jobs/field-texts.ts';
import type { FormFeature } from '../../jobs/forms.ts';
import { PersonMenu } from '../../persons/person-menu.tsx';
import { durationText, sizeText } from '../../jobs/job-words.ts';
import { SoundBox } from '../../jobs/sound-box.tsx';
import { type DraftInput, isFilled } from '../../stores/draft-store.ts';
import './create.css';
import type { FileInput } from './shown-form.ts';
import { RecordPanel } from './record-panel.tsx';

/** One place of the form: the file in it, what is known of it, and what is wrong with it. */
export function InputSlot(props: { readonly input: FileInput; readonly feature: FormFeature }) {
  const { input, feature } = props;
  const { draft } = useApp();
  const { t } = useText();
  const slot = useDraft((state) => state.slots[input.field]);
  const chosen = slot !== undefined && isFilled(slot) ? slot : null;
  const error = findError(slot);
  const [isRecording, setRecording] = useState(false);
  return (
    <DropZone
      label={t(fieldLabel(input.field))}
      icon={input.icon}
      hint={t(fieldHint(input.field) ?? `form.${feature}.hint`)}
      accept={input.accept}
      chooseLabel={t('form.choose')}
      changeLabel={isRecording ? null : t('form.change')}
      picture={
        isRecording ? (
          <RecordPanel
            onDone={(file) => void draft.getState().setChosenFile(input, file)}
            onClose={() => setRecording(false)}
          />
        ) : chosen === null ? null : (
          <SlotPicture slot={chosen} />
        )
      }
      tone={error === null ? undefined : 'danger'}
      onFile={(file) => void draft.getState().setFile(input, file)}
      alternatives={
        input.kind === 'audio' ? (
          <Button icon={Mic} onPress={() => setRecording(true)}>
            {t('record.start')}
          </Button>
        ) : undefined
      }
    >
      <div className="slot-facts" aria-live="polite">
        {chosen === null ? null : <SlotFacts slot={chosen} />}
        {error === null ? null : <SlotError error={error} input={input} />}
        {chosen !== null && input.person !== null && error === null ? (
          <Consent slot={chosen} field={input.field} person={input.person} />
        ) : null}
      </div>
    </DropZone>
  );
}

function findError(slot: DraftInput | AppError | undefined): AppError | null {
  if (slot === undefined) {
    return null;
  }
  if (!isFilled(slot)) {
    return slot;
  }
  return slot.check instanceof AppError ? slot.check : null;
}

function SlotPicture({ slot }: { readonly slot: DraftInput }) {
  const { file } = slot;
  if (file.kind === 'audio') {
    return (
      <div className="slot-sound">
        <SoundBox url={file.url} label={file.name} count={120} />
      </div>
    );
  }
  return file.kind === 'video' ? (
    <video
      className="ui-drop-picture"
      src={`${file.url}#t=0.1`}
      preload="metadata"
      muted
      playsInline
      aria-label={file.name}
    />
  ) : (
    <img className="ui-drop-picture" src={file.url} alt={file.name} />
  );
}

function SlotFacts({ slot }: { readonly slot: DraftInput }) {
  const text = useText();
  const { t } = text;
  const { check, file } = slot;
  return (
    <>
      <span className="slot-name">{file.name}</span>
      <span className="slot-line">
        <span>{factsText(text, slot)}</span>
        {check === 'checking' ? (
          <span className="slot-check">
            <Icon of={LoaderCircle} size="small" />
            {t('form.check.checking')}
          </span>
        ) : null}
        {check === 'good' ? (
          <span className="slot-check" data-tone="good">
            <Icon of={Check} size="small" />
            {t('form.check.good')}
          </span>
        ) : null}
        {check === 'later' ? <span>{t('form.check.later')}</span> : null}
      </span>
    </>
  );
}

function factsText(text: Text, { facts, file }: DraftInput): string {
  const size = sizeText(text, file.sizeBytes);
  if (facts === null) {
    return size;
  }
  const { size: frame, durationMs } = facts;
  const dimensions =
    frame === null
      ? []
      : [text.t('live.picture_facts', { width: frame.widthPx, height: frame.heightPx })];
  const length = durationMs === null ? [] : [durationText(text, durationMs)];
  return [...dimensions, ...length, size].join(' · ');
}

function SlotError({ error, input }: { readonly error: AppError; readonly input: FileInput }) {
  const { t } = useText();
  const isOther = error.details?.['wanted'] !== undefined;
  return (
    <span className="slot-error" role="alert">
      <Icon of={TriangleAlert} size="small" />
      <span>
        <strong>{t(`error.${error.code}.title`)}</strong>{' '}
        {isOther ? t(`form.wanted.${input.kind}`) : adviceText(t, error)}
      </span>
    </span>
  );
}

function adviceText(t: Text['t'], error: AppError): string {
  const most = error.details?.['max_mb'];
  if (typeof most === 'number') {
    return t('form.too_large', { most });
  }
  return error.code === 'unsupported_format' ? t('form.formats') : t(`error.${error.code}.advice`);
}

/** Asked once per person and file, where it is added; equal files are known from then on. */
function Consent(props: {
  readonly slot: DraftInput;
  readonly field: string;
  readonly person: PersonPart;
}) {
  const { slot, field, person } = props;
  const { draft, attempt } = useApp();
  const { t } = useText();
  return slot.file.hasConsent ? (
    <span className="slot-consent">
      <span className="slot-check" data-tone="good">
        <Icon of={Check} size="small" />
        {t('consent.given')}
      </span>
      <PersonMenu file={slot.file} />
    </span>
  ) : (
    <div className="consent">
      <p>{t(`consent.question.${person}`)}</p>
      <Button onPress={() => void attempt(() => draft.getState().agree(field))}>
        {t('consent.agree')}
      </Button>
    </div>
  );
}
