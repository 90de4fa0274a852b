import { Check, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import type { RefObject } from 'react';
import { AppError } from '../../../../base/errors.ts';
import type { PersonPart } from '../../../../contract/persons.ts';
import type { MediaKind } from '../../../../contract/ipc/files.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useApp, useDraft } from '../../../app/app-context.ts';
import type { Text } from '../../../i18n/text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { formatDuration, formatSize } from '../../../jobs/job-words.ts';
import { SoundBox } from '../../../jobs/playback/sound-box.tsx';
import { PersonMenu } from '../../../persons/person-menu.tsx';
import {
  type DraftField,
  type DraftInput,
  isUsable,
  type Refusal,
} from '../../../stores/draft-files.ts';
import '../create.css';
import { formatFileFault, formatRefusals } from './file-words.ts';
import { PlacedJointsPart } from '../joints/placed-joints-part.tsx';
import { DetectedFaces } from './detected-faces.tsx';
import { describeSeen } from './describe-seen.ts';
import type { FileTarget } from '../shown-form.ts';

/** Fault of a file in the form; null for none. */
export function findError({ check }: DraftInput): AppError | null {
  return check instanceof AppError ? check : null;
}

/** The file as the form shows it. */
export function SlotPreview(props: {
  readonly slot: DraftInput;
  /** Player of a video, for controls outside. */
  readonly video?: RefObject<HTMLVideoElement | null> | undefined;
}) {
  const { file } = props.slot;
  if (file.kind === 'audio') {
    return (
      <div className="slot-sound">
        <SoundBox url={file.url} label={file.name} count={120} />
      </div>
    );
  }
  return file.kind === 'video' ? (
    <video
      {...(props.video === undefined ? {} : { ref: props.video })}
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

/** Name, size, length and detected content. */
export function SlotFacts(props: {
  readonly slot: DraftInput;
  readonly target: DraftField;
  /** In a small slot the only face is visible enough in the file itself. */
  readonly isSmall?: boolean | undefined;
  /** True when the user chooses which of several people is swapped. */
  readonly choosesPerson?: boolean | undefined;
  /** True when joints may be set by hand in the slot's images. */
  readonly placesJoints?: boolean | undefined;
  /** True when the form has fields for images of the same subject from other sides. */
  readonly hasAdditional?: boolean | undefined;
}) {
  const { slot, target, choosesPerson = false, placesJoints = false, hasAdditional } = props;
  const text = useText();
  const { t } = text;
  const { check, file } = slot;
  const words = describeSeen(text, slot, { ...target, choosesPerson, hasAdditional });
  return (
    <>
      <span className="slot-name">{file.name}</span>
      <span className="slot-line">
        <span>{formatFacts(text, slot)}</span>
        {check === 'checking' ? (
          <span className="slot-check">
            <Icon of={LoaderCircle} size="small" />
            {t('form.check.checking')}
          </span>
        ) : null}
        {words === null ? null : (
          <span className="slot-check" data-tone={words.tone}>
            <Icon of={words.tone === 'good' ? Check : TriangleAlert} size="small" />
            {words.text}
          </span>
        )}
        {check === 'later' ? <span>{t('form.check.later')}</span> : null}
      </span>
      <AnalyzedFrame slot={slot} />
      {placesJoints ? <PlacedJointsPart slot={slot} target={target} /> : null}
      {props.isSmall === true && (slot.seen?.kind !== 'faces' || slot.seen.count < 2) ? null : (
        <DetectedFaces slot={slot} target={target} choosesPerson={choosesPerson} />
      )}
    </>
  );
}

/** Person of an image in another pose, shown before anything is paid. */
function AnalyzedFrame(props: { readonly slot: DraftInput }) {
  const { t } = useText();
  const { seen } = props.slot;
  const example = seen?.kind === 'bodies' ? (seen.body?.example ?? null) : null;
  return example === null ? null : (
    <img
      className="slot-body"
      src={`data:image/jpeg;base64,${example}`}
      alt={t('create.seen.body.example')}
      title={t('create.seen.body.example')}
      draggable={false}
    />
  );
}

function formatFacts(text: Text, { facts, file }: DraftInput): string {
  const size = formatSize(text, file.sizeBytes);
  if (facts === null) {
    return size;
  }
  const { size: frame, durationMs } = facts;
  const dimensions =
    frame === null
      ? []
      : [text.t('live.picture_facts', { width: frame.widthPx, height: frame.heightPx })];
  const length = durationMs === null ? [] : [formatDuration(text, durationMs)];
  return [...dimensions, ...length, size].join(' · ');
}

/** Reason why a file cannot be used, with its remedy. */
export function SlotError(props: {
  readonly error: AppError;
  readonly target: Pick<FileTarget, 'kind'>;
}) {
  const text = useText();
  return (
    <span className="slot-error" role="alert">
      <Icon of={TriangleAlert} size="small" />
      <span>{formatFileFault(text, props.error, props.target.kind)}</span>
    </span>
  );
}

const noRefusals: readonly Refusal[] = [];

/** Refused files, until the user dismisses them. */
export function Refusals(props: { readonly field: string; readonly kind: MediaKind | null }) {
  const { field, kind } = props;
  const { draft } = useApp();
  const text = useText();
  const refusals = useDraft((state) => state.refusals[field] ?? noRefusals);
  return refusals.length === 0 ? null : (
    <div className="refusals" role="alert">
      <Icon of={TriangleAlert} size="small" />
      <div className="refusal-texts">
        {formatRefusals(text, refusals, kind).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
      <IconButton
        icon={X}
        label={text.t('create.refused.dismiss')}
        onPress={() => draft.getState().dismiss(field)}
      />
    </div>
  );
}

/** Asked once for all persons of a place, when their files proved to be usable; equal files are known from then on. */
export function Consent(props: {
  readonly inputs: readonly DraftInput[];
  readonly person: PersonPart;
}) {
  const { inputs, person } = props;
  const { draft, attempt } = useApp();
  const { t } = useText();
  const usable = inputs.filter(isUsable);
  const open = usable.filter(({ file }) => !file.hasConsent);
  const [first] = usable;
  // The question covers all files: users should not consent to the first of five while the others are being inspected.
  if (first === undefined || usable.some(({ check }) => check === 'checking')) {
    return null;
  }
  return open.length === 0 ? (
    <span className="slot-consent">
      <span className="slot-check" data-tone="good">
        <Icon of={Check} size="small" />
        {t('consent.given')}
      </span>
      {inputs.length === 1 ? <PersonMenu file={first.file} /> : null}
    </span>
  ) : (
    <div className="consent">
      <p>{t(`consent.question.${person}`)}</p>
      <Button
        onPress={() => void attempt(() => draft.getState().agree(open.map(({ file }) => file.id)))}
      >
        {open.length === 1 ? t('consent.agree') : t('create.agree_all', { count: open.length })}
      </Button>
    </div>
  );
}
