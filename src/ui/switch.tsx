import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';
import './switch.css';

/** Something that is on or off and changes at once. */
export function Switch(props: {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}) {
  return (
    <AriaSwitch className="ui-switch" isSelected={props.isSelected} onChange={props.onChange}>
      <span className="ui-switch-track">
        <span className="ui-switch-thumb" />
      </span>
      {props.children}
    </AriaSwitch>
  );
}
