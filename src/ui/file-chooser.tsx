import type { RefObject } from 'react';
import './file-chooser.css';

interface FileChooserProps {
  /** Clicked by the button that belongs to it. */
  readonly ref: RefObject<HTMLInputElement | null>;
  /** What the system's chooser offers, such as `video/*`. */
  readonly accept: string;
  /** Tells choosers of a screen apart. */
  readonly purpose?: string | undefined;
  readonly onFile: (file: File) => void;
}

/** The system's chooser of files for a button of one's own: nothing to be seen or reached by itself. */
export function FileChooser({ ref, accept, purpose, onFile }: FileChooserProps) {
  return (
    <input
      ref={ref}
      className="ui-file-chooser"
      type="file"
      accept={accept}
      data-purpose={purpose}
      tabIndex={-1}
      aria-hidden="true"
      onChange={({ target }) => {
        const file = target.files?.item(0);
        target.value = ''; // The same file can be chosen again.
        if (file !== null && file !== undefined) {
          onFile(file);
        }
      }}
    />
  );
}
