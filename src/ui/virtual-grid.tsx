/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a table cannot be positioned one by one */
import {
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import './virtual-grid.css';

/** Rows rendered beyond the visible ones, so that scrolling shows no gap. */
const beyond = 6;

/** Component that renders the cells of a row; null while the row is not loaded. */
export type GridCells<T> = ComponentType<{ readonly row: T | null }>;

/** Remembers how far a grid is scrolled, longer than the grid is there. */
export interface GridScroll {
  readonly read: () => number;
  readonly write: (topPx: number) => void;
}

/** Begins at the top. */
export function createGridScroll(): GridScroll {
  let nowPx = 0;
  return {
    read: () => nowPx,
    write: (topPx) => {
      nowPx = topPx;
    },
  };
}

interface GridProps<T> {
  readonly label: string;
  /** Names of the columns; the last one may be hidden by the style of the caller, never left out. */
  readonly columns: readonly ReactNode[];
  readonly rowCount: number;
  readonly rowAt: (index: number) => T | null;
  /** Drawn again only for another row. */
  readonly Cells: GridCells<T>;
  /** Called with the visible rows. */
  readonly onShown: (first: number, last: number) => void;
  readonly onOpen: (row: T) => void;
  readonly onRemove: (row: T) => void;
  readonly scroll: GridScroll;
}

/**
 * Table of any number of rows of equal height, of which only the visible ones are rendered. Arrow keys, Page Up
 * and Down, Home and End move, the right arrow enters the buttons of a row, Enter opens, Delete removes.
 */
export function VirtualGrid<T>(props: GridProps<T>) {
  const { label, columns, rowCount, rowAt, Cells } = props;
  const body = useRef<HTMLDivElement>(null);
  const { rowPx, first, last, measure } = useShownRows(body, props);
  const { active, onFocus, onKeyDown } = useRowKeys(body, props, rowPx);
  const drawn = listIndices(first, Math.min(last, rowCount - 1));
  // The row with the focus stays, however far away it is scrolled.
  const indices = active < rowCount && !drawn.includes(active) ? [...drawn, active] : drawn;
  const openByClick = (event: MouseEvent): void => {
    const row = toRow(event, rowAt);
    if (row !== null && !isInButton(event)) {
      props.onOpen(row);
    }
  };
  return (
    <div className="ui-grid" role="grid" aria-label={label} aria-rowcount={rowCount + 1}>
      <div className="ui-grid-head" role="rowgroup">
        <div className="ui-grid-row" role="row" aria-rowindex={1}>
          {columns.map((column, index) => (
            <span key={index} role="columnheader">
              {column}
            </span>
          ))}
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears for its rows, of which there may be 100,000 */}
      <div
        ref={body}
        className="ui-grid-body"
        role="rowgroup"
        onScroll={measure}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={openByClick}
      >
        <div className="ui-grid-space" role="presentation" style={{ height: rowCount * rowPx }}>
          <span className="ui-grid-probe" aria-hidden="true" />
          {indices.map((index) => (
            <div
              key={index}
              className="ui-grid-row"
              role="row"
              aria-rowindex={index + 2}
              data-index={index}
              tabIndex={index === active ? 0 : -1}
              style={{ transform: `translateY(${index * rowPx}px)` }}
            >
              <Cells row={rowAt(index)} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Visible rows, and the row height, which follows the text size. */
function useShownRows<T>(
  body: RefObject<HTMLDivElement | null>,
  { rowCount, onShown, scroll }: GridProps<T>,
) {
  const [shown, setShown] = useState({ rowPx: 40, first: 0, last: beyond });
  const isRestored = useRef(false);
  const measure = (): void => {
    const element = body.current;
    const rowPx = element?.querySelector<HTMLElement>('.ui-grid-probe')?.offsetHeight ?? 0;
    if (element === null || rowPx === 0) {
      return;
    }
    if (isRestored.current) {
      scroll.write(element.scrollTop);
    }
    const first = Math.max(0, Math.floor(element.scrollTop / rowPx) - beyond);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / rowPx) + beyond;
    setShown((before) =>
      before.rowPx === rowPx && before.first === first && before.last === last
        ? before
        : { rowPx, first, last },
    );
  };
  const onSize = useEffectEvent(measure);
  useLayoutEffect(() => {
    const watcher = new ResizeObserver(() => onSize());
    const probe = body.current?.querySelector('.ui-grid-probe') ?? null;
    for (const element of [body.current, probe]) {
      if (element !== null) {
        watcher.observe(element);
      }
    }
    return () => watcher.disconnect();
  }, [body]);
  useLayoutEffect(() => {
    // Without rows there is nothing to scroll yet.
    if (rowCount > 0 && !isRestored.current) {
      isRestored.current = true;
      body.current?.scrollTo({ top: scroll.read() });
    }
  }, [body, rowCount, scroll]);
  useEffect(() => onShown(shown.first, shown.last), [onShown, shown]);
  return { ...shown, measure };
}

/** Moves the focus between rows and into their buttons. */
function useRowKeys<T>(body: RefObject<HTMLDivElement | null>, props: GridProps<T>, rowPx: number) {
  const { rowCount, rowAt, onOpen, onRemove } = props;
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current !== null) {
      findRowElement(body.current, wanted.current)?.focus({ preventScroll: true });
      wanted.current = null;
    }
  });
  const last = Math.max(0, rowCount - 1);
  const shownActive = Math.min(active, last);
  const goTo = (index: number): void => {
    const next = Math.max(0, Math.min(last, index));
    wanted.current = next;
    setActive(next);
    reveal(body.current, next, rowPx);
    findRowElement(body.current, next)?.focus({ preventScroll: true });
  };
  const page = Math.max(1, Math.floor((body.current?.clientHeight ?? rowPx) / rowPx) - 1);
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => goTo(shownActive + 1),
    ArrowUp: () => goTo(shownActive - 1),
    PageDown: () => goTo(shownActive + page),
    PageUp: () => goTo(shownActive - page),
    Home: () => goTo(0),
    End: () => goTo(last),
    ArrowRight: () => moveInRow(body.current, shownActive, 1),
    ArrowLeft: () => moveInRow(body.current, shownActive, -1),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
    const row = rowCount === 0 ? null : rowAt(shownActive);
    if (move !== undefined) {
      event.preventDefault();
      move();
    } else if (row !== null && event.key === 'Enter' && !isInButton(event)) {
      event.preventDefault();
      onOpen(row);
    } else if (row !== null && event.key === 'Delete') {
      event.preventDefault();
      wanted.current = shownActive;
      onRemove(row);
    }
  };
  const onFocus = (event: FocusEvent): void => {
    const index = findIndex(event);
    if (index !== null) {
      setActive(index);
    }
  };
  return { active: shownActive, onFocus, onKeyDown };
}

function listIndices(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

function findRowElement(body: HTMLElement | null, index: number): HTMLElement | null {
  return body?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
}

/** Scrolls as far as necessary to make a row completely visible. */
function reveal(body: HTMLElement | null, index: number, rowPx: number): void {
  if (body === null) {
    return;
  }
  const topPx = index * rowPx;
  if (topPx < body.scrollTop) {
    body.scrollTo({ top: topPx });
  } else if (topPx + rowPx > body.scrollTop + body.clientHeight) {
    body.scrollTo({ top: topPx + rowPx - body.clientHeight });
  }
}

/** Moves the focus from the row to its first button, between its buttons, and back to the row. */
function moveInRow(body: HTMLElement | null, index: number, step: 1 | -1): void {
  const row = findRowElement(body, index);
  const buttons = [...(row?.querySelectorAll('button') ?? [])];
  const at = buttons.findIndex((button) => button === document.activeElement);
  (buttons[at + step] ?? (step < 0 ? row : buttons.at(-1)))?.focus({ preventScroll: true });
}

function findIndex(event: { readonly target: EventTarget }): number | null {
  const { target } = event;
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? null : Number(row.dataset['index']);
}

function toRow<T>(event: MouseEvent, rowAt: (index: number) => T | null): T | null {
  const index = findIndex(event);
  return index === null ? null : rowAt(index);
}

function isInButton(event: { readonly target: EventTarget }): boolean {
  return event.target instanceof Element && event.target.closest('button') !== null;
}
