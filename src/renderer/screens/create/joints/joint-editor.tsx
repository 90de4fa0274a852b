import { useState } from 'react';
import type { PlacedJoints } from '../../../../contract/placed-joints.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useText } from '../../../i18n/use-text.ts';
import './joint-editor.css';
import { JointStage } from './joint-stage.tsx';

/** Dialog for setting the joints of a character on its image. */
export function JointEditor(props: {
  readonly url: string;
  /** Initial positions. */
  readonly start: PlacedJoints;
  /** True when the joints were set by hand before, so that they can be detected again. */
  readonly isPlaced: boolean;
  /** Null to detect them in the image. */
  readonly onDone: (joints: PlacedJoints | null) => void;
  readonly onClose: () => void;
}) {
  const { url, start, isPlaced, onDone, onClose } = props;
  const { t } = useText();
  const [joints, setJoints] = useState(start);
  return (
    <Dialog
      title={t('create.joints.title')}
      closeLabel={t('action.close')}
      width="map"
      isOpen
      onClose={onClose}
      actions={
        <>
          {isPlaced ? (
            <Button onPress={() => onDone(null)}>{t('create.joints.find')}</Button>
          ) : null}
          <Button tone="primary" onPress={() => onDone(joints)}>
            {t('create.joints.save')}
          </Button>
        </>
      }
    >
      <div className="joint-editor">
        <p>{t('create.joints.text')}</p>
        <JointStage
          url={url}
          joints={joints}
          onMove={(name, to) => setJoints((before) => ({ ...before, [name]: to }))}
        />
      </div>
    </Dialog>
  );
}
