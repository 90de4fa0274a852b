/** Keeps the page's own state in memory, so that a killed page continues on its screen. */
export interface WindowViewState {
  readonly store: (state: string) => void;
  readonly restore: () => string | null;
}

/** Makes an empty one. */
export function createViewState(): WindowViewState {
  let stored: string | null = null;
  return {
    store: (state) => {
      stored = state;
    },
    restore: () => stored,
  };
}
