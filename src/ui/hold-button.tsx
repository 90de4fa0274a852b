import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import './button.css';
import { Icon, type IconSymbol } from './icon.tsx';

/** Something that is so for as long as the button is pressed, with the pointer or a key. */
export function HoldButton(props: {
  readonly children: ReactNode;
  readonly icon: IconSymbol;
  readonly onHold: (isHeld: boolean) => void;
}) {
  const { children, icon, onHold } = props;
  return (
    <Button
      className="ui-button"
      onPressStart={() => onHold(true)}
      onPressEnd={() => onHold(false)}
    >
      <Icon of={icon} />
      {children}
    </Button>
  );
}
