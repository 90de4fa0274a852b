import type { RefObject } from 'react';
import './file-chooser.css';

interface FileChooserProps {
  /** Clicked by the button that belongs to it. */
  readonly ref: RefObject<HTMLInputElement | null>;
  /** Accepted types of the system's file chooser, such as `video/*`. */
  readonly accept: string;
  /** Distinguishes the choosers of a screen. */
  readonly purpose?: string | undefined;
  /** Several files may be chosen at once. */
  readonly isMultiple?: boolean | undefined;
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** The system's file chooser for a custom button: invisible and not focusable itself. */
export function FileChooser({ ref, accept, purpose, isMultiple, onFiles }: FileChooserProps) {
  return (
    <input
      ref={ref}
      className="ui-file-chooser"
      type="file"
      accept={accept}
      multiple={isMultiple === true}
      data-purpose={purpose}
      tabIndex={-1}
      aria-hidden="true"
      onChange={({ target }) => {
        const [first, ...more] = target.files ?? [];
        target.value = ''; // The same file can be chosen again.
        if (first !== undefined) {
          onFiles([first, ...more]);
        }
      }}
    />
  );
}
