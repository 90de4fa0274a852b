import { AppError, type ErrorCode } from '../../base/errors.ts';
import { Turns } from '../../base/turns.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile, MediaKind } from '../../contract/ipc/files.ts';
import type { Inspection, InspectionAim } from '../../contract/inspection.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { toAppError } from '../app/to-app-error.ts';
import type { PlayedMedia } from '../jobs/media-facts.ts';

/** A file in its place in the form, and what is known of it. */
export interface DraftInput {
  readonly file: ChosenFile;
  /** What the page can tell of it; null while it looks, or for what it cannot show. */
  readonly facts: PlayedMedia | null;
  /** A small picture of it, as a `data:` address; null until it is drawn, and for what cannot be shown. */
  readonly thumbUrl: string | null;
  /** `later`: the service looks at it when it is sent. */
  readonly check: 'checking' | 'good' | 'later' | AppError;
  /** What was found in it; null while it is looked into, and where nothing can be found out. */
  readonly seen: Inspection | null;
  /** What it was looked at for. */
  readonly seenAs: InspectionAim | null;
}

/** A file that was offered and does not lie in the form, and why. */
export interface Refusal {
  readonly name: string;
  readonly sizeBytes: number;
  readonly error: AppError;
}

/** Where files go in the form: the field of the request and the kind it takes. */
export interface DraftField {
  readonly field: string;
  readonly kind: MediaKind;
  /** Most files that lie there. */
  readonly most: number;
  /** Whether one job takes all of them in order; else each of them makes a job of its own. */
  readonly isList: boolean;
  /** What its files are looked at for; null for nothing. */
  readonly aim: InspectionAim | null;
}

/** The files of the form, by field of the request. */
export type DraftSlots = Readonly<Record<string, readonly DraftInput[]>>;

/** What did not come into the form, by field; under {@link anywhere} what no field takes. */
export type DraftRefusals = Readonly<Record<string, readonly Refusal[]>>;

/** Key of the refusals that belong to no field. */
export const anywhere = '';

/** Where the files of the draft lie. */
interface FileState {
  readonly slots: DraftSlots;
  readonly refusals: DraftRefusals;
}

/** What files are taken in with. */
export interface IntakeNeeds {
  readonly bridge: Bridge<Ipc>;
  readonly addFile: (file: File) => Promise<ChosenFile>;
  readonly readFacts: (url: string, kind: MediaKind) => Promise<PlayedMedia | null>;
  /** Draws a small JPEG of it; null for what cannot be shown. */
  readonly drawThumb: (url: string, kind: MediaKind) => Promise<Uint8Array | null>;
}

/** How the files of a drop are placed. */
interface Drop {
  /** Where it is said what could not be used. */
  readonly field: string;
  readonly mayReplace: boolean;
  readonly findTarget: (file: ChosenFile) => DraftField | null;
}

/** Files that are looked at at once: more would only wait for each other, each holding a decoder of the page. */
const mostAtOnce = 4;

/** Brings files into their places and finds out about them; what cannot be used is said with its name. */
export class DraftIntake {
  readonly #needs: IntakeNeeds;
  readonly #get: () => FileState;
  readonly #set: (next: Partial<FileState>) => void;
  /** Apart: a file that the page can never show keeps none from being checked. */
  readonly #showing = new Turns(mostAtOnce);
  readonly #checking = new Turns(mostAtOnce);

  constructor(
    needs: IntakeNeeds,
    store: { readonly get: () => FileState; readonly set: (next: Partial<FileState>) => void },
  ) {
    this.#needs = needs;
    this.#get = store.get;
    this.#set = store.set;
  }

  /** Changes the files of a field. */
  change(field: string, next: (inputs: readonly DraftInput[]) => readonly DraftInput[]): void {
    const { slots } = this.#get();
    this.#set({ slots: { ...slots, [field]: next(slots[field] ?? []) } });
  }

  /** Changes a file that still lies somewhere in the form. */
  update(fileId: string, patch: Partial<DraftInput>): void {
    for (const [field, inputs] of Object.entries(this.#get().slots)) {
      if (inputs.some(({ file }) => file.id === fileId)) {
        this.change(field, (all) =>
          all.map((input) => (input.file.id === fileId ? { ...input, ...patch } : input)),
        );
      }
    }
  }

  /** Another form may look for something else in files that lie there already, and take another of their faces. */
  async lookAgain(targets: readonly DraftField[]): Promise<void> {
    const { slots } = this.#get();
    const checks = targets.flatMap((target) =>
      (slots[target.field] ?? [])
        .filter(({ file, seenAs }) => file.kind === target.kind && seenAs !== target.aim)
        .map(({ file }) => {
          this.update(file.id, { check: 'checking', seen: null, seenAs: target.aim });
          return this.#checking.run(() => this.#check(target, file, null));
        }),
    );
    await Promise.all(checks);
  }

  /** Takes files out that are not to be used any more. */
  drop(fileIds: readonly string[]): void {
    for (const field of Object.keys(this.#get().slots)) {
      this.change(field, (inputs) => inputs.filter(({ file }) => !fileIds.includes(file.id)));
    }
  }

  /** Takes away what was said of files that did not come in. */
  dismiss(field: string): void {
    this.#set({ refusals: { ...this.#get().refusals, [field]: [] } });
  }

  /**
   * Takes files in for one field. A single file takes the place of a single one, once it proved to be usable; others
   * come after those that are there. Of several, those of another kind go where they belong in `others`.
   */
  async receive(
    target: DraftField,
    files: readonly File[],
    others: readonly DraftField[] = [],
  ): Promise<void> {
    await this.#receiveInto(target, files, { mayReplace: files.length === 1, others });
  }

  /** As {@link DraftIntake.receive}, but whatever lies there stays. */
  async add(
    target: DraftField,
    files: readonly File[],
    others: readonly DraftField[] = [],
  ): Promise<void> {
    await this.#receiveInto(target, files, { mayReplace: false, others });
  }

  async #receiveInto(
    target: DraftField,
    files: readonly File[],
    how: { readonly mayReplace: boolean; readonly others: readonly DraftField[] },
  ): Promise<void> {
    const homes = files.length === 1 ? null : this.#findHomes(how.others);
    await this.#receiveEach(files, {
      field: target.field,
      mayReplace: how.mayReplace,
      findTarget: ({ kind }) => (kind === target.kind ? target : (homes?.get(kind) ?? target)),
    });
  }

  /** Takes files in that were dropped on no field: each goes where its kind belongs. */
  async receiveAnywhere(targets: readonly DraftField[], files: readonly File[]): Promise<void> {
    const homes = this.#findHomes(targets);
    await this.#receiveEach(files, {
      field: anywhere,
      mayReplace: false,
      findTarget: ({ kind }) => homes.get(kind) ?? null,
    });
  }

  /** Takes a file in that main has already and that belongs to no field yet, such as the result of a job. */
  async receiveHome(targets: readonly DraftField[], file: ChosenFile): Promise<void> {
    const target = this.#findHomes(targets).get(file.kind);
    this.dismiss(target?.field ?? anywhere);
    if (target === undefined) {
      const { name, sizeBytes } = file;
      this.#refuse(anywhere, { name, sizeBytes, error: otherKind(file, null) });
      return;
    }
    await this.#place(target, file, false).inspected;
  }

  /** Takes a file in that main has already, such as a recording. */
  async receiveChosen(target: DraftField, file: ChosenFile): Promise<void> {
    this.dismiss(target.field);
    await this.#place(target, file, true).inspected;
  }

  /** All of a drop go to one place of their kind: the first that is empty, else the first. */
  #findHomes(targets: readonly DraftField[]): ReadonlyMap<MediaKind, DraftField> {
    const { slots } = this.#get();
    const isEmpty = ({ field }: DraftField): boolean => (slots[field] ?? []).length === 0;
    const homes = new Map<MediaKind, DraftField>();
    for (const target of targets) {
      const known = homes.get(target.kind);
      if (known === undefined || (isEmpty(target) && !isEmpty(known))) {
        homes.set(target.kind, target);
      }
    }
    return homes;
  }

  async #receiveEach(
    files: readonly File[],
    { field, mayReplace, findTarget }: Drop,
  ): Promise<void> {
    const inspections: Promise<void>[] = [];
    this.dismiss(field);
    // One after the other, so that the order is that of the drop.
    for (const dropped of files) {
      try {
        const file = await this.#needs.addFile(dropped);
        const target = findTarget(file);
        if (target === null) {
          throw otherKind(file, null);
        }
        inspections.push(this.#place(target, file, mayReplace).inspected);
      } catch (error) {
        const { name, size: sizeBytes } = dropped;
        this.#refuse(field, { name, sizeBytes, error: toAppError(error) });
      }
    }
    await Promise.all(inspections);
  }

  /** Throws why it does not belong there. */
  #place(
    target: DraftField,
    file: ChosenFile,
    mayReplace: boolean,
  ): { readonly inspected: Promise<void> } {
    const { field, kind, most } = target;
    if (file.kind !== kind) {
      throw otherKind(file, kind);
    }
    const there = this.#get().slots[field] ?? [];
    const isReplacing = mayReplace && !target.isList && there.length === 1;
    if (!isReplacing && there.length >= most) {
      throw new AppError('invalid_input', `At most ${most} files fit here.`, { details: { most } });
    }
    const input: DraftInput = {
      file,
      facts: null,
      thumbUrl: null,
      check: 'checking',
      seen: null,
      seenAs: target.aim,
    };
    const before = isReplacing ? (there[0] ?? null) : null;
    this.change(field, (all) => (isReplacing ? [input] : [...all, input]));
    return { inspected: this.#inspect(target, file, before) };
  }

  #refuse(field: string, refusal: Refusal): void {
    const { refusals } = this.#get();
    this.#set({ refusals: { ...refusals, [field]: [...(refusals[field] ?? []), refusal] } });
  }

  async #inspect(target: DraftField, file: ChosenFile, before: DraftInput | null): Promise<void> {
    await Promise.all([
      this.#showing.run(() => this.#show(file)),
      this.#checking.run(() => this.#check(target, file, before)),
    ]);
  }

  /** What the page itself can tell of a file; one change, because the whole list is drawn again at each. */
  async #show({ id, url, kind }: ChosenFile): Promise<void> {
    const { readFacts, drawThumb } = this.#needs;
    const [facts, jpeg] = await Promise.all([readFacts(url, kind), drawThumb(url, kind)]);
    this.update(id, { facts, thumbUrl: jpeg === null ? null : toDataUrl(jpeg) });
  }

  async #check(target: DraftField, file: ChosenFile, before: DraftInput | null): Promise<void> {
    const { id, name, sizeBytes } = file;
    const { field, aim } = target;
    try {
      const { isChecked } = await this.#needs.bridge.call('files.check', { id });
      const seen = aim === null ? null : await this.#see(file, aim, isChecked);
      this.update(id, {
        check: (aim === null ? isChecked : seen !== null) ? 'good' : 'later',
        seen,
      });
    } catch (cause) {
      const error = toAppError(cause);
      const isThere = this.#get().slots[field]?.some((input) => input.file.id === id) === true;
      if (before === null || before.check instanceof AppError || !isThere) {
        this.update(id, { check: error });
        return;
      }
      // A good file is not given up for one that cannot be used.
      this.change(field, (all) => all.map((input) => (input.file.id === id ? before : input)));
      this.#refuse(field, { name, sizeBytes, error });
    }
  }

  /** Null where nothing can be found out here. Throws why it cannot be used. */
  async #see(file: ChosenFile, aim: InspectionAim, isChecked: boolean): Promise<Inspection | null> {
    try {
      const seen = await this.#needs.bridge.call('files.inspect', { id: file.id, aim });
      requireUsable(file, seen);
      return seen;
    } catch (cause) {
      const error = toAppError(cause);
      // What this computer cannot read, another service may.
      const isForeign = !isChecked && error.code === 'unsupported_format';
      if (isForeign || unknowable.includes(error.code)) {
        return null;
      }
      throw error;
    }
  }
}

function toDataUrl(jpeg: Uint8Array): string {
  const text = Array.from(jpeg, (byte) => String.fromCharCode(byte)).join('');
  return `data:image/jpeg;base64,${btoa(text)}`;
}

/** Failures that say nothing of a file. */
const unknowable: readonly ErrorCode[] = [
  'service_unreachable',
  'processing_failed',
  'internal_error',
  'cancelled',
  'bad_reply',
  'storage_failed',
];

/**
 * A picture without a face and a recording without a voice cannot be used. Of a video only some frames were looked at:
 * that nobody was seen is said, and no reason to refuse it.
 */
function requireUsable({ kind, name }: ChosenFile, seen: Inspection): void {
  if (seen.kind === 'voice' && seen.fault !== null) {
    const details = { reason: seen.fault };
    throw new AppError('invalid_input', `${name} is no sample of a voice.`, { details });
  }
  if (seen.kind === 'faces' && seen.count === 0 && kind === 'image') {
    throw new AppError('face_not_detected', `No face was found in ${name}.`);
  }
}

/** Whether a file may be used, as far as is known. */
export function isUsable({ check }: DraftInput): boolean {
  return !(check instanceof AppError);
}

/** `wanted` is what the field takes; null where no field takes such a file. */
function otherKind({ kind, name }: ChosenFile, wanted: MediaKind | null): AppError {
  return new AppError('unsupported_format', `${name} is of another kind.`, {
    details: { is: kind, wanted },
  });
}
