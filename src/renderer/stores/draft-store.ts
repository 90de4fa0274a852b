import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile, MediaKind } from '../../contract/ipc/files.ts';
import type { JobOptions, LocalJob, Offer } from '../../contract/ipc/jobs.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { type FormFeature, formFeatures } from '../jobs/forms.ts';
import type { PlayedMedia } from '../jobs/media-facts.ts';
import type { StoredDraft } from './view-store.ts';
import { toAppError } from '../app/to-app-error.ts';

/** A file in its place in the form, and what is known of it. */
export interface DraftInput {
  readonly file: ChosenFile;
  /** What the page can tell of it; null while it looks, or for what it cannot show. */
  readonly facts: PlayedMedia | null;
  /** `later`: the service looks at it when it is sent. */
  readonly check: 'checking' | 'good' | 'later' | AppError;
}

/** A file of a field: what lies there, or why what was dropped does not. */
export type Slot = DraftInput | AppError;

/** Where files go in the form: the field of the request, the kind it takes, and how many. */
export interface DraftField {
  readonly field: string;
  readonly kind: MediaKind;
  readonly most: number;
}

/** A job that is being put together, and what the service in use offers. */
export interface DraftState {
  readonly offer: Offer | null;
  /** Why there is no offer. */
  readonly offerError: AppError | null;
  readonly feature: FormFeature;
  /** By field of the request. Kept when the capability changes, so that a face serves both. */
  readonly slots: Readonly<Record<string, readonly Slot[]>>;
  /** Texts, voice and language: kept when the capability changes, as the files are. */
  readonly options: JobOptions;
  /** Choices, switches and numbers of the capability; those of a form that is opened again are its defaults. */
  readonly settings: JobOptions;
  readonly loadOffer: () => Promise<void>;
  readonly choose: (feature: FormFeature) => void;
  readonly setOption: (name: string, value: string | number | null) => void;
  readonly setSetting: (name: string, value: string | number | boolean | null) => void;
  /** Takes files of a drop or a chooser in and looks at them: after those of a list, else in place of the one before. */
  readonly setFiles: (target: DraftField, files: readonly File[]) => Promise<void>;
  /** Does the same with a file that main has already, such as a recording. */
  readonly setChosenFile: (target: DraftField, file: ChosenFile) => Promise<void>;
  /** Takes one file of a field out. */
  readonly remove: (field: string, index: number) => void;
  /** Gives a file of a list another number. */
  readonly move: (field: string, from: number, to: number) => void;
  /** Takes files out of the form that are not to be used any more. */
  readonly drop: (fileIds: readonly string[]) => void;
  readonly agree: (fileId: string) => Promise<void>;
  readonly submit: (order: Order) => Promise<LocalJob>;
}

/** What is sent: the fields that count, with what the form said about price and length. */
export interface Order {
  readonly fields: readonly string[];
  readonly options: JobOptions;
  readonly holdUsd: number | null;
  readonly expectedMs: number | null;
}

/** See {@link DraftState}. */
export type DraftStore = StoreApi<DraftState>;

/** What the store needs of the page. */
export interface DraftNeeds {
  readonly bridge: Bridge<Ipc>;
  readonly addFile: (file: File) => Promise<ChosenFile>;
  readonly readFacts: (url: string, kind: MediaKind) => Promise<PlayedMedia | null>;
}

/** Makes a draft without files; `stored` is what an earlier load of the page left, or null. */
export function createDraftStore(needs: DraftNeeds, stored: StoredDraft | null = null): DraftStore {
  const { bridge } = needs;
  const storedFeature = formFeatures.find((feature) => feature === stored?.feature);
  return createStore<DraftState>()((set, get) => {
    const { change, update, receive, receiveAll } = createIntake(needs, { get, set });
    return {
      offer: null,
      offerError: null,
      feature: storedFeature ?? 'face_swap',
      slots: {},
      options: storedFeature === undefined ? {} : (stored?.options ?? {}),
      settings: storedFeature === undefined ? {} : (stored?.settings ?? {}),
      loadOffer: async () => {
        try {
          set({ offer: await bridge.call('jobs.offer', {}), offerError: null });
        } catch (error) {
          set({ offer: null, offerError: toAppError(error) });
        }
      },
      choose: (feature) => set(feature === get().feature ? {} : { feature, settings: {} }),
      setOption: (name, value) => set({ options: withValue(get().options, name, value) }),
      setSetting: (name, value) => set({ settings: withValue(get().settings, name, value) }),
      setFiles: receiveAll,
      setChosenFile: async (place, file) => {
        await (
          await receive(place, Promise.resolve(file))
        ).inspected;
      },
      remove: (field, index) =>
        change(field, (slots) => slots.toSpliced(index, 1).filter(isFilled)),
      move: (field, from, to) =>
        change(field, (slots) => {
          const moved = slots[from];
          return moved === undefined ? slots : slots.toSpliced(from, 1).toSpliced(to, 0, moved);
        }),
      drop: (fileIds) => {
        for (const field of Object.keys(get().slots)) {
          change(field, (slots) =>
            slots.filter((slot) => !isFilled(slot) || !fileIds.includes(slot.file.id)),
          );
        }
      },
      agree: async (fileId) => {
        const file = await bridge.call('files.agree', { id: fileId });
        update(fileId, { file });
      },
      submit: async ({ fields, options, holdUsd, expectedMs }) => {
        const { slots, feature } = get();
        const inputs = toInputs(fields, slots);
        const job = await bridge.call('jobs.submit', {
          feature,
          inputs,
          options,
          holdUsd,
          expectedMs,
        });
        set({ settings: {} });
        return job;
      },
    };
  });
}

/** Where the files of the draft lie. */
interface SlotState {
  readonly get: () => Pick<DraftState, 'slots'>;
  readonly set: (next: Pick<DraftState, 'slots'>) => void;
}

/** Brings files into their places and finds out about them. */
function createIntake({ bridge, addFile, readFacts }: DraftNeeds, store: SlotState) {
  const change = (field: string, next: (slots: readonly Slot[]) => readonly Slot[]): void => {
    store.set({ slots: { ...store.get().slots, [field]: next(store.get().slots[field] ?? []) } });
  };
  /** Changes a file that still lies somewhere in the form. */
  const update = (fileId: string, patch: Partial<DraftInput>): void => {
    for (const [field, slots] of Object.entries(store.get().slots)) {
      if (slots.some((slot) => isFilled(slot) && slot.file.id === fileId)) {
        change(field, (all) =>
          all.map((slot) =>
            isFilled(slot) && slot.file.id === fileId ? { ...slot, ...patch } : slot,
          ),
        );
      }
    }
  };
  const put = ({ field, most }: DraftField, slot: Slot): void => {
    change(field, (slots) => (most === 1 ? [slot] : [...slots, slot]));
  };
  const inspect = async ({ id, url, kind }: ChosenFile): Promise<void> => {
    await Promise.all([
      readFacts(url, kind).then((facts) => update(id, { facts })),
      bridge.call('files.check', { id }).then(
        ({ isChecked }) => update(id, { check: isChecked ? 'good' : 'later' }),
        (error: unknown) => update(id, { check: toAppError(error) }),
      ),
    ]);
  };
  /** Resolves once the file lies in its place; what resolves with it is what is found out about it. */
  const receive = async (
    place: DraftField,
    chosen: Promise<ChosenFile>,
  ): Promise<{ readonly inspected: Promise<void> }> => {
    try {
      const file = await chosen;
      requireKind(file, place.kind);
      put(place, { file, facts: null, check: 'checking' });
      return { inspected: inspect(file) };
    } catch (error) {
      put(place, toAppError(error));
      return { inspected: Promise.resolve() };
    }
  };
  const receiveAll = async (place: DraftField, files: readonly File[]): Promise<void> => {
    const { field, most } = place;
    if (most > 1) {
      // What could not be used makes room for what comes next.
      change(field, (slots) => slots.filter(isFilled));
    }
    const left = most === 1 ? 1 : most - (store.get().slots[field] ?? []).length;
    const inspections: Promise<void>[] = [];
    // One after the other, so that the order is that of the drop.
    for (const dropped of files.slice(0, left)) {
      inspections.push((await receive(place, addFile(dropped))).inspected);
    }
    if (most > 1 && files.length > left) {
      put(place, tooMany(most));
    }
    await Promise.all(inspections);
  };
  return { change, update, receive, receiveAll };
}

/** Whether a place holds a file. */
export function isFilled(slot: Slot): slot is DraftInput {
  return !(slot instanceof AppError);
}

function withValue(values: JobOptions, name: string, value: JobOptions[string] | null): JobOptions {
  const { [name]: _, ...others } = values;
  return value === null ? others : { ...others, [name]: value };
}

function toInputs(
  fields: readonly string[],
  slots: DraftState['slots'],
): { readonly field: string; readonly fileId: string }[] {
  return fields.flatMap((field) =>
    (slots[field] ?? []).filter(isFilled).map(({ file }) => ({ field, fileId: file.id })),
  );
}

function tooMany(most: number): AppError {
  return new AppError('invalid_input', `At most ${most} files fit here.`, { details: { most } });
}

function requireKind({ kind, name }: ChosenFile, wanted: MediaKind): void {
  if (kind !== wanted) {
    throw new AppError('unsupported_format', `${name} is of another kind.`, {
      details: { is: kind, wanted },
    });
  }
}
