import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import './drop-zone.css';
import { FileChooser } from './file-chooser.tsx';
import { Icon, type IconSymbol } from './icon.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface DropZoneProps {
  /** Name of the place, shown above it. */
  readonly label: string;
  readonly icon: IconSymbol;
  /** Expected content, shown while it is empty. */
  readonly hint: string;
  /** Accepted types of the system's file chooser, such as `video/*`. */
  readonly accept: string;
  readonly chooseLabel: string;
  /** Null while the content cannot be changed. */
  readonly changeLabel: string | null;
  /** The thing that was chosen; null while the place is empty. */
  readonly preview: ReactNode | null;
  readonly tone?: 'danger' | undefined;
  /** Several files fit: they may be dropped and chosen together. */
  readonly isMultiple?: boolean | undefined;
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
  /** Other ways to fill the place, beside the button. */
  readonly alternatives?: ReactNode;
  /** Details of the chosen item, below it. */
  readonly children?: ReactNode;
}

/** A place for a file, or for several: dropped from the file manager, or chosen with the button. */
export function DropZone(props: DropZoneProps) {
  const { label, preview, onFiles } = props;
  const drop = useFileDrop(onFiles);
  const input = useRef<HTMLInputElement>(null);
  const choose = (): void => input.current?.click();
  return (
    <section className="ui-drop" aria-label={label}>
      <h2 className="ui-label">{label}</h2>
      <div className="ui-drop-area" data-filled={preview !== null} data-tone={props.tone} {...drop}>
        {preview ?? (
          <div className="ui-drop-empty">
            <Icon of={props.icon} size="large" />
            <span>{props.hint}</span>
            <div className="ui-drop-ways">
              <Button onPress={choose}>{props.chooseLabel}</Button>
              {props.alternatives}
            </div>
          </div>
        )}
        {preview === null || props.changeLabel === null ? null : (
          <div className="ui-drop-actions">
            {props.alternatives}
            <Button onPress={choose}>{props.changeLabel}</Button>
          </div>
        )}
      </div>
      <FileChooser
        ref={input}
        accept={props.accept}
        isMultiple={props.isMultiple}
        onFiles={onFiles}
      />
      {props.children}
    </section>
  );
}
