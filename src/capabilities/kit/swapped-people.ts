import { AppError } from '../../base/errors.ts';
import { maxShownFaces } from '../../contract/inspection.ts';
import type { JobReport } from '../../contract/job-details.ts';
import { type JobHints, toOtherPerson } from '../../contract/job-hints.ts';
import type { PersonRank } from '../../engine/track/person-rank.ts';

/**
 * Returns the people to swap: the chosen one, or the first when none was chosen, then those of `other_face_keys` in
 * order. Throws `face_not_detected` with `field`.
 */
export function requirePeople<Person>(
  people: readonly Person[],
  { person: number = 1, other_face_keys: others = [] }: JobHints,
  field: string,
): readonly [Person, ...Person[]] {
  const count = Math.min(people.length, maxShownFaces);
  const first = people[number - 1];
  if (first === undefined) {
    throw new AppError(
      'face_not_detected',
      `${field}: person ${number} was chosen, and ${people.length} were found.`,
      { details: { field, person: number, people: people.length } },
    );
  }
  if (others.length >= count) {
    throw new AppError(
      'face_not_detected',
      `${field}: ${others.length + 1} faces were given, and ${people.length} people were found.`,
      { details: { field, faces: others.length + 1, people: people.length } },
    );
  }
  const further = others.flatMap(
    (_, index) => people[toOtherPerson(index, number, count) - 1] ?? [],
  );
  return [first, ...further];
}

/** Describes the swapped people for the report; empty when there was only one person. */
export function toPeopleReport([person, ...others]: readonly PersonRank[]): Pick<
  JobReport,
  'person' | 'otherPeople'
> {
  return {
    ...(person === undefined ? {} : { person }),
    ...(others.length === 0 ? {} : { otherPeople: others }),
  };
}
