import type { CSSProperties } from 'react';
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';
import './progress-bar.css';

/** Progress of a task; null while unknown. An adjacent text describes it. */
export function ProgressBar(props: {
  readonly label: string;
  readonly fraction: number | null;
  readonly size?: 'small' | undefined;
}) {
  const { label, fraction, size } = props;
  const style: CSSProperties & Record<'--progress', string> = {
    '--progress': `${Math.round((fraction ?? 0) * 1000) / 10}%`,
  };
  return (
    <AriaProgressBar
      aria-label={label}
      value={(fraction ?? 0) * 100}
      isIndeterminate={fraction === null}
      className="ui-progress-outer"
    >
      <div className="ui-progress" data-size={size} data-unknown={fraction === null}>
        <div className="ui-progress-fill" style={style} />
      </div>
    </AriaProgressBar>
  );
}
