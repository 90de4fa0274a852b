/** Keeps the page's own state in memory, so that a page that was killed goes on where it was. */
export interface WindowViewState {
  readonly keep: (state: string) => void;
  readonly restore: () => string | null;
}

/** Makes an empty one. */
export function createViewState(): WindowViewState {
  let kept: string | null = null;
  return {
    keep: (state) => {
      kept = state;
    },
    restore: () => kept,
  };
}
