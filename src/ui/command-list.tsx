/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list of the browser has neither headings nor keys in its lines */
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import './command-list.css';
import { Icon, type IconSymbol } from './icon.tsx';
import { Kbd } from './kbd.tsx';

/** One line of a {@link CommandList}. */
export interface CommandLine {
  readonly id: string;
  readonly label: string;
  /** Additional text after its name. */
  readonly detail?: string | null | undefined;
  /** Kind of the entry, for lists with several kinds. */
  readonly kind?: string | null | undefined;
  readonly icon: IconSymbol;
  readonly keys: readonly string[] | null;
  /** True when the command has no effect now. */
  readonly isMissing?: boolean | undefined;
}

/** Lines under one heading, or without one. */
export interface CommandGroup {
  readonly id: string;
  readonly label: string | null;
  readonly lines: readonly CommandLine[];
}

/** Lines that Page Up and Page Down pass. */
const pageLines = 8;

/**
 * A search field over a list, as the combobox pattern of ARIA has it: the focus stays in the field, arrow keys choose,
 * Enter runs.
 */
export function CommandList(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly emptyText: string;
  /** Number of lines, in words; read aloud when it changes. */
  readonly countText: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly groups: readonly CommandGroup[];
  readonly onRun: (id: string) => void;
}) {
  const { label, typed, groups, onType, onRun } = props;
  const listId = useId();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const lines = groups.flatMap((group) => group.lines);
  const at = Math.max(
    0,
    lines.findIndex(({ id }) => id === chosenId),
  );
  const active = lines[at];
  const activeOption = active === undefined ? undefined : toOptionId(listId, active.id);
  useEffect(() => {
    if (activeOption !== undefined) {
      document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' });
    }
  }, [activeOption]);
  const move = (to: number): void => setChosenId(lines[to]?.id ?? null);
  const handleKey = (event: KeyboardEvent): void => {
    const next = event.nativeEvent.isComposing ? null : findNext(event.key, at, lines.length);
    if (next !== null) {
      event.preventDefault();
      move(next);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && active !== undefined) {
      event.preventDefault();
      onRun(active.id);
    }
  };
  return (
    <>
      <div className="ui-command-field">
        <Icon of={Search} />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list is opened to type in it
          autoFocus
          className="ui-command-input"
          role="combobox"
          aria-label={label}
          aria-expanded={lines.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeOption}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={typed}
          onChange={({ target }) => {
            setChosenId(null);
            onType(target.value);
          }}
          onKeyDown={handleKey}
        />
      </div>
      <output className="spoken">{lines.length === 0 ? props.emptyText : props.countText}</output>
      {lines.length === 0 ? (
        <div id={listId} className="ui-commands-none">
          {props.emptyText}
        </div>
      ) : (
        <div id={listId} className="ui-commands" role="listbox" aria-label={label} tabIndex={-1}>
          {groups.map((group) => (
            <Group key={group.id} group={group} listId={listId}>
              {group.lines.map((line) => (
                <Option
                  key={line.id}
                  id={toOptionId(listId, line.id)}
                  line={line}
                  isActive={line.id === active?.id}
                  onChoose={() => setChosenId(line.id)}
                  onRun={() => onRun(line.id)}
                />
              ))}
            </Group>
          ))}
        </div>
      )}
    </>
  );
}

function Group(props: {
  readonly group: CommandGroup;
  readonly listId: string;
  readonly children: ReactNode;
}) {
  const { group, listId } = props;
  const headId = toOptionId(listId, `group ${group.id}`);
  return group.label === null || group.lines.length === 0 ? (
    props.children
  ) : (
    <div role="group" aria-labelledby={headId}>
      <div id={headId} className="ui-command-group" role="presentation">
        {group.label}
      </div>
      {props.children}
    </div>
  );
}

function Option(props: {
  readonly id: string;
  readonly line: CommandLine;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  readonly onRun: () => void;
}) {
  const { label, detail, kind, icon, keys, isMissing } = props.line;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
    <div
      id={props.id}
      className="ui-command"
      role="option"
      tabIndex={-1}
      aria-selected={props.isActive}
      aria-disabled={isMissing === true ? true : undefined}
      onPointerMove={props.isActive ? undefined : props.onChoose}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={props.onRun}
    >
      <Icon of={icon} />
      <span className="ui-command-label">{label}</span>
      {detail === null || detail === undefined ? null : (
        <span className="ui-command-detail">{detail}</span>
      )}
      {keys === null ? null : <Kbd keys={keys} />}
      {kind === null || kind === undefined ? null : <span className="ui-command-kind">{kind}</span>}
    </div>
  );
}

function toOptionId(listId: string, id: string): string {
  return `${listId}-${id.replaceAll(/\s/g, '_')}`;
}

/** The line that a key goes to; null for keys that go nowhere. The ends are joined for steps of one. */
function findNext(key: string, at: number, count: number): number | null {
  if (count === 0) {
    return null;
  }
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, at + pageLines);
    case 'PageUp':
      return Math.max(0, at - pageLines);
    default:
      return null;
  }
}
