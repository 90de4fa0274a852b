/** What lies in a folder of packs, as plain data that may cross any border. */
import type { LicenceUse, PackKind } from './recognise/families.ts';

/** A file that may be a pack. */
export interface PackEntry {
  /** The path of the file inside the folder, with `/`; stays the same as long as the file lies there. */
  readonly id: string;
  readonly kind: PackKind | null;
  /** See `recognise/families.ts`; null when the file is not recognised. */
  readonly family: string | null;
  /** For people. */
  readonly label: string;
  /** With the files it keeps its weights in. */
  readonly sizeBytes: number;
  readonly licence: { readonly text: string; readonly use: LicenceUse };
  /** Whether it can be chosen: for a swapper, also whether the packs it needs are there. */
  readonly isUsable: boolean;
  /** Why not, or what should be known of it; null when there is nothing to say. */
  readonly note: string | null;
}

/** A folder of packs. */
export interface PackList {
  readonly folder: string;
  /** Whether the folder is there. */
  readonly exists: boolean;
  /** By kind, then by name. */
  readonly packs: readonly PackEntry[];
  /** What was not looked at, in a sentence; null when everything was. */
  readonly note: string | null;
}

/** Order of {@link PackList.packs}. */
export const kindOrder: readonly (PackKind | null)[] = [
  'swapper',
  'restorer',
  'occluder',
  'parser',
  'embedder',
  'converter',
  'speaker',
  'voice',
  'encoder',
  'estimator',
  'sound_to_mouth',
  'mouth_painter',
  'portrait_animator',
  'animator_part',
  'pose_estimator',
  'human_parser',
  'diffusion',
  'diffusion_part',
  'matting',
  null,
];
