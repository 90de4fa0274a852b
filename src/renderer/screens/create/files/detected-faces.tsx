import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import type { InspectedFace } from '../../../../contract/inspection.ts';
import { useApp } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { DraftField, DraftInput } from '../../../stores/draft-files.ts';
import '../create.css';

/** Faces detected in a file: the used one is marked, or chosen when there are several. */
export function DetectedFaces(props: {
  readonly slot: DraftInput;
  readonly target: DraftField;
  readonly choosesPerson: boolean;
}) {
  const { slot, target, choosesPerson } = props;
  const { t } = useText();
  const { seen } = slot;
  if (seen === null || seen.kind !== 'faces' || seen.faces.length === 0) {
    return null;
  }
  if (choosesPerson && seen.faces.length > 1) {
    return <PersonChoice slot={slot} faces={seen.faces} />;
  }
  const isOne = target.aim !== 'people' && target.aim !== 'speaker';
  return (
    <span className="slot-faces">
      {seen.faces.map(({ picture }, index) => (
        <img
          key={picture}
          className="slot-face"
          data-used={!isOne || index === 0}
          src={toUrl(picture)}
          alt={t(isOne && index === 0 ? 'create.seen.used' : 'create.seen.other', {
            number: index + 1,
            count: seen.count,
          })}
          draggable={false}
        />
      ))}
    </span>
  );
}

/** Chooses the person of a file who is swapped; arrow keys move between them. */
function PersonChoice(props: {
  readonly slot: DraftInput;
  readonly faces: readonly InspectedFace[];
}) {
  const { slot, faces } = props;
  const { draft } = useApp();
  const { t } = useText();
  return (
    <RadioGroup
      className="slot-faces"
      orientation="horizontal"
      aria-label={t('create.seen.who')}
      value={String(slot.person)}
      onChange={(person) => draft.getState().choosePerson(slot.file.id, Number(person))}
    >
      {faces.map(({ picture }, index) => (
        <Radio
          key={picture}
          className="slot-person"
          value={String(index + 1)}
          aria-label={t('create.seen.person', { number: index + 1, count: faces.length })}
        >
          <img className="slot-face" src={toUrl(picture)} alt="" draggable={false} />
        </Radio>
      ))}
    </RadioGroup>
  );
}

function toUrl(picture: string): string {
  return `data:image/jpeg;base64,${picture}`;
}
