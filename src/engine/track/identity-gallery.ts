/**
 * Stores the people of a stream, so that a returning face gets its number back.
 *
 * A number belongs to a person once an embedding of a clearly visible face was stored. Embeddings of a person are
 * averaged over time. The gallery is bounded: the person not seen for longest is removed.
 */
import { EMBEDDING_SIZE, cosineSimilarity, normalise } from './face-embedder.ts';

/** Person in the gallery. */
interface Person {
  id: number;
  lastSeenUs: number;
  readonly embedding: Float32Array;
}

/** People of one stream. */
export interface IdentityGallery {
  isEmpty(): boolean;
  /**
   * Returns the number of the known person most similar to `embedding`, by at least `minSimilarity`, for whom `isFree`
   * holds, or null.
   */
  find(
    embedding: Float32Array,
    minSimilarity: number,
    isFree: (id: number) => boolean,
  ): number | null;
  /** Returns the similarity of `embedding` to a person; null when the number is not in the gallery. */
  similarity(id: number, embedding: Float32Array): number | null;
  /** Adds a person, or updates their embedding. */
  note(id: number, embedding: Float32Array, nowUs: number): void;
}

const MAX_PEOPLE = 32;
/** Weight of a new embedding against the average. */
const LEARNING_RATE = 0.15;

/** Creates an empty gallery. */
export function createIdentityGallery(): IdentityGallery {
  const people: Person[] = [];
  const findPerson = (id: number): Person | undefined => people.find((person) => person.id === id);
  return {
    isEmpty: () => people.length === 0,
    find(embedding, minSimilarity, isFree) {
      let best: Person | null = null;
      let bestLikeness = minSimilarity;
      for (const person of people) {
        const similarity = cosineSimilarity(person.embedding, embedding);
        if (similarity >= bestLikeness && isFree(person.id)) {
          best = person;
          bestLikeness = similarity;
        }
      }
      return best?.id ?? null;
    },
    similarity(id, embedding) {
      const person = findPerson(id);
      return person === undefined ? null : cosineSimilarity(person.embedding, embedding);
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
