import {
  ImagePlus,
  Images,
  type LucideIcon,
  ScanFace,
  UserRound,
  Video,
  Clapperboard,
} from 'lucide-react';
import type { JobFeature } from '../../contract/api/features.ts';
import type { MediaKind } from '../../contract/ipc/files.ts';

/** One file a capability takes. */
export interface FormInput {
  /** Field of the request. */
  readonly field: 'video_key' | 'image_key' | 'face_key';
  readonly kind: MediaKind;
  readonly icon: LucideIcon;
  /** What the system's chooser offers. */
  readonly accept: string;
  /** Whether it shows a person whose consent is asked for. */
  readonly isFace: boolean;
}

/** How a capability is asked for. Its texts are in the catalogue under its feature. */
export interface CapabilityForm {
  readonly icon: LucideIcon;
  readonly inputs: readonly FormInput[];
  /** Whether the length and the height of the output can be chosen. */
  readonly isVideo: boolean;
}

const pictures = '.jpg,.jpeg,.png,.webp,.heic';

const face: FormInput = {
  field: 'face_key',
  kind: 'image',
  icon: UserRound,
  accept: pictures,
  isFace: true,
};

/** Every form, by feature. A new capability is an entry here. */
export const forms = {
  face_swap: {
    icon: Clapperboard,
    isVideo: true,
    inputs: [
      {
        field: 'video_key',
        kind: 'video',
        icon: Video,
        accept: '.mp4,.mov,.m4v,.webm,.mkv',
        isFace: false,
      },
      face,
    ],
  },
  face_swap_image: {
    icon: ScanFace,
    isVideo: false,
    inputs: [
      { field: 'image_key', kind: 'image', icon: ImagePlus, accept: pictures, isFace: false },
      face,
    ],
  },
} as const satisfies Partial<Record<JobFeature, CapabilityForm>>;

/** A feature that has a form. */
export type FormFeature = keyof typeof forms;

/** All of them, in the order they are offered. */
export const formFeatures = Object.keys(forms).filter(isFormFeature);

/** Whether a feature has a form. */
export function isFormFeature(feature: string): feature is FormFeature {
  return Object.hasOwn(forms, feature);
}

/** The form of a feature. */
export function formOf(feature: FormFeature): CapabilityForm {
  return forms[feature];
}

/** Symbol of the jobs of a feature. */
export function iconOf(feature: string): LucideIcon {
  return isFormFeature(feature) ? forms[feature].icon : Images;
}
