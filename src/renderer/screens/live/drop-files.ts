/** Use of a file that was dropped on the stage, by its kind. */
export type DropUse = 'character' | 'clip' | 'voice';

/** Properties of a dragged file: only its type is known during the drag. */
interface Dropped {
  readonly type: string;
}

/** Files of one drop: the first of each use, and what stays unused. */
export interface SortedDrop<T> {
  readonly used: Readonly<Partial<Record<DropUse, T>>>;
  /** Usable, but a file before it has that use already. */
  readonly spare: readonly T[];
  readonly unusable: readonly T[];
}

/** Image types for characters. */
export const characterTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Use of a file; null for none. */
export function findDropUse({ type }: Dropped): DropUse | null {
  if (characterTypes.some((known) => known === type)) {
    return 'character';
  }
  if (type.startsWith('video/')) {
    return 'clip';
  }
  return type.startsWith('audio/') ? 'voice' : null;
}

/** Sorts files by their use, in their original order. */
export function sortDrop<T extends Dropped>(files: readonly T[]): SortedDrop<T> {
  const used: Partial<Record<DropUse, T>> = {};
  const spare: T[] = [];
  const unusable: T[] = [];
  for (const file of files) {
    const use = findDropUse(file);
    if (use === null) {
      unusable.push(file);
    } else if (used[use] === undefined) {
      used[use] = file;
    } else {
      spare.push(file);
    }
  }
  return { used, spare, unusable };
}
