import { AudioLines, X } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useApp } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import type { DraftInput } from '../../stores/draft-files.ts';
import './create.css';
import type { FileTarget } from './shown-form.ts';
import { findError, SlotError, SlotFacts } from './slot-parts.tsx';

/** Several files in one place, of which each makes a job: small, in the order they came, taken out one by one. */
export function SlotFiles(props: {
  readonly place: FileTarget;
  readonly inputs: readonly DraftInput[];
}) {
  const { place, inputs } = props;
  const { draft } = useApp();
  const { t } = useText();
  return (
    <ul className="slot-files">
      {inputs.map((input, index) => {
        const error = findError(input);
        return (
          <li key={input.file.id} className="slot-file" data-file={input.file.id}>
            <FileThumb input={input} />
            <div className="slot-file-text">
              <SlotFacts slot={input} place={place} isSmall />
              {error === null ? null : <SlotError error={error} place={place} />}
            </div>
            <IconButton
              icon={X}
              label={t('form.files.remove', { name: input.file.name })}
              onPress={() => draft.getState().remove(place.field, index)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** A file as a small picture; of a sound its symbol. */
export function FileThumb(props: { readonly input: DraftInput }) {
  const { file } = props.input;
  return (
    <span className="slot-thumb">
      {file.kind === 'audio' ? (
        <Icon of={AudioLines} />
      ) : file.kind === 'video' ? (
        <video src={`${file.url}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} />
      ) : (
        <img src={file.url} alt="" draggable={false} />
      )}
    </span>
  );
}
