import { AudioLines, ImagePlus, type LucideIcon, Music, UserRound, Video } from 'lucide-react';
import { capabilities } from '../../../capabilities/definitions.ts';
import { type CapabilityForm, toForm } from '../../../capabilities/form.ts';
import type { AssetKind } from '../../../contract/api/fields.ts';
import type { MediaKind } from '../../../contract/ipc/files.ts';
import { personOf, type PersonPart } from '../../../contract/persons.ts';
import type { FormFeature } from '../../jobs/forms.ts';

/** A place for one file in a form. */
export interface FileInput {
  /** Field of the request. */
  readonly field: string;
  readonly kind: MediaKind;
  readonly icon: LucideIcon;
  /** What the system's chooser offers. */
  readonly accept: string;
  /** What of a person is in it, for which their consent is asked; null where it is no matter of one person. */
  readonly person: PersonPart | null;
}

/** What a form asks for, ready to be shown. */
export interface ShownForm extends Omit<CapabilityForm, 'inputs'> {
  readonly fileInputs: readonly FileInput[];
  /** What the length of the result follows from; null for what has none, or cannot be told from the form. */
  readonly lengthFrom: 'first_file' | 'text' | null;
}

const kinds = {
  images: { kind: 'image', icon: ImagePlus, accept: '.jpg,.jpeg,.png,.webp,.heic' },
  audio: { kind: 'audio', icon: Music, accept: '.wav,.mp3,.m4a,.aac,.ogg,.opus,.flac' },
  videos: { kind: 'video', icon: Video, accept: '.mp4,.mov,.m4v,.webm,.mkv' },
} as const satisfies Record<AssetKind, Omit<FileInput, 'field' | 'person'>>;

const personIcons = { face: UserRound, voice: AudioLines } as const;

const forms = new Map(
  capabilities.map((definition) => {
    const { inputs, ...rest } = toForm(definition);
    const form: ShownForm = {
      ...rest,
      lengthFrom: toLengthFrom(definition.result, rest.texts.length > 0),
      fileInputs: inputs.map(({ field, kind }) => {
        const person = personOf(definition.feature, field);
        const icon = person === null ? {} : { icon: personIcons[person] };
        return { field, ...kinds[kind], ...icon, person };
      }),
    };
    return [definition.feature, form];
  }),
);
const none: ShownForm = {
  fileInputs: [],
  texts: [],
  voice: null,
  language: null,
  settings: [],
  lengthFrom: null,
};

/** The form of a feature: its fields and limits are those of the operation that submits it. */
export function formOf(feature: FormFeature): ShownForm {
  return forms.get(feature) ?? none;
}

function toLengthFrom(
  result: (typeof capabilities)[number]['result'],
  hasText: boolean,
): ShownForm['lengthFrom'] {
  if (result === 'video') {
    return 'first_file';
  }
  return result === 'audio' && hasText ? 'text' : null;
}
