import {
  type FilledForm,
  listShownFields,
  isFileField,
} from '../../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../../capabilities/form/form.ts';
import { useDraft } from '../../../app/app-context.ts';
import { type DraftSlots, isUsable } from '../../../stores/draft-files.ts';
import { findSeveralPeople } from '../files/other-people.ts';
import { type ShownForm, acceptsOtherFaces, isOfOneFile } from '../shown-form.ts';

/** Current values of a form, and the fields that apply to them. */
export function useFilledForm(form: ShownForm): {
  readonly filled: FilledForm;
  readonly shown: readonly FormField[];
  readonly slots: DraftSlots;
} {
  const slots = useDraft((state) => state.slots);
  const options = useDraft((state) => state.options);
  const settings = useDraft((state) => state.settings);
  const countOf = (field: string): number => (slots[field] ?? []).filter(isUsable).length;
  const files = Object.fromEntries(
    form.fields.filter(isFileField).map(({ field, control }) => {
      const count = countOf(field);
      // Each file of such a field is a job of its own.
      return [field, control === 'file' ? Math.min(1, count) : count];
    }),
  );
  const filled = { options: { ...options, ...settings }, files };
  const hasOthers = findSeveralPeople(form, slots) !== null;
  const shown = listShownFields(form, filled).filter(
    (field) =>
      (hasOthers || !acceptsOtherFaces(field)) &&
      !(isOfOneFile(field) && countOf(field.condition?.field ?? '') > 1),
  );
  return { filled, shown, slots };
}
