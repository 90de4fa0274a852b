import { Ellipsis } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon, type IconSymbol } from './icon.tsx';
import './menu.css';

/** One action of a menu. */
export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon: IconSymbol;
  /** `danger` is for irreversible actions. */
  readonly tone?: 'danger' | undefined;
  readonly run: () => void;
}

/** Menu of secondary actions, opened by three dots. Arrow keys move, letters find, Escape closes. */
export function Menu(props: {
  /** Names what these are the actions of; spoken. */
  readonly label: string;
  readonly actions: readonly MenuAction[];
}) {
  const { label, actions } = props;
  return (
    <MenuTrigger>
      <Button className="ui-button" data-tone="quiet" data-shape="icon" aria-label={label}>
        <Icon of={Ellipsis} />
      </Button>
      <Popover className="ui-popover" placement="bottom end">
        <AriaMenu
          className="ui-menu"
          aria-label={label}
          onAction={(key) => actions.find(({ id }) => id === key)?.run()}
        >
          {actions.map(({ id, label: name, icon, tone }) => (
            <MenuItem key={id} id={id} textValue={name} className="ui-option" data-tone={tone}>
              <Icon of={icon} />
              {name}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
