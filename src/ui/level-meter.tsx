import type { CSSProperties } from 'react';
import { Label } from 'react-aria-components/Label';
import { Meter } from 'react-aria-components/Meter';
import './level-meter.css';

/** Quietest level that the meter shows, in dB below full scale. */
const floorDb = -60;

/** Level of an audio source; the peak as a bar from −60 dB to full scale and as a number. */
export function LevelMeter(props: {
  readonly label: string;
  /** Peak relative to full scale; null while nothing is measured. */
  readonly peakDb: number | null;
  /** The number as shown and spoken. */
  readonly valueText: string;
}) {
  const levelDb = Math.min(0, Math.max(floorDb, props.peakDb ?? floorDb));
  const style: CSSProperties & Record<'--level', string> = {
    '--level': `${(((levelDb - floorDb) / -floorDb) * 100).toFixed(1)}%`,
  };
  return (
    <Meter
      className="ui-meter"
      value={levelDb}
      minValue={floorDb}
      maxValue={0}
      valueLabel={props.valueText}
    >
      <Label>{props.label}</Label>
      <span className="ui-meter-value">{props.valueText}</span>
      <div className="ui-meter-track" style={style}>
        <div className="ui-meter-fill" />
      </div>
    </Meter>
  );
}
