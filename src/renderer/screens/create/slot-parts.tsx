import { Check, LoaderCircle, TriangleAlert } from 'lucide-react';
import { AppError } from '../../../base/errors.ts';
import type { PersonPart } from '../../../contract/persons.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useApp } from '../../app/app-context.ts';
import type { Text } from '../../i18n/text.ts';
import { useText } from '../../i18n/use-text.ts';
import { durationText, sizeText } from '../../jobs/job-words.ts';
import { SoundBox } from '../../jobs/sound-box.tsx';
import { PersonMenu } from '../../persons/person-menu.tsx';
import { type DraftInput, isFilled, type Slot } from '../../stores/draft-store.ts';
import './create.css';
import type { FileTarget } from './shown-form.ts';

/** What is wrong with a file of the form; null while nothing is. */
export function findError(slot: Slot | undefined): AppError | null {
  if (slot === undefined) {
    return null;
  }
  if (!isFilled(slot)) {
    return slot;
  }
  return slot.check instanceof AppError ? slot.check : null;
}

/** The file as the form shows it. */
export function SlotPicture({ slot }: { readonly slot: DraftInput }) {
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

/** Name, size, length and whether it was checked. */
export function SlotFacts({ slot }: { readonly slot: DraftInput }) {
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

/** Why a file cannot be used, and what to do. */
export function SlotError(props: {
  readonly error: AppError;
  readonly place: Pick<FileTarget, 'kind'>;
}) {
  const { error, place } = props;
  const { t } = useText();
  const isOther = error.details?.['wanted'] !== undefined;
  return (
    <span className="slot-error" role="alert">
      <Icon of={TriangleAlert} size="small" />
      <span>
        <strong>{t(`error.${error.code}.title`)}</strong>{' '}
        {isOther ? t(`form.wanted.${place.kind}`) : adviceText(t, error)}
      </span>
    </span>
  );
}

function adviceText(t: Text['t'], error: AppError): string {
  const mostMb = error.details?.['max_mb'];
  if (typeof mostMb === 'number') {
    return t('form.too_large', { most: mostMb });
  }
  return error.code === 'unsupported_format' ? t('form.formats') : t(`error.${error.code}.advice`);
}

/** Asked once per person and file, where it is added; equal files are known from then on. */
export function Consent(props: { readonly slot: DraftInput; readonly person: PersonPart }) {
  const { slot, person } = props;
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
      <Button onPress={() => void attempt(() => draft.getState().agree(slot.file.id))}>
        {t('consent.agree')}
      </Button>
    </div>
  );
}
