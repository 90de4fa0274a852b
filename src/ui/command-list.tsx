import { Search } from 'lucide-react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { SearchField } from 'react-aria-components/SearchField';
import './command-list.css';
import { Icon, type IconSymbol } from './icon.tsx';
import { Kbd } from './kbd.tsx';

/** One line of a {@link CommandList}. */
export interface CommandLine {
  readonly id: string;
  readonly label: string;
  readonly icon: IconSymbol;
  readonly keys: readonly string[] | null;
}

/** Commands under one heading. */
export interface CommandGroup {
  readonly id: string;
  readonly label: string;
  readonly lines: readonly CommandLine[];
}

/** A search field over a grouped list; arrow keys choose, Enter runs. */
export function CommandList(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly emptyText: string;
  readonly groups: readonly CommandGroup[];
  /** Whether a line stays for what was typed. */
  readonly filter: (label: string, typed: string) => boolean;
  readonly onRun: (id: string) => void;
  /** Asked for with Escape, whatever was typed. */
  readonly onClose: () => void;
}) {
  const { label, placeholder, emptyText, groups, filter, onRun, onClose } = props;
  return (
    <Autocomplete filter={filter}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the list is opened to type in it */}
      <SearchField className="ui-command-field" aria-label={label} autoFocus>
        <Icon of={Search} />
        <Input
          className="ui-command-input"
          placeholder={placeholder}
          // The field itself would only be emptied first.
          onKeyDownCapture={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              onClose();
            }
          }}
        />
      </SearchField>
      <Menu
        className="ui-commands"
        aria-label={label}
        items={groups}
        renderEmptyState={() => <div className="ui-commands-none">{emptyText}</div>}
        onAction={(key) => onRun(String(key))}
      >
        {(group) => (
          <MenuSection id={group.id}>
            <Header className="ui-command-group">{group.label}</Header>
            {group.lines.map((line) => (
              <MenuItem key={line.id} className="ui-command" id={line.id} textValue={line.label}>
                <Icon of={line.icon} />
                {line.label}
                {line.keys === null ? null : <Kbd keys={line.keys} />}
              </MenuItem>
            ))}
          </MenuSection>
        )}
      </Menu>
    </Autocomplete>
  );
}
