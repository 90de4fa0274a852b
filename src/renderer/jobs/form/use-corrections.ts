import { useState } from 'react';
import { identitySwap } from '../../../capabilities/identity-swap/definition.ts';
import { findFieldValue, type FieldValue } from '../../../capabilities/form/form-values.ts';
import { type FormField, toForm } from '../../../capabilities/form/form.ts';
import { countChars } from '../../../capabilities/form/speech-length.ts';
import {
  advanceIdentitySwap,
  defaultIdentityPrompt,
} from '../../../contract/api/operations/identity.ts';
import type { ChosenFile } from '../../../contract/ipc/files.ts';
import type { JobOptions, LocalJob, ParkedStage } from '../../../contract/ipc/jobs.ts';

const { fields } = toForm(identitySwap);

/** The fields of its form that an advance takes for a stage. */
function listFields(stage: 'swap' | 'motion'): readonly FormField[] {
  const { rules } = advanceIdentitySwap.body;
  return fields.filter(({ field }) => rules?.fields[field]?.onlyFor.includes(stage) === true);
}

const ofSwap = listFields('swap');
const ofMotion = listFields('motion');

/** Corrections of a job between two stages. */
export interface JobCorrections {
  /** Fields that can be corrected, without files. */
  readonly fields: readonly FormField[];
  /** Values that differ from the job; empty without changes. */
  readonly options: JobOptions;
  readonly file: ChosenFile | null;
  /** True when the corrections require a new placement of the character. */
  readonly isPlacedAgain: boolean;
  /** True when the corrections can be sent: no text is too long, and the person shown consented. */
  readonly isSendable: boolean;
  readonly valueOf: (field: FormField) => FieldValue | null;
  readonly set: (field: FormField, value: FieldValue | null) => void;
  readonly setFile: (file: ChosenFile) => void;
}

/** Keeps corrections of a job until they are sent. */
export function useCorrections(job: LocalJob, stage: ParkedStage): JobCorrections {
  const [entered, setEntered] = useState<JobOptions>({});
  const [file, setFile] = useState<ChosenFile | null>(null);
  const given = { ...job.options, ...entered };
  const shown = (stage === 'frame_ready' ? ofSwap : [...ofSwap, ...ofMotion])
    .filter((field) => field.control !== 'file' && isCounted(field, job.options))
    // A service keeps a value until it gets another one.
    .map((field) => ({ ...field, isRequired: job.options[field.field] !== undefined }));
  const options = Object.fromEntries(
    shown
      .filter((field) => findFieldValue(field, given) !== findFieldValue(field, job.options))
      .map((field) => [field.field, findFieldValue(field, given) ?? defaultIdentityPrompt]),
  );
  return {
    fields: shown,
    options,
    file,
    isPlacedAgain:
      stage === 'swap_ready' &&
      (file !== null || ofSwap.some(({ field }) => options[field] !== undefined)),
    isSendable: file?.hasConsent !== false && shown.every((field) => !isTooLong(field, given)),
    valueOf: (field) => findFieldValue(field, given),
    set: (field, value) => setEntered({ ...entered, [field.field]: value ?? '' }),
    setFile,
  };
}

/** Returns whether a field is relevant for the job: the audio of a clip matters only when it is not replaced. */
function isCounted({ field }: FormField, { audio_mode: sound = 'original' }: JobOptions): boolean {
  return field !== 'keep_original_sound' || sound === 'original';
}

function isTooLong(field: FormField, options: JobOptions): boolean {
  const value = findFieldValue(field, options);
  return (
    field.control === 'text' && typeof value === 'string' && countChars(value) > field.maxChars
  );
}
