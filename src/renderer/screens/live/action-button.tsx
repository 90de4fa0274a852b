import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Icon, type IconSymbol } from '../../../ui/icon.tsx';

/** An action of the row below the output. Where the row is short, a foldable one is its symbol alone. */
export function ActionButton(props: {
  readonly children: string;
  readonly icon: IconSymbol;
  readonly onPress: () => void;
  /** `fixed` keeps its width when its text changes, so that nothing beside it moves. */
  readonly width?: 'fixed' | undefined;
  readonly isFoldable?: boolean | undefined;
  readonly action?: 'cover' | undefined;
  readonly tone?: 'primary' | 'danger' | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isPending?: boolean | undefined;
}): ReactNode {
  return (
    <Button
      className="ui-button output-action"
      data-width={props.width}
      data-foldable={props.isFoldable}
      data-action={props.action}
      data-tone={props.tone}
      aria-label={props.children}
      onPress={props.onPress}
      isDisabled={props.isDisabled ?? false}
      isPending={props.isPending ?? false}
    >
      <Icon of={props.icon} />
      <span className="output-action-text">{props.children}</span>
    </Button>
  );
}
