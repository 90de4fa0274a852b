import { findPeopleField } from '../../../../capabilities/form/form.ts';
import type { InspectedFace } from '../../../../contract/inspection.ts';
import { toOtherPerson } from '../../../../contract/job-hints.ts';
import type { DraftInput, DraftSlots } from '../../../stores/draft-files.ts';
import type { ShownForm } from '../shown-form.ts';

/** The one file of a form that shows several people, one of whom is chosen, and those beside them. */
export interface SeveralPeople {
  readonly input: DraftInput;
  readonly faces: readonly InspectedFace[];
  /** People beside the chosen one. */
  readonly others: number;
}

/** Null when there is no choice of people, and when several files make a job each. */
export function findSeveralPeople(form: ShownForm, slots: DraftSlots): SeveralPeople | null {
  const [input, ...more] = slots[findPeopleField(form) ?? ''] ?? [];
  if (input === undefined || more.length > 0 || input.seen?.kind !== 'faces') {
    return null;
  }
  const { faces } = input.seen;
  return faces.length < 2 ? null : { input, faces, others: faces.length - 1 };
}

/** Person who gets the face at an index: the number and the image; null when nobody is left. */
export function findOtherPerson(
  { input, faces, others }: SeveralPeople,
  index: number,
): { readonly number: number; readonly picture: string } | null {
  const number = toOtherPerson(index, input.person, faces.length);
  const face = faces[number - 1];
  return index >= others || face === undefined ? null : { number, picture: face.picture };
}
