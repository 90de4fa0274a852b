import type { Preset } from '../../../contract/presets.ts';

/** What is open over the presets. */
export type PresetDialog =
  | { readonly is: 'add' }
  | { readonly is: 'rename' | 'export'; readonly preset: Preset };
