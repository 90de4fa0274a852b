import type { Ipc } from '../../contract/ipc/contract.ts';
import type { MediaKind } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { LibraryItem } from '../../contract/ipc/library.ts';
import { drawThumbnail } from '../jobs/draw-thumbnail.ts';
import type { LibraryPages } from './library-pages.ts';

/** Time for which rows have to be still before thumbnails are drawn, in milliseconds. */
const restMs = 300;

interface Missing {
  readonly id: string;
  /** Null for the file of the item. */
  readonly input: number | null;
  readonly url: string;
  readonly kind: MediaKind;
}

/** Renders missing thumbnails of visible rows, one at a time and never during scrolling. */
export class RowThumbnails {
  readonly #bridge: Pick<Bridge<Ipc>, 'call'>;
  readonly #pages: LibraryPages;
  /** Thumbnails that were drawn or failed, by item and index: each is tried once. */
  readonly #tried = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = 0;

  constructor(bridge: Pick<Bridge<Ipc>, 'call'>, pages: LibraryPages) {
    this.#bridge = bridge;
    this.#pages = pages;
  }

  /** Rows that are in sight now. */
  show(first: number, last: number): void {
    this.stop();
    const run = this.#run;
    this.#timer = setTimeout(() => {
      void this.#drawAll(first, last, run);
    }, restMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#run += 1;
  }

  async #drawAll(first: number, last: number, run: number): Promise<void> {
    for (let index = first; index <= last; index += 1) {
      const row = this.#pages.rowAt(index);
      for (const missing of row === null ? [] : listMissing(row)) {
        const key = `${missing.id} ${missing.input}`;
        if (run !== this.#run) {
          return;
        }
        if (!this.#tried.has(key)) {
          this.#tried.add(key);
          // A thumbnail that cannot be drawn leaves the symbol of its kind.
          await this.#draw(missing).catch(() => undefined);
        }
      }
    }
  }

  async #draw({ id, input, url, kind }: Missing): Promise<void> {
    const bytes = await drawThumbnail(url, kind);
    if (bytes !== null) {
      const kept = await this.#bridge.call('library.keep_thumbnail', { id, input, bytes });
      this.#pages.setThumbnail(id, input, kept.url);
    }
  }
}

/** Results of jobs have theirs drawn when they come in. */
function listMissing({ id, kind, file, inputs, isGone }: LibraryItem): Missing[] {
  const own =
    kind === 'job' || file === null || isGone || file.thumbnailUrl !== null
      ? []
      : [{ id, input: null, url: file.url, kind: file.kind }];
  const others = inputs.flatMap(({ url, kind: inputKind, thumbnailUrl }, input) =>
    thumbnailUrl === null ? [{ id, input, url, kind: inputKind }] : [],
  );
  return [...own, ...others];
}
