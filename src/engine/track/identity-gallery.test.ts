import { describe, expect, it } from 'vitest';
import { EMBEDDING_SIZE, normalise } from './face-embedder.ts';
import { createIdentityGallery } from './identity-gallery.ts';

describe('identity book', () => {
  it('finds the most similar free person', () => {
    const book = createIdentityGallery();
    book.note(1, createPerson(1), 0);
    book.note(2, createPerson(2), 0);
    expect(book.find(createPerson(2, 0.2), 0.6, () => true)).toBe(2);
    expect(book.find(createPerson(2, 0.2), 0.6, (id) => id !== 2)).toBeNull();
    expect(book.find(createPerson(3), 0.6, () => true)).toBeNull();
  });

  it('forgets the person not seen for longest when it is full', () => {
    const book = createIdentityGallery();
    for (let id = 1; id <= 33; id += 1) {
      book.note(id, createPerson(id), id);
    }
    expect(book.similarity(1, createPerson(1))).toBeNull();
    expect(book.similarity(33, createPerson(33))).toBeCloseTo(1, 4);
  });

  it('keeps embeddings at length 1 while it learns', () => {
    const book = createIdentityGallery();
    book.note(1, createPerson(1), 0);
    for (let round = 0; round < 40; round += 1) {
      book.note(1, createPerson(1, 0.3), round);
    }
    expect(book.similarity(1, createPerson(1, 0.3))).toBeCloseTo(1, 2);
  });
});

/** Creates an embedding for a number; `change` perturbs it in one direction. */
function createPerson(id: number, change = 0): Float32Array {
  const embedding = new Float32Array(EMBEDDING_SIZE);
  embedding[id] = 1;
  embedding[1000] = change;
  normalise(embedding);
  return embedding;
}
