import { AppError, InvariantError } from '../../base/errors.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile, MediaKind } from '../../contract/ipc/files.ts';
import type { Inspection, InspectionAim } from '../../contract/inspection.ts';
import { requireUsable, isInconclusive } from '../../contract/usable-file.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { toAppError } from '../app/to-app-error.ts';
import type { PlayedMedia } from '../jobs/media-facts.ts';
import { requireFileCapacity } from '../jobs/form/require-file-capacity.ts';
import { ThrottledState } from './throttled-state.ts';

/** A file in the form, with its state. */
export interface DraftInput {
  readonly file: ChosenFile;
  /** Properties determined by the page; null while loading, or when it cannot be shown. */
  readonly facts: PlayedMedia | null;
  /** Thumbnail as a `data:` URL; null until it is rendered, and when it cannot be shown. */
  readonly thumbUrl: string | null;
  /** `later`: the service inspects the file at the submission. */
  readonly check: 'checking' | 'good' | 'later' | AppError;
  /** Result of the inspection; null while it runs, and when it is inconclusive. */
  readonly seen: Inspection | null;
  /** Purpose of the inspection. */
  readonly seenAs: InspectionAim | null;
  /** Chosen person among several in it: 1 for the first detected one. */
  readonly person: number;
  /** Joints of the body in it that were set by hand, as `placed-joints.ts` writes them; null for none. */
  readonly joints: string | null;
}

/** A refused file, and the reason. */
export interface Refusal {
  readonly name: string;
  readonly sizeBytes: number;
  readonly error: AppError;
}

/** File field of the form: the request's field and the accepted kind. */
export interface DraftField {
  readonly field: string;
  readonly kind: MediaKind;
  /** Maximum files in the field. */
  readonly max: number;
  /** True when one job takes all files in order; otherwise each file makes its own job. */
  readonly isList: boolean;
  /** Purpose for which its files are inspected; null for none. */
  readonly aim: InspectionAim | null;
}

/** The files of the form, by field of the request. */
export type DraftSlots = Readonly<Record<string, readonly DraftInput[]>>;

/** Refused files by field; under {@link NO_FIELD} those that no field accepts. */
export type DraftRefusals = Readonly<Record<string, readonly Refusal[]>>;

/** Key of the refusals that belong to no field. */
export const NO_FIELD = '';

/** Files of the draft. */
interface FileState {
  readonly slots: DraftSlots;
  readonly refusals: DraftRefusals;
}

/** Dependencies of the file intake. */
export interface FileIntakeDependencies {
  readonly bridge: Bridge<Ipc>;
  readonly addFile: (file: File) => Promise<ChosenFile>;
  readonly readFacts: (url: string, kind: MediaKind) => Promise<PlayedMedia | null>;
  /** Renders a small JPEG; null when the file cannot be shown. */
  readonly drawThumb: (url: string, kind: MediaKind) => Promise<Uint8Array | null>;
}

/** Options for placing the files of a drop. */
interface Drop {
  /** Field under which refusals are reported. */
  readonly field: string;
  readonly canReplace: boolean;
  readonly findTarget: (file: ChosenFile) => DraftField | null;
}

/** Maximum concurrent inspections: more would only wait for each other, each with a decoder of the page. */
const maxAtOnce = 4;
/** Above this number, files are inspected only after all are in the list. */
const few = 8;

/** Adds files to their fields and inspects them; unusable ones are reported by name. */
export class DraftIntake {
  readonly #dependencies: FileIntakeDependencies;
  readonly #state: ThrottledState<FileState>;
  readonly #taking = new Semaphore(maxAtOnce);
  /** Apart: a file that the page can never show keeps none from being checked. */
  readonly #showing = new Semaphore(maxAtOnce);
  readonly #checking = new Semaphore(maxAtOnce);
  /** Faces and voices take longest, and there is one process for them: a photo waits for one video at most. */
  readonly #seeing = { quick: new Semaphore(1), slow: new Semaphore(1) };

  constructor(
    dependencies: FileIntakeDependencies,
    store: { readonly get: () => FileState; readonly set: (next: Partial<FileState>) => void },
  ) {
    this.#dependencies = dependencies;
    let shown: FileState = { slots: {}, refusals: {} };
    this.#state = new ThrottledState({
      get: () => {
        // Cached, so that each state of the store has one object.
        const { slots, refusals } = store.get();
        const isSame = shown.slots === slots && shown.refusals === refusals;
        shown = isSame ? shown : { slots, refusals };
        return shown;
      },
      set: store.set,
    });
  }

  /** Changes the files of a field, and shows that at once. */
  change(field: string, next: (inputs: readonly DraftInput[]) => readonly DraftInput[]): void {
    this.#edit(field, next);
    this.#state.show();
  }

  /** Updates a file that is still in the form, and shows the change immediately. */
  update(fileId: string, patch: Partial<DraftInput>): void {
    this.#note(fileId, patch);
    this.#state.show();
  }

  #edit(field: string, next: (inputs: readonly DraftInput[]) => readonly DraftInput[]): void {
    this.#state.change((state) => ({
      ...state,
      slots: { ...state.slots, [field]: next(state.slots[field] ?? []) },
    }));
  }

  #note(fileId: string, patch: Partial<DraftInput>): void {
    this.#state.change((state) => ({ ...state, slots: patchSlots(state.slots, fileId, patch) }));
  }

  /** Another form may inspect existing files for something else, and use another of their faces. */
  async inspectAgain(targets: readonly DraftField[]): Promise<void> {
    const { slots } = this.#state.read();
    const checks = targets.flatMap((target) =>
      (slots[target.field] ?? [])
        .filter(({ file, seenAs }) => file.kind === target.kind && seenAs !== target.aim)
        .map(({ file }) => {
          this.update(file.id, { ...unseen, seenAs: target.aim, person: 1, joints: null });
          return this.#check(target, file, null);
        }),
    );
    await this.#shownAfter(checks);
  }

  /** Inspects an image again with joints set by hand; with null, with detected ones. */
  async placeJoints(target: DraftField, file: ChosenFile, joints: string | null): Promise<void> {
    this.update(file.id, { ...unseen, joints });
    await this.#shownAfter([this.#check(target, file, null)]);
  }

  /** Removes files that must no longer be used. */
  drop(fileIds: readonly string[]): void {
    for (const field of Object.keys(this.#state.read().slots)) {
      this.change(field, (inputs) => inputs.filter(({ file }) => !fileIds.includes(file.id)));
    }
  }

  /** Dismisses the refusals of a field. */
  dismiss(field: string): void {
    this.#state.change((state) => ({ ...state, refusals: { ...state.refusals, [field]: [] } }));
    this.#state.show();
  }

  /**
   * Adds files to one field. A single file replaces a single one once it has proved usable; others are
   * appended. Of several, those of another kind go to their fields in `others`.
   */
  async receive(
    target: DraftField,
    files: readonly File[],
    others: readonly DraftField[] = [],
  ): Promise<void> {
    await this.#receiveInto(target, files, { canReplace: files.length === 1, others });
  }

  /** Works like {@link DraftIntake.receive}, but keeps existing files. */
  async add(
    target: DraftField,
    files: readonly File[],
    others: readonly DraftField[] = [],
  ): Promise<void> {
    await this.#receiveInto(target, files, { canReplace: false, others });
  }

  async #receiveInto(
    target: DraftField,
    files: readonly File[],
    how: { readonly canReplace: boolean; readonly others: readonly DraftField[] },
  ): Promise<void> {
    const homes = files.length === 1 ? null : this.#findHomes(how.others);
    await this.#receiveEach(files, {
      field: target.field,
      canReplace: how.canReplace,
      findTarget: ({ kind }) => (kind === target.kind ? target : (homes?.get(kind) ?? target)),
    });
  }

  /** Adds files that were dropped outside of any field: each goes to the field of its kind. */
  async receiveAnywhere(targets: readonly DraftField[], files: readonly File[]): Promise<void> {
    const homes = this.#findHomes(targets);
    await this.#receiveEach(files, {
      field: NO_FIELD,
      canReplace: false,
      findTarget: ({ kind }) => homes.get(kind) ?? null,
    });
  }

  /** Adds files that main already has and that belong to no field yet, such as the result of a job. */
  async receiveHome(targets: readonly DraftField[], files: readonly ChosenFile[]): Promise<void> {
    const homes = this.#findHomes(targets);
    const fieldOf = ({ kind }: ChosenFile): string => homes.get(kind)?.field ?? NO_FIELD;
    for (const field of new Set(files.map(fieldOf))) {
      this.dismiss(field);
    }
    const inspections: (() => Promise<void>)[] = [];
    for (const file of files) {
      try {
        const target = homes.get(file.kind);
        if (target === undefined) {
          throw otherKind(file, null);
        }
        inspections.push(this.#place(target, file, false));
      } catch (error) {
        const { name, sizeBytes } = file;
        this.#refuse(fieldOf(file), { name, sizeBytes, error: toAppError(error) });
      }
    }
    await this.#shownAfter(inspections.map((inspect) => inspect()));
  }

  /** Adds a file that main already has, such as a recording. */
  async receiveChosen(target: DraftField, file: ChosenFile): Promise<void> {
    this.dismiss(target.field);
    await this.#shownAfter([this.#place(target, file, true)()]);
  }

  /** All of a drop go to one place of their kind: the first that is empty, else the first. */
  #findHomes(targets: readonly DraftField[]): ReadonlyMap<MediaKind, DraftField> {
    const { slots } = this.#state.read();
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
    { field, canReplace, findTarget }: Drop,
  ): Promise<void> {
    this.dismiss(field);
    const taken = files.map((dropped) => this.#taking.run(() => this.#take(dropped)));
    const listed = Promise.allSettled(taken);
    const inspections: Promise<void>[] = [];
    // In the order of the drop, whichever was received first.
    for (const [index, dropped] of files.entries()) {
      try {
        const file = await taken[index];
        if (file === undefined || file instanceof AppError) {
          throw file ?? new InvariantError('A file was not taken in.');
        }
        const target = findTarget(file);
        if (target === null) {
          throw otherKind(file, null);
        }
        const inspect = this.#place(target, file, canReplace);
        inspections.push(files.length > few ? listed.then(inspect) : inspect());
      } catch (error) {
        const { name, size: sizeBytes } = dropped;
        this.#refuse(field, { name, sizeBytes, error: toAppError(error) });
      }
    }
    await this.#shownAfter(inspections);
  }

  /** Never rejects: a refused file is reported in its turn. */
  async #take(dropped: File): Promise<ChosenFile | AppError> {
    try {
      return await this.#dependencies.addFile(dropped);
    } catch (error) {
      return toAppError(error);
    }
  }

  async #shownAfter(work: readonly Promise<void>[]): Promise<void> {
    await Promise.all(work);
    this.#state.show();
  }

  /** Returns the function that inspects the file. Throws the reason why it does not belong there. */
  #place(target: DraftField, file: ChosenFile, canReplace: boolean): () => Promise<void> {
    const { field, kind } = target;
    if (file.kind !== kind) {
      throw otherKind(file, kind);
    }
    const there = this.#state.read().slots[field] ?? [];
    const isReplacing = canReplace && !target.isList && there.length === 1;
    if (!isReplacing) {
      requireFileCapacity(there.length, target.max);
    }
    const input: DraftInput = {
      file,
      facts: null,
      thumbUrl: null,
      check: 'checking',
      seen: null,
      seenAs: target.aim,
      person: 1,
      joints: null,
    };
    const before = isReplacing ? (there[0] ?? null) : null;
    this.#edit(field, (all) => (isReplacing ? [input] : [...all, input]));
    return () => this.#inspect(target, file, before);
  }

  #refuse(field: string, refusal: Refusal): void {
    this.#state.change(({ slots, refusals }) => ({
      slots,
      refusals: { ...refusals, [field]: [...(refusals[field] ?? []), refusal] },
    }));
  }

  async #inspect(target: DraftField, file: ChosenFile, before: DraftInput | null): Promise<void> {
    await Promise.all([this.#showInTurn(file), this.#check(target, file, before)]);
  }

  async #showInTurn(file: ChosenFile): Promise<void> {
    await this.#showing.run(async () => {
      if (this.#isIn(file)) {
        await this.#show(file);
      }
    });
  }

  /** Checked at the start of a turn: removed files would only delay others. */
  #isIn({ id }: ChosenFile): boolean {
    const { slots } = this.#state.read();
    return Object.values(slots).some((inputs) => inputs.some(({ file }) => file.id === id));
  }

  /**
   * Adds the properties that the page determines itself, in one change, because each re-renders the whole list.
   */
  async #show({ id, url, kind }: ChosenFile): Promise<void> {
    const { readFacts, drawThumb } = this.#dependencies;
    const [facts, jpeg] = await Promise.all([readFacts(url, kind), drawThumb(url, kind)]);
    this.#note(id, { facts, thumbUrl: jpeg === null ? null : toDataUrl(jpeg) });
  }

  async #check(target: DraftField, file: ChosenFile, before: DraftInput | null): Promise<void> {
    const { id, name, sizeBytes } = file;
    const { field, aim } = target;
    try {
      const { isChecked } = await this.#checking.run(async () =>
        this.#isIn(file)
          ? this.#dependencies.bridge.call('files.check', { id })
          : { isChecked: false },
      );
      const seen =
        aim === null
          ? null
          : await this.#seeing[file.kind === 'image' ? 'quick' : 'slow'].run(async () =>
              this.#isIn(file) ? this.#see(file, aim, isChecked) : null,
            );
      const isGood = aim === null ? isChecked : seen !== null;
      this.#note(id, { check: findBodyFault(file, seen) ?? (isGood ? 'good' : 'later'), seen });
    } catch (cause) {
      const error = toAppError(cause);
      const isThere =
        this.#state.read().slots[field]?.some((input) => input.file.id === id) === true;
      if (before === null || before.check instanceof AppError || !isThere) {
        this.#note(id, { check: error });
        return;
      }
      // A valid file is not replaced by an unusable one.
      this.#edit(field, (all) => all.map((input) => (input.file.id === id ? before : input)));
      this.#refuse(field, { name, sizeBytes, error });
      await this.#resume(target, before);
    }
  }

  /** Resumes the inspections of a file that were skipped or lost while another file had replaced it. */
  async #resume(target: DraftField, { file, thumbUrl, check }: DraftInput): Promise<void> {
    await Promise.all([
      thumbUrl === null ? this.#showInTurn(file) : null,
      check === 'checking' ? this.#check(target, file, null) : null,
    ]);
  }

  #jointsOf({ id }: ChosenFile): string | null {
    const inputs = Object.values(this.#state.read().slots).flat();
    return inputs.find(({ file }) => file.id === id)?.joints ?? null;
  }

  /** Null where nothing can be found out here. Throws why it cannot be used. */
  async #see(file: ChosenFile, aim: InspectionAim, isChecked: boolean): Promise<Inspection | null> {
    try {
      const joints = this.#jointsOf(file);
      const seen = await this.#dependencies.bridge.call('files.inspect', {
        id: file.id,
        aim,
        ...(joints === null ? {} : { joints }),
      });
      if (seen.kind !== 'bodies') {
        requireUsable(file, seen);
      }
      return seen;
    } catch (cause) {
      const error = toAppError(cause);
      // Another service may read a format that this computer cannot.
      const isForeign = !isChecked && error.code === 'unsupported_format';
      if (isForeign || isInconclusive(error)) {
        return null;
      }
      throw error;
    }
  }
}

const unseen = { check: 'checking', seen: null } as const;

/** Fault of an image for body inspection; joints may still be set in it, so it stays in the form. */
function findBodyFault(file: ChosenFile, seen: Inspection | null): AppError | null {
  try {
    if (seen?.kind === 'bodies') {
      requireUsable(file, seen);
    }
    return null;
  } catch (cause) {
    return toAppError(cause);
  }
}

/** Returns the same object when no field contains the file. */
function patchSlots(slots: DraftSlots, fileId: string, patch: Partial<DraftInput>): DraftSlots {
  const found = Object.entries(slots).filter(([, inputs]) =>
    inputs.some(({ file }) => file.id === fileId),
  );
  const changed = found.map(([field, inputs]) => [
    field,
    inputs.map((input) => (input.file.id === fileId ? { ...input, ...patch } : input)),
  ]);
  return found.length === 0 ? slots : { ...slots, ...Object.fromEntries(changed) };
}

function toDataUrl(jpeg: Uint8Array): string {
  const text = Array.from(jpeg, (byte) => String.fromCharCode(byte)).join('');
  return `data:image/jpeg;base64,${btoa(text)}`;
}

/** Returns whether no check has refused a file so far. */
export function isUsable({ check }: DraftInput): boolean {
  return !(check instanceof AppError);
}

/** `wanted` is the kind of file for the field; null when no field accepts such a file. */
function otherKind({ kind, name }: ChosenFile, wanted: MediaKind | null): AppError {
  return new AppError('unsupported_format', `${name} is of another kind.`, {
    details: { is: kind, wanted },
  });
}
