/** Content of a folder of packs, as plain data that can be sent to any process. */
import type { PackKind } from '../../base/pack-kinds.ts';
import type { LicenceUse } from './recognise/families.ts';

/** File that may be a pack. */
export interface PackEntry {
  /** Path of the file inside the folder, with `/`; stable as long as the file is not moved. */
  readonly id: string;
  readonly kind: PackKind | null;
  /** Family of `recognise/families.ts`; null when the file is not recognised. */
  readonly family: string | null;
  /** Display name. */
  readonly label: string;
  /** Size with its external weights. */
  readonly sizeBytes: number;
  readonly licence: { readonly text: string; readonly use: LicenceUse };
  /** True when the pack can be chosen: for a swapper, the packs that it needs must exist too. */
  readonly isUsable: boolean;
  /** Reason why it is not usable, or a remark; null when there is none. */
  readonly note: string | null;
}

/** Content of a folder of packs. */
export interface PackList {
  readonly folder: string;
  /** True when the folder exists. */
  readonly exists: boolean;
  /** Sorted by kind, then by name. */
  readonly packs: readonly PackEntry[];
  /** Sentence about files that were skipped; null when there were none. */
  readonly note: string | null;
}
