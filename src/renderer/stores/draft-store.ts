import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { JobOptions, LocalJob, ServiceOffer } from '../../contract/ipc/jobs.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { createLatestGuard } from '../app/latest-request.ts';
import { toAppError } from '../app/to-app-error.ts';
import { type FormFeature, formFeatures } from '../jobs/form/forms.ts';
import {
  type DraftField,
  DraftIntake,
  type DraftRefusals,
  type DraftSlots,
  type FileIntakeDependencies,
} from './draft-files.ts';
import type { StoredDraft } from './view-store.ts';

/** A job in preparation, and the offer of the service in use. */
export interface DraftState {
  readonly offer: ServiceOffer | null;
  /** Reason why there is no offer. */
  readonly offerError: AppError | null;
  readonly feature: FormFeature;
  /** True when the user chose the capability, or something was filled in for it. */
  readonly isChosen: boolean;
  /** Files by field of the request. Kept when the capability changes, so that a face serves both. */
  readonly slots: DraftSlots;
  readonly refusals: DraftRefusals;
  /** Keys of jobs that the files make and that are not wanted, or sent already; see `planned-jobs.ts`. */
  readonly skipped: ReadonlySet<string>;
  readonly sent: ReadonlySet<string>;
  /** Texts, voice and language: kept when the capability changes, as the files are. */
  readonly options: JobOptions;
  /** Choices, switches and numbers of the capability; those of a form that is opened again are its defaults. */
  readonly settings: JobOptions;
  readonly loadOffer: () => Promise<void>;
  readonly choose: (feature: FormFeature) => void;
  readonly setOption: (name: string, value: string | number | null) => void;
  /** Sets these fields to these values, those without one to how the form starts. */
  readonly applyValues: (fields: readonly string[], values: JobOptions) => void;
  readonly setSetting: (name: string, value: string | number | boolean | null) => void;
  /** Adds files of a drop or a chooser and inspects them, see {@link DraftIntake.receive}. */
  readonly setFiles: (
    target: DraftField,
    files: readonly File[],
    others?: readonly DraftField[],
  ) => Promise<void>;
  /** Adds files to a field, keeping existing ones. */
  readonly addFiles: DraftState['setFiles'];
  /** Adds files that were dropped outside of any field. */
  readonly addAnywhere: (targets: readonly DraftField[], files: readonly File[]) => Promise<void>;
  /** Takes all files of a field out. */
  readonly clear: (field: string) => void;
  /** Inspects existing files again for the fields of another form. */
  readonly inspectAgain: (targets: readonly DraftField[]) => Promise<void>;
  /** Dismisses the refusals of a field. */
  readonly dismiss: (field: string) => void;
  /** Adds a file that main already has, such as a recording, and inspects it. */
  readonly setChosenFile: (target: DraftField, file: ChosenFile) => Promise<void>;
  /** Adds files that main already has, each to the field of its kind. */
  readonly addChosen: (
    targets: readonly DraftField[],
    files: readonly ChosenFile[],
  ) => Promise<void>;
  /** Chooses one of the people that were found in a file, by their number. */
  readonly choosePerson: (fileId: string, person: number) => void;
  /** Sets the joints of the body in an image by hand, see {@link DraftIntake.placeJoints}. */
  readonly placeJoints: (
    target: DraftField,
    file: ChosenFile,
    joints: string | null,
  ) => Promise<void>;
  /** Takes one file of a field out. */
  readonly remove: (field: string, index: number) => void;
  /** Gives a file of a list another number. */
  readonly move: (field: string, from: number, to: number) => void;
  /** Removes files from the form that must no longer be used. */
  readonly drop: (fileIds: readonly string[]) => void;
  /** The persons in these files agreed to their use. */
  readonly agree: (fileIds: readonly string[]) => Promise<void>;
  /** Excludes a planned job, or restores all of them. */
  readonly skip: (key: string) => void;
  readonly restore: () => void;
  /**
   * Sends the jobs one after the other; resolves with the first. When one is refused, the previous ones are
   * sent and no longer planned, so that the rest can be sent again.
   */
  readonly submit: (order: SubmitBatch) => Promise<LocalJob>;
}

/** Jobs to send: the applicable settings, and each job with the price and length shown by the form. */
export interface SubmitBatch {
  readonly options: JobOptions;
  readonly jobs: readonly [BatchJob, ...BatchJob[]];
}

/** One job of an {@link SubmitBatch}. */
export interface BatchJob {
  /** Unique key within the plan. */
  readonly key: string;
  readonly inputs: readonly { readonly field: string; readonly fileId: string }[];
  /** Settings of this one beside those of all. */
  readonly own: JobOptions;
  readonly holdUsd: number | null;
  readonly expectedMs: number | null;
}

/** See {@link DraftState}. */
export type DraftStore = StoreApi<DraftState>;

/** Creates a draft without files; `stored` is the state of an earlier load of the page, or null. */
export function createDraftStore(
  dependencies: FileIntakeDependencies,
  stored: StoredDraft | null = null,
): DraftStore {
  const { bridge } = dependencies;
  const storedFeature = formFeatures.find((feature) => feature === stored?.feature);
  return createStore<DraftState>()((set, get) => {
    const intake = new DraftIntake(dependencies, { get, set });
    const beginOffer = createLatestGuard();
    return {
      offer: null,
      offerError: null,
      feature: storedFeature ?? 'face_swap',
      isChosen: storedFeature !== undefined,
      slots: {},
      refusals: {},
      skipped: new Set(),
      sent: new Set(),
      options: storedFeature === undefined ? {} : (stored?.options ?? {}),
      settings: storedFeature === undefined ? {} : (stored?.settings ?? {}),
      loadOffer: async () => {
        const isLatest = beginOffer(); // A service before this one may answer later.
        const answer = await bridge.call('jobs.offer', {}).then(
          (offer) => ({ offer, offerError: null }),
          (error: unknown) => ({ offer: null, offerError: toAppError(error) }),
        );
        if (isLatest()) {
          set(answer);
        }
      },
      choose: (feature) =>
        set(feature === get().feature ? { isChosen: true } : { feature, ...fresh, settings: {} }),
      setOption: (name, value) =>
        set({ options: withValue(get().options, name, value), isChosen: true }),
      applyValues: (fields, values) => set(applyValues(get(), fields, values)),
      setSetting: (name, value) => set({ settings: withValue(get().settings, name, value) }),
      ...createFileActions(bridge, intake, () => set({ isChosen: true })),
      skip: (key) => set({ skipped: new Set([...get().skipped, key]) }),
      restore: () => set({ skipped: new Set() }),
      submit: (order) => submitJobs(bridge, { get, set }, order),
    };
  });
}

/** Actions of the user on files of the form. */
function createFileActions(
  bridge: Bridge<Ipc>,
  intake: DraftIntake,
  onChosen: () => void,
): Pick<
  DraftState,
  | 'setFiles'
  | 'addFiles'
  | 'addAnywhere'
  | 'setChosenFile'
  | 'addChosen'
  | 'clear'
  | 'dismiss'
  | 'inspectAgain'
  | 'choosePerson'
  | 'placeJoints'
  | 'remove'
  | 'move'
  | 'drop'
  | 'agree'
> {
  return {
    setFiles: async (target, files, others) => {
      onChosen();
      await intake.receive(target, files, others);
    },
    addFiles: (target, files, others) => intake.add(target, files, others),
    addAnywhere: async (targets, files) => {
      onChosen();
      await intake.receiveAnywhere(targets, files);
    },
    setChosenFile: (target, file) => intake.receiveChosen(target, file),
    addChosen: async (targets, files) => {
      onChosen();
      await intake.receiveHome(targets, files);
    },
    clear: (field) => {
      intake.dismiss(field);
      intake.change(field, () => []);
    },
    dismiss: (field) => intake.dismiss(field),
    inspectAgain: (targets) => intake.inspectAgain(targets),
    choosePerson: (fileId, person) => intake.update(fileId, { person }),
    placeJoints: (target, file, joints) => intake.placeJoints(target, file, joints),
    remove: (field, index) => {
      intake.dismiss(field);
      intake.change(field, (inputs) => inputs.toSpliced(index, 1));
    },
    move: (field, from, to) =>
      intake.change(field, (inputs) => {
        const moved = inputs[from];
        return moved === undefined ? inputs : inputs.toSpliced(from, 1).toSpliced(to, 0, moved);
      }),
    drop: (fileIds) => intake.drop(fileIds),
    agree: async (fileIds) => {
      for (const id of fileIds) {
        intake.update(id, { file: await bridge.call('files.agree', { id }) });
      }
    },
  };
}

/** Sends the jobs of an order; see {@link DraftState.submit}. */
async function submitJobs(
  bridge: Bridge<Ipc>,
  {
    get,
    set,
  }: {
    readonly get: () => DraftState;
    readonly set: (next: Partial<DraftState>) => void;
  },
  { options, jobs: [first, ...others] }: SubmitBatch,
): Promise<LocalJob> {
  const { feature, sent } = get();
  // The rest of a started plan is sent as part of it, even a single job.
  const isOneOfMany = others.length > 0 || sent.size > 0;
  const send = ({ inputs, own, holdUsd, expectedMs }: BatchJob): Promise<LocalJob> =>
    bridge.call('jobs.submit', {
      feature,
      inputs: [...inputs],
      options: { ...options, ...own },
      holdUsd,
      expectedMs,
    });
  const note = ({ key }: BatchJob): void => set({ sent: new Set([...get().sent, key]) });
  const job = await send(first);
  if (isOneOfMany) {
    note(first);
    for (const other of others) {
      await send(other);
      note(other);
    }
    set({ slots: removeSeveral(get().slots), sent: new Set() });
  }
  set({ settings: {}, skipped: new Set() });
  return job;
}

/** Another form starts without the messages about the previous one. */
const fresh = { isChosen: true, refusals: {}, skipped: new Set<string>() };

/** Removes the files of several jobs; a face or a voice that all of them used stays for the next. */
function removeSeveral(slots: DraftSlots): DraftSlots {
  return Object.fromEntries(Object.entries(slots).filter(([, inputs]) => inputs.length === 1));
}

/** Assigns values to the typed or to the chosen settings, according to their fields. */
function applyValues(
  { options }: Pick<DraftState, 'options'>,
  fields: readonly string[],
  values: JobOptions,
): Pick<DraftState, 'options' | 'settings'> {
  const others = Object.entries(options).filter(([name]) => !fields.includes(name));
  const kept = Object.entries(values).filter(([name]) => fields.includes(name));
  const isTyped = ([name]: readonly [string, unknown]): boolean => typedFields.has(name);
  return {
    options: Object.fromEntries([...others, ...kept.filter(isTyped)]),
    settings: Object.fromEntries(kept.filter((entry) => !isTyped(entry))),
  };
}

/** Fields that stay when the capability changes, as texts and files do. */
const typedFields: ReadonlySet<string> = new Set(['voice_id', 'language']);

function withValue(values: JobOptions, name: string, value: JobOptions[string] | null): JobOptions {
  const { [name]: _, ...others } = values;
  return value === null ? others : { ...others, [name]: value };
}
