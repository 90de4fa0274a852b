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

/** A place in the form: what lies there, or why what was dropped does not. */
export type Slot = DraftInput | AppError;

/** Where a file goes in the form: the field of the request, and the kind it takes. */
export interface DraftField {
  readonly field: string;
  readonly kind: MediaKind;
}

/** A job that is being put together, and what the service in use offers. */
export interface DraftState {
  readonly offer: Offer | null;
  /** Why there is no offer. */
  readonly offerError: AppError | null;
  readonly feature: FormFeature;
  /** By field of the request. Kept when the capability changes, so that a face serves both. */
  readonly slots: Readonly<Record<string, Slot>>;
  readonly options: JobOptions;
  readonly loadOffer: () => Promise<void>;
  readonly choose: (feature: FormFeature) => void;
  readonly setOption: (name: string, value: string | number | null) => void;
  /** Takes a file of a drop or a chooser in and looks at it. */
  readonly setFile: (setFile: DraftField, file: File) => Promise<void>;
  /** Does the same with a file that main has already, such as a recording. */
  readonly setChosenFile: (field: DraftField, file: ChosenFile) => Promise<void>;
  readonly clear: (field: string) => void;
  /** Takes files out of the form that are not to be used any more. */
  readonly drop: (fileIds: readonly string[]) => void;
  readonly agree: (field: string) => Promise<void>;
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
export function createDraftStore(
  { bridge, addFile, readFacts }: DraftNeeds,
  stored: StoredDraft | null = null,
): DraftStore {
  const storedFeature = formFeatures.find((feature) => feature === stored?.feature);
  return createStore<DraftState>()((set, get) => {
    const put = (field: string, slot: Slot): void => {
      set({ slots: { ...get().slots, [field]: slot } });
    };
    /** Changes the file that still lies in its place. */
    const update = (field: string, fileId: string, change: Partial<DraftInput>): void => {
      const slot = get().slots[field];
      if (slot !== undefined && isFilled(slot) && slot.file.id === fileId) {
        put(field, { ...slot, ...change });
      }
    };
    const accept = async (
      { field, kind }: DraftField,
      chosen: Promise<ChosenFile>,
    ): Promise<void> => {
      try {
        const file = await chosen;
        requireKind(file, kind);
        put(field, { file, facts: null, check: 'checking' });
        await Promise.all([
          readFacts(file.url, file.kind).then((facts) => update(field, file.id, { facts })),
          bridge.call('files.check', { id: file.id }).then(
            ({ isChecked }) => update(field, file.id, { check: isChecked ? 'good' : 'later' }),
            (error: unknown) => update(field, file.id, { check: toAppError(error) }),
          ),
        ]);
      } catch (error) {
        put(field, toAppError(error));
      }
    };
    return {
      offer: null,
      offerError: null,
      feature: storedFeature ?? 'face_swap',
      slots: {},
      options: storedFeature === undefined ? {} : (stored?.options ?? {}),
      loadOffer: async () => {
        try {
          set({ offer: await bridge.call('jobs.offer', {}), offerError: null });
        } catch (error) {
          set({ offer: null, offerError: toAppError(error) });
        }
      },
      choose: (feature) => set({ feature }),
      setOption: (name, value) => {
        const { [name]: _, ...others } = get().options;
        set({ options: value === null ? others : { ...others, [name]: value } });
      },
      setFile: (field, dropped) => accept(field, addFile(dropped)),
      setChosenFile: (field, file) => accept(field, Promise.resolve(file)),
      clear: (field) => {
        const { [field]: _, ...slots } = get().slots;
        set({ slots });
      },
      drop: (fileIds) => {
        const stored = Object.entries(get().slots).filter(
          ([, slot]) => !isFilled(slot) || !fileIds.includes(slot.file.id),
        );
        set({ slots: Object.fromEntries(stored) });
      },
      agree: async (field) => {
        const slot = get().slots[field];
        if (slot !== undefined && isFilled(slot)) {
          const file = await bridge.call('files.agree', { id: slot.file.id });
          update(field, file.id, { file });
        }
      },
      submit: ({ fields, options, holdUsd, expectedMs }) => {
        const { slots, feature } = get();
        const inputs = toInputs(fields, slots);
        return bridge.call('jobs.submit', { feature, inputs, options, holdUsd, expectedMs });
      },
    };
  });
}

/** Whether a place holds a file. */
export function isFilled(slot: Slot): slot is DraftInput {
  return !(slot instanceof AppError);
}

function toInputs(
  fields: readonly string[],
  slots: DraftState['slots'],
): { readonly field: string; readonly fileId: string }[] {
  return fields.flatMap((field) => {
    const slot = slots[field];
    return slot !== undefined && isFilled(slot) ? [{ field, fileId: slot.file.id }] : [];
  });
}

function requireKind({ kind, name }: ChosenFile, wanted: MediaKind): void {
  if (kind !== wanted) {
    throw new AppError('unsupported_format', `${name} is of another kind.`, {
      details: { is: kind, wanted },
    });
  }
}
