import { AppError } from '../../base/errors.ts';

/** Who of the people that were found has a number, counted from 1. Throws `face_not_detected` that names `field`. */
export function requirePerson<Person>(
  people: readonly Person[],
  number: number,
  field: string,
): Person {
  const person = people[number - 1];
  if (person === undefined) {
    throw new AppError(
      'face_not_detected',
      `${field}: person ${number} was chosen, and ${people.length} were found.`,
      { details: { field, person: number, people: people.length } },
    );
  }
  return person;
}
