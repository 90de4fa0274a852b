import { Eye } from 'lucide-react';
import { HoldButton } from '../../../ui/hold-button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useText } from '../../i18n/use-text.ts';
import './compare.css';

/** Size of a shown result: fitted to the page, or a number of screen pixels per image pixel. */
export type Zoom = 'fit' | 'one' | 'two';

/** Pixels of the screen for each pixel of the result. */
export const zoomFactors = { one: 1, two: 2 } as const;

/** Viewing tools of a result: its size, and the original while the button is held. */
export function CompareTools(props: {
  readonly zoom: Zoom;
  /** True when there is an original to compare with. */
  readonly canHold: boolean;
  readonly onZoom: (zoom: Zoom) => void;
  readonly onHold: (isHeld: boolean) => void;
}) {
  const { zoom, canHold, onZoom, onHold } = props;
  const { t } = useText();
  return (
    <div className="compare-tools">
      {canHold ? (
        <HoldButton icon={Eye} onHold={onHold}>
          {t('compare.hold')}
        </HoldButton>
      ) : null}
      <Segmented
        label={t('compare.zoom')}
        value={zoom}
        options={[
          { id: 'fit', label: t('compare.zoom.fit') },
          { id: 'one', label: t('compare.zoom.percent', { percent: 100 * zoomFactors.one }) },
          { id: 'two', label: t('compare.zoom.percent', { percent: 100 * zoomFactors.two }) },
        ]}
        onChange={onZoom}
      />
    </div>
  );
}
