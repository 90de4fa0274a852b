import type { MediaKind } from '../../../contract/ipc/files.ts';
import { type FormFeature, formFeatures } from '../../jobs/form/forms.ts';
import type { DraftField } from '../../stores/draft-files.ts';
import { listFileTargets } from './shown-form.ts';

/** The form that is open if it takes such a file, else the first that does; null when none does. */
export function findForm(
  open: FormFeature,
  kind: MediaKind,
): { readonly feature: FormFeature; readonly targets: readonly DraftField[] } | null {
  for (const feature of new Set([open, ...formFeatures])) {
    const targets = listFileTargets(feature);
    if (targets.some((target) => target.kind === kind)) {
      return { feature, targets };
    }
  }
  return null;
}
