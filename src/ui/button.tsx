import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { TooltipTrigger } from 'react-aria-components/Tooltip';
import './button.css';
import { Icon, type IconSymbol } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: (() => void) | undefined;
  /** `primary` is the one main action of a screen; `danger` is for irreversible actions. */
  readonly tone?: 'primary' | 'danger' | 'quiet' | undefined;
  readonly icon?: IconSymbol | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly isDisabled?: boolean | undefined;
  /** The action runs: the button keeps the focus and cannot be pressed again. */
  readonly isPending?: boolean | undefined;
  readonly slot?: 'close' | undefined;
  /** Accessible name when the text alone is ambiguous; begins with the text. */
  readonly label?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A labelled action. */
export function Button({ children, tone, icon, type = 'button', slot, ...rest }: ButtonProps) {
  return (
    <AriaButton
      className="ui-button"
      data-tone={tone}
      type={type}
      {...(slot === undefined ? {} : { slot })}
      {...(rest.label === undefined ? {} : { 'aria-label': rest.label })}
      {...(rest.onPress === undefined ? {} : { onPress: rest.onPress })}
      {...(rest.ref === undefined ? {} : { ref: rest.ref })}
      isDisabled={rest.isDisabled ?? false}
      isPending={rest.isPending ?? false}
    >
      {icon === undefined ? null : <Icon of={icon} />}
      {children}
    </AriaButton>
  );
}

/** An action shown as a symbol alone; its name is spoken and shown as a tooltip. */
export function IconButton(props: {
  readonly label: string;
  readonly icon: IconSymbol;
  readonly onPress?: (() => void) | undefined;
  /** `plain` is framed like the labelled buttons beside it. */
  readonly tone?: 'quiet' | 'plain' | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isPending?: boolean | undefined;
  readonly slot?: 'close' | undefined;
}) {
  const { label, icon, onPress, tone = 'quiet', slot } = props;
  return (
    <TooltipTrigger>
      <AriaButton
        className="ui-button"
        data-tone={tone === 'plain' ? undefined : tone}
        data-shape="icon"
        aria-label={label}
        isDisabled={props.isDisabled ?? false}
        isPending={props.isPending ?? false}
        {...(slot === undefined ? {} : { slot })}
        {...(onPress === undefined ? {} : { onPress })}
      >
        <Icon of={icon} />
      </AriaButton>
      <Tooltip>{label}</Tooltip>
    </TooltipTrigger>
  );
}
