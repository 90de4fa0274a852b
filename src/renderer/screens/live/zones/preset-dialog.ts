import type { Preset } from '../../../../contract/presets.ts';

/** Open dialog about presets. */
export type PresetDialog =
  | { readonly is: 'add' }
  | { readonly is: 'rename' | 'export'; readonly preset: Preset };
