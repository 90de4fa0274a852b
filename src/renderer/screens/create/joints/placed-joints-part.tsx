import { Bone } from 'lucide-react';
import { useState } from 'react';
import {
  type PlacedJoints,
  readPlacedJoints,
  writePlacedJoints,
} from '../../../../contract/placed-joints.ts';
import { Button } from '../../../../ui/button.tsx';
import { useApp } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { DraftField, DraftInput } from '../../../stores/draft-files.ts';
import '../create.css';
import { JointEditor } from './joint-editor.tsx';
import { createUsualJoints } from './usual-joints.ts';

/** Opens the joint editor: for drawings without a detected person, and for wrongly detected limbs. */
export function PlacedJointsPart(props: {
  readonly slot: DraftInput;
  readonly target: DraftField;
}) {
  const { slot, target } = props;
  const { draft, attempt } = useApp();
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const { file, seen, joints, facts } = slot;
  if (seen?.kind !== 'bodies') {
    return null;
  }
  const places = joints ?? seen.body?.places ?? null;
  const size = facts?.size ?? null;
  const done = (next: PlacedJoints | null): void => {
    setOpen(false);
    const text = next === null ? null : writePlacedJoints(next);
    void attempt(() => draft.getState().placeJoints(target, file, text));
  };
  return (
    <span className="slot-use">
      <Button icon={Bone} onPress={() => setOpen(true)}>
        {t(places === null ? 'create.joints.set' : 'create.joints.adjust')}
      </Button>
      {isOpen ? (
        <JointEditor
          url={file.url}
          start={
            places === null
              ? createUsualJoints(size === null ? 1 : size.widthPx / size.heightPx)
              : readPlacedJoints(places)
          }
          isPlaced={joints !== null}
          onDone={done}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </span>
  );
}
