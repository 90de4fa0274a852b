import { type DragEvent, useState } from 'react';

/** What a place for files needs: its state for the eyes, and what its element listens to. */
export interface FileDrop {
  /** Whether files are held over the place, and over none inside of it. */
  readonly 'data-over': boolean;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/**
 * Makes an element a place on which files are dropped from the file manager. What else is dragged goes past it, and a
 * place inside of it comes first.
 */
export function useFileDrop(onFiles: (files: readonly [File, ...File[]]) => void): FileDrop {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver,
    onDragOver: (event) => {
      if (event.dataTransfer.types.includes('Files')) {
        setOver(!event.isDefaultPrevented());
        event.preventDefault();
      }
    },
    onDragLeave: ({ currentTarget, relatedTarget }) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) {
        setOver(false);
      }
    },
    onDrop: (event) => {
      setOver(false);
      const [first, ...more] = event.dataTransfer.files;
      if (!event.isDefaultPrevented() && first !== undefined) {
        event.preventDefault();
        onFiles([first, ...more]);
      }
    },
  };
}
