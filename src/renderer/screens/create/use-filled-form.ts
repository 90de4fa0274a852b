import { findShown } from '../../../capabilities/form/form-values.ts';
import type { FilledForm } from '../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../capabilities/form/form.ts';
import { useDraft } from '../../app/app-context.ts';
import { type DraftState, isFilled } from '../../stores/draft-store.ts';
import type { ShownForm } from './shown-form.ts';

/** What stands in a form now, and which of its fields belong to that. */
export function useFilledForm(form: ShownForm): {
  readonly filled: FilledForm;
  readonly shown: readonly FormField[];
  readonly slots: DraftState['slots'];
} {
  const slots = useDraft((state) => state.slots);
  const options = useDraft((state) => state.options);
  const settings = useDraft((state) => state.settings);
  const files = Object.fromEntries(
    Object.entries(slots).map(([field, all]) => [field, all.filter(isFilled).length]),
  );
  const filled = { options: { ...options, ...settings }, files };
  return { filled, shown: findShown(form, filled), slots };
}
