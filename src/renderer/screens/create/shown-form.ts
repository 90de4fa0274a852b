import { AudioLines, ImagePlus, type LucideIcon, Music, UserRound, Video } from 'lucide-react';
import { capabilities } from '../../../capabilities/definitions.ts';
import type { CapabilityEstimate } from '../../../capabilities/form/estimate.ts';
import { type FileField, isFileField } from '../../../capabilities/form/form-values.ts';
import {
  type CapabilityForm,
  type FormField,
  toForm,
  withoutHints,
} from '../../../capabilities/form/form.ts';
import type { AssetKind } from '../../../contract/api/fields.ts';
import { findPersonPart, type PersonPart } from '../../../contract/persons.ts';
import type { FormFeature } from '../../jobs/form/forms.ts';
import type { DraftField } from '../../stores/draft-files.ts';

/** A place for the files of a field in a form. */
export interface FileTarget extends DraftField {
  readonly icon: LucideIcon;
  /** Accepted types of the system's file chooser. */
  readonly accept: string;
  /** Part of a person in it, for which consent is required; null when it does not concern one person. */
  readonly person: PersonPart | null;
}

/** The form of a capability, ready to be shown. */
export interface ShownForm extends CapabilityForm {
  readonly feature: FormFeature;
  readonly estimate: CapabilityEstimate;
}

const kinds = {
  images: { kind: 'image', icon: ImagePlus, accept: '.jpg,.jpeg,.png,.webp,.heic' },
  audio: { kind: 'audio', icon: Music, accept: '.wav,.mp3,.m4a,.aac,.ogg,.opus,.flac' },
  videos: { kind: 'video', icon: Video, accept: '.mp4,.mov,.m4v,.webm,.mkv' },
} as const satisfies Record<AssetKind, Pick<FileTarget, 'kind' | 'icon' | 'accept'>>;

const personIcons = { face: UserRound, voice: AudioLines } as const;

const forms = new Map<FormFeature, ShownForm>(
  capabilities.map((definition) => {
    const { feature, estimate } = definition;
    return [feature, { ...toForm(definition), feature, estimate }];
  }),
);

const requestForms = new Map([...forms].map(([feature, form]) => [feature, withoutHints(form)]));

/**
 * Returns the form of a feature, with the fields and limits of its submit operation. Services elsewhere get no hints,
 * so their forms have no fields for them.
 */
export function findShownForm(feature: FormFeature, isHere = true): ShownForm | null {
  return (isHere ? forms : requestForms).get(feature) ?? null;
}

const targets = new Map<string, FileTarget>();

/** Target for the files of a field; the same object for the same field, which prevents re-rendering. */
export function toFileTarget(feature: FormFeature, field: FileField): FileTarget {
  const key = `${feature} ${field.field}`;
  const target = targets.get(key) ?? createFileTarget(feature, field);
  targets.set(key, target);
  return target;
}

function createFileTarget(feature: FormFeature, field: FileField): FileTarget {
  const person = findPersonPart(feature, field.field);
  return {
    field: field.field,
    ...kinds[field.kind],
    ...(person === null ? {} : { icon: personIcons[person] }),
    person,
    aim: field.aim,
    ...(field.control === 'files'
      ? { max: field.max, isList: true }
      : { max: isOfOneFile(field) ? 1 : maxOfKind, isList: false }),
  };
}

/** Most files of a field that make a job each: as many as wait in the queue of a service. */
const maxOfKind = 200;

/** Returns whether a field accepts faces of further people. */
export function acceptsOtherFaces({ isHint, control }: FormField): boolean {
  return isHint && control === 'files';
}

/** Returns whether a field accepts one file that describes the file beside it, which has to be the only one then. */
export function isOfOneFile({ isHint, control }: FormField): boolean {
  return isHint && control === 'file';
}

/** Targets for the files of a form, in order. Hints have slots of their own. */
export function listFileTargets(feature: FormFeature): readonly FileTarget[] {
  const fields = findShownForm(feature)?.fields.filter(isFileField) ?? [];
  return fields.filter(({ isHint }) => !isHint).map((field) => toFileTarget(feature, field));
}

/**
 * Field of a request that limits the used length of its single video, from the start; null when there is none.
 */
export function findLengthField(
  form: ShownForm,
  { kind }: Pick<FileField, 'kind'>,
): Extract<FormField, { readonly control: 'number' }> | null {
  const field = form.fields.find((candidate) => candidate.field === 'max_duration_sec');
  return kind === 'videos' && field?.control === 'number' && field.condition === null
    ? field
    : null;
}
