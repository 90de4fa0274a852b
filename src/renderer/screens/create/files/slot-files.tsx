import { AudioLines, Clapperboard, Image, X } from 'lucide-react';
import { memo } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useApp } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { DraftInput } from '../../../stores/draft-files.ts';
import '../create.css';
import type { FileTarget } from '../shown-form.ts';
import { findError, SlotError, SlotFacts } from './slot-parts.tsx';

/** Several files in one slot, each for a job of its own: small, in their order, with a button to remove each. */
export function SlotFiles(props: {
  readonly target: FileTarget;
  readonly inputs: readonly DraftInput[];
  readonly choosesPerson: boolean;
  readonly placesJoints: boolean;
}) {
  const { target, inputs, choosesPerson, placesJoints } = props;
  return (
    <ul className="slot-files">
      {inputs.map((input, index) => (
        <SlotFile
          key={input.file.id}
          input={input}
          target={target}
          index={index}
          choosesPerson={choosesPerson}
          placesJoints={placesJoints}
        />
      ))}
    </ul>
  );
}

/** Of many files one changes at a time, so the others are not re-rendered. */
const SlotFile = memo(function SlotFile(props: {
  readonly input: DraftInput;
  readonly target: FileTarget;
  readonly index: number;
  readonly choosesPerson: boolean;
  readonly placesJoints: boolean;
}) {
  const { input, target, index, ...asks } = props;
  const { draft } = useApp();
  const { t } = useText();
  const error = findError(input);
  return (
    <li className="slot-file" data-file={input.file.id}>
      <FileThumb input={input} />
      <div className="slot-file-text">
        <SlotFacts slot={input} target={target} isSmall {...asks} />
        {error === null ? null : <SlotError error={error} target={target} />}
      </div>
      <IconButton
        icon={X}
        label={t('form.files.remove', { name: input.file.name })}
        onPress={() => draft.getState().remove(target.field, index)}
      />
    </li>
  );
});

const icons = { image: Image, video: Clapperboard, audio: AudioLines } as const;

/**
 * Thumbnail of a file: the used face, or a rendered frame; its symbol until then. A player for each of many
 * videos would be too expensive.
 */
export function FileThumb(props: { readonly input: DraftInput }) {
  const { file, thumbUrl, seen } = props.input;
  const face = seen?.kind === 'faces' && file.kind === 'image' ? seen.faces[0]?.picture : undefined;
  const url = face === undefined ? thumbUrl : `data:image/jpeg;base64,${face}`;
  return (
    <span className="slot-thumb">
      {url === null ? <Icon of={icons[file.kind]} /> : <img src={url} alt="" draggable={false} />}
    </span>
  );
}
