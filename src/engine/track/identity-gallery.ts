/**
 * Remembers who was seen, so that a face that comes back gets its number back.
 *
 * A number belongs to a person once an embedding of a face that is seen well enough was taken. Embeddings
 * of a person are averaged over time. The book is bounded: the person not seen for longest is forgotten.
 */
import { EMBEDDING_SIZE, likenessOf, normalise } from './face-embedder.ts';

/** A person in the book. */
interface Person {
  id: number;
  lastSeenUs: number;
  readonly embedding: Float32Array;
}

/** Everyone seen in one stream. */
export interface IdentityGallery {
  isEmpty(): boolean;
  /** The number of the known person most like `embedding`, by at least `minLikeness`, for whom `isFree` holds; null when there is none. */
  find(
    embedding: Float32Array,
    minLikeness: number,
    isFree: (id: number) => boolean,
  ): number | null;
  /** How alike `embedding` is to a person; null when the number is not in the book. */
  likeness(id: number, embedding: Float32Array): number | null;
  /** Adds a person, or brings their entry up to date. */
  note(id: number, embedding: Float32Array, nowUs: number): void;
}

const MAX_PEOPLE = 32;
/** How much a new embedding counts against the average so far. */
const LEARNING_RATE = 0.15;

/** A book in which nobody is. */
export function createIdentityGallery(): IdentityGallery {
  const people: Person[] = [];
  const findPerson = (id: number): Person | undefined => people.find((person) => person.id === id);
  return {
    isEmpty: () => people.length === 0,
    find(embedding, minLikeness, isFree) {
      let best: Person | null = null;
      let bestLikeness = minLikeness;
      for (const person of people) {
        const likeness = likenessOf(person.embedding, embedding);
        if (likeness >= bestLikeness && isFree(person.id)) {
          best = person;
          bestLikeness = likeness;
        }
      }
      return best?.id ?? null;
    },
    likeness(id, embedding) {
      const person = findPerson(id);
      return person === undefined ? null : likenessOf(person.embedding, embedding);
    },
    note(id, embedding, nowUs) {
      const person = findPerson(id);
      if (person !== undefined) {
        person.lastSeenUs = nowUs;
        for (let index = 0; index < EMBEDDING_SIZE; index += 1) {
          person.embedding[index] += (embedding[index] - person.embedding[index]) * LEARNING_RATE;
        }
        normalise(person.embedding);
        return;
      }
      if (people.length >= MAX_PEOPLE) {
        people.sort((a, b) => b.lastSeenUs - a.lastSeenUs);
        people.pop();
      }
      people.push({ id, lastSeenUs: nowUs, embedding: Float32Array.from(embedding) });
    },
  };
}
