import { useId } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';
import './field.css';
import './setting.css';
import './switch.css';

/** Something that is on or off, with its name before it as other settings have. */
export function SwitchField(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}) {
  const { label, hint, isSelected, onChange } = props;
  const hintId = useId();
  return (
    <div className="ui-setting">
      <AriaSwitch
        className="ui-switch ui-switch-setting"
        isSelected={isSelected}
        onChange={onChange}
        {...(hint === undefined ? {} : { 'aria-describedby': hintId })}
      >
        <span className="ui-label">{label}</span>
        <span className="ui-switch-track">
          <span className="ui-switch-thumb" />
        </span>
      </AriaSwitch>
      {hint === undefined ? null : (
        <span id={hintId} className="ui-hint">
          {hint}
        </span>
      )}
    </div>
  );
}
