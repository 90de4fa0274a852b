import { ImagePlus, type LucideIcon, Music, UserRound, Video } from 'lucide-react';
import { capabilities } from '../../../capabilities/definitions.ts';
import { type FormSetting, toForm } from '../../../capabilities/form.ts';
import type { AssetKind } from '../../../contract/api/fields.ts';
import type { MediaKind } from '../../../contract/ipc/files.ts';
import type { FormFeature } from '../../jobs/forms.ts';

/** A place for one file in a form. */
export interface FormPlace {
  /** Field of the request. */
  readonly field: string;
  readonly kind: MediaKind;
  readonly icon: LucideIcon;
  /** What the system's chooser offers. */
  readonly accept: string;
  /** Whether it shows a person whose consent is asked for. */
  readonly isFace: boolean;
}

/** What a form asks for. */
export interface CapabilityForm {
  readonly places: readonly FormPlace[];
  readonly settings: readonly FormSetting[];
  /** Whether the length of the first file is that of the result. */
  readonly isVideo: boolean;
}

const kinds = {
  images: { kind: 'image', icon: ImagePlus, accept: '.jpg,.jpeg,.png,.webp,.heic' },
  audio: { kind: 'audio', icon: Music, accept: '.wav,.mp3,.m4a,.aac,.ogg,.opus,.flac' },
  videos: { kind: 'video', icon: Video, accept: '.mp4,.mov,.m4v,.webm,.mkv' },
} as const satisfies Record<AssetKind, Omit<FormPlace, 'field' | 'isFace'>>;

const forms = new Map(
  capabilities.map((definition) => {
    const { inputs, settings } = toForm(definition);
    const form: CapabilityForm = {
      settings,
      isVideo: definition.result === 'video',
      places: inputs.map(({ field, kind }) => {
        const isFace = field === 'face_key';
        return { field, ...kinds[kind], ...(isFace ? { icon: UserRound } : {}), isFace };
      }),
    };
    return [definition.feature, form];
  }),
);
const none: CapabilityForm = { places: [], settings: [], isVideo: false };

/** The form of a feature: its fields and limits are those of the operation that submits it. */
export function formOf(feature: FormFeature): CapabilityForm {
  return forms.get(feature) ?? none;
}
