/**
 * Schedules the inspections of a part of the frame, so that detectors rest while nothing enters.
 *
 *   no change ────────────────────────────────▶ every 0.3 s
 *   usual change (a shirt, a curtain) ────────▶ every 90 ms, at the edges every 180 ms
 *   unusual change, or beside a hidden head ──▶ at once
 *   motion across the frame's border ─────────▶ every 60 ms
 *
 * Changes accumulate since the last inspection, so that slow motion is noticed too. A cut or a light that goes on changes
 * all cells and does not count as usual change.
 */
import { GRID_COLUMNS, GRID_ROWS, type LumaGrid } from './luma-grid.ts';
import type { HeadArea } from '../head-area.ts';

/** Heads known from the frames before. */
export interface KnownHeads {
  /** Tracked heads: changes inside them do not hint at others. */
  readonly followed: readonly Readonly<HeadArea>[];
  /** Suspected heads that are not tracked: they may move at any time. */
  readonly suspected: readonly Readonly<HeadArea>[];
}

/** Marks on the cells of the grid for {@link DetectionSchedule}. */
export interface CellMarks {
  readonly cells: Uint8Array;
  /** Updates the marks. `width` and `height` are those of the heads' frame. */
  mark(heads: KnownHeads, width: number, height: number): void;
}

/** Luma difference that the noise of a mean of 16 pixels stays below. */
const NOTICEABLE = 4;
/** Ratio to the usual change from which a change counts as new. */
const MORE = 1.5;
/** Time constant in which usual changes are forgotten. */
const FORGETTING_US = 1_500_000;
/** Minimum number of changed cells: a head of 30 pixels at 480p changes three. */
const MIN_CELLS = 3;
/** Minimum number of changed cells at the frame's border, for a head that is entering. */
const MIN_BORDER_CELLS = 2;
/** Inspection interval while a head enters slowly; a fast one is a new change and is inspected at once. */
const CROSSING_US = 60_000;
/** Time after a change at the border during which a head may be entering without being detectable yet. */
const ENTERING_US = 300_000;
/** Fraction of changed cells that counts as a cut. */
const CUT = 0.6;
const LONGEST_US = 290_000;

const OPEN = 0;
const FOLLOWED = 1;
const NEAR_SUSPECT = 2;
/** Reach of marks in head radii: a tracked head is smaller than its area, suspects are searched around theirs. */
const FOLLOWED_REACH = 0.8;
const SUSPECT_REACH = 2.2;

/** Creates marks for frames of any size. */
export function createCellMarks(): CellMarks {
  const cells = new Uint8Array(GRID_COLUMNS * GRID_ROWS);

  const markAround = (
    area: Readonly<HeadArea>,
    reach: number,
    mark: number,
    width: number,
    height: number,
  ): void => {
    const radiusX = (area.radiusX * reach * GRID_COLUMNS) / width;
    const radiusY = (area.radiusY * reach * GRID_ROWS) / height;
    const middleX = (area.centreX * GRID_COLUMNS) / width - 0.5;
    const middleY = (area.centreY * GRID_ROWS) / height - 0.5;
    const bottom = Math.min(GRID_ROWS - 1, middleY + radiusY);
    const right = Math.min(GRID_COLUMNS - 1, middleX + radiusX);
    for (let row = Math.max(0, Math.ceil(middleY - radiusY)); row <= bottom; row += 1) {
      for (let column = Math.max(0, Math.ceil(middleX - radiusX)); column <= right; column += 1) {
        const x = (column - middleX) / radiusX;
        const y = (row - middleY) / radiusY;
        if (x * x + y * y <= 1) {
          cells[row * GRID_COLUMNS + column] = mark;
        }
      }
    }
  };

  return {
    cells,
    mark({ followed, suspected }, width, height) {
      cells.fill(OPEN);
      for (const area of suspected) {
        markAround(area, SUSPECT_REACH, NEAR_SUSPECT, width, height);
      }
      for (const area of followed) {
        markAround(area, FOLLOWED_REACH, FOLLOWED, width, height);
      }
    },
  };
}

/** Columns that a detector watches. */
export interface WatchedColumns {
  /** Fractions of the width, 0..1. */
  readonly from: number;
  readonly to: number;
  /** Inspection interval under usual changes. */
  readonly restlessUs: number;
  /** Border of the frame among these columns. */
  readonly border?: 'left' | 'right';
}

/** Inspection schedule of one detector for its columns of the grid; a new schedule is due at once. */
export class DetectionSchedule {
  readonly #first: number;
  readonly #end: number;
  readonly #borderColumn: number;
  readonly #restlessUs: number;
  readonly #seen = new Float32Array(GRID_COLUMNS * GRID_ROWS);
  readonly #changes = new Float32Array(GRID_COLUMNS * GRID_ROWS);
  readonly #usual = new Float32Array(GRID_COLUMNS * GRID_ROWS);
  #lastUs = Number.NEGATIVE_INFINITY;
  #enteringUntilUs = Number.NEGATIVE_INFINITY;

  constructor({ from, to, restlessUs, border }: WatchedColumns) {
    this.#first = Math.floor(from * GRID_COLUMNS);
    this.#end = Math.ceil(to * GRID_COLUMNS);
    this.#borderColumn = border === 'left' ? this.#first : border === 'right' ? this.#end - 1 : -1;
    this.#restlessUs = restlessUs;
  }

  /** Stream time of the last inspection; negative infinity before the first. */
  get lastUs(): number {
    return this.#lastUs;
  }

  /** Returns whether to inspect the columns `now`, `soon` (in this frame or one of the next two) or `later`. */
  plan({ cells }: LumaGrid, marks: CellMarks, nowUs: number): 'now' | 'soon' | 'later' {
    const elapsedUs = nowUs - this.#lastUs;
    if (elapsedUs < 0 || elapsedUs === Number.POSITIVE_INFINITY) {
      return 'now';
    }
    const first = this.#first;
    const end = this.#end;
    const seen = this.#seen;
    const usual = this.#usual;
    let restless = 0;
    let urgent = 0;
    let atBorder = 0;
    for (let row = 0; row < GRID_ROWS; row += 1) {
      const ofBorder = row * GRID_COLUMNS + this.#borderColumn;
      for (let at = row * GRID_COLUMNS + first; at < row * GRID_COLUMNS + end; at += 1) {
        const change = Math.abs(cells[at]! - seen[at]!);
        if (change > NOTICEABLE && marks.cells[at] !== FOLLOWED) {
          restless += 1;
          atBorder += at === ofBorder ? 1 : 0;
          const isNew = change > NOTICEABLE + MORE * usual[at]!;
          urgent += isNew || marks.cells[at] === NEAR_SUSPECT ? 1 : 0;
        }
      }
    }
    if (atBorder >= MIN_BORDER_CELLS) {
      this.#enteringUntilUs = nowUs + ENTERING_US;
    }
    if (urgent >= MIN_CELLS) {
      return 'now';
    }
    const isEntering = nowUs < this.#enteringUntilUs;
    const movingUs = isEntering ? Math.min(this.#restlessUs, CROSSING_US) : this.#restlessUs;
    const restUs = restless >= MIN_CELLS ? movingUs : LONGEST_US;
    return elapsedUs >= restUs ? 'soon' : 'later';
  }

  /** Records an inspection. */
  note({ cells }: LumaGrid, nowUs: number): void {
    const first = this.#first;
    const end = this.#end;
    const seen = this.#seen;
    const changes = this.#changes;
    const isFirst = this.#lastUs === Number.NEGATIVE_INFINITY;
    const decay = isFirst ? 0 : Math.exp(-Math.max(0, nowUs - this.#lastUs) / FORGETTING_US);
    const isUsual = !isFirst && !this.#isCut(cells);
    this.#lastUs = nowUs;
    for (let row = 0; row < GRID_ROWS; row += 1) {
      for (let at = row * GRID_COLUMNS + first; at < row * GRID_COLUMNS + end; at += 1) {
        const change = isUsual ? Math.abs(cells[at]! - seen[at]!) : 0;
        changes[at] = Math.max(change, changes[at]! * decay);
        seen[at] = cells[at]!;
      }
    }
    this.#spread();
  }

  /** Spreads the usual changes to neighbouring cells, which small motion reaches next. */
  #spread(): void {
    const first = this.#first;
    const end = this.#end;
    const changes = this.#changes;
    const usual = this.#usual;
    for (let row = 0; row < GRID_ROWS; row += 1) {
      const above = Math.max(0, row - 1) * GRID_COLUMNS;
      const here = row * GRID_COLUMNS;
      const below = Math.min(GRID_ROWS - 1, row + 1) * GRID_COLUMNS;
      for (let column = first; column < end; column += 1) {
        const last = Math.max(first, column - 1);
        const next = Math.min(end - 1, column + 1);
        usual[here + column] = Math.max(
          changes[here + last]!,
          changes[here + column]!,
          changes[here + next]!,
          changes[above + column]!,
          changes[below + column]!,
        );
      }
    }
  }

  #isCut(cells: Float32Array): boolean {
    let changed = 0;
    for (let row = 0; row < GRID_ROWS; row += 1) {
      const start = row * GRID_COLUMNS;
      for (let at = start + this.#first; at < start + this.#end; at += 1) {
        changed += Math.abs(cells[at]! - this.#seen[at]!) > NOTICEABLE ? 1 : 0;
      }
    }
    return changed > CUT * GRID_ROWS * (this.#end - this.#first);
  }
}
