import { type DragEvent, useState } from 'react';

/** Props of a drop target: its state for CSS, and its event handlers. */
export interface FileDrop {
  /** True when files are dragged over the target, and not over a nested one. */
  readonly 'data-over': boolean;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/**
 * Makes an element a drop target for files of the file manager. Other dragged items are ignored, and a nested
 * target takes precedence.
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
