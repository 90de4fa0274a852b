import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { ConversionTarget } from '../../contract/conversion.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ConvertedRecordingFile } from '../../contract/ipc/conversions.ts';
import type { ChosenFile, MediaKind } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { PlayedMedia } from '../jobs/media-facts.ts';
import { toAppError } from '../app/to-app-error.ts';

/** A recording that may be converted. */
export interface ChosenRecording {
  readonly file: ChosenFile;
  /** Null until it is known, and when this browser cannot play it. */
  readonly durationMs: number | null;
}

/**
 *   idle ──convert──▶ running ──▶ done
 *    ▲                 │   '────▶ failed
 *    '──── cancel ─────┘            (another recording or voice: idle again)
 */
export type ConversionWork =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly fraction: number }
  | { readonly kind: 'failed'; readonly error: AppError }
  | {
      readonly kind: 'done';
      readonly target: ConversionTarget;
      readonly result: ConvertedRecordingFile;
    };

/** A recording that becomes one in another voice, as the page shows it. */
export interface ConversionState {
  readonly isOpen: boolean;
  /** Null until the local service answered; an error is the reason why there are none. */
  readonly targets: readonly ConversionTarget[] | AppError | null;
  /** An error says why the file cannot be used. */
  readonly recording: ChosenRecording | AppError | null;
  /** The voice that was chosen; of targets that do not have it the first counts, see {@link findTarget}. */
  readonly voiceId: string | null;
  /** Semitones that a model is given the pitch higher by. */
  readonly transpose: number;
  readonly work: ConversionWork;

  /** Opens the place, with a file when one was dropped. */
  readonly open: (file?: File) => Promise<void>;
  /** Closes the dialog; a running conversion continues. */
  readonly close: () => void;
  readonly loadTargets: () => Promise<void>;
  readonly setFile: (file: File) => Promise<void>;
  /** Removes the recording and its result when it is one of these files. */
  readonly drop: (fileIds: readonly string[]) => void;
  readonly choose: (choice: { readonly voiceId?: string; readonly transpose?: number }) => void;
  /** Ends when it is converted, refused or cancelled; `work` says which. */
  readonly convert: () => Promise<void>;
  readonly cancel: () => Promise<void>;
  /** Asks the user where to save a copy; returns whether it was saved. */
  readonly saveAs: () => Promise<boolean>;
}

/** See {@link ConversionState}. */
export type ConversionStore = StoreApi<ConversionState>;

/** Dependencies of the store. */
export interface ConversionStoreDependencies {
  readonly bridge: Bridge<Ipc>;
  readonly addFile: (file: File) => Promise<ChosenFile>;
  readonly readFacts: (url: string, kind: MediaKind) => Promise<PlayedMedia | null>;
}

const idle = { work: { kind: 'idle' } } as const;

/** Makes the store: nothing is open, nothing runs. */
export function createConversionStore(dependencies: ConversionStoreDependencies): ConversionStore {
  const { bridge } = dependencies;
  const store = createStore<ConversionState>()((set, get, api) => {
    const conversion = new Conversion(api, dependencies);
    return {
      isOpen: false,
      targets: null,
      recording: null,
      voiceId: null,
      transpose: 0,
      ...idle,
      open: async (file) => {
        set({ isOpen: true });
        await Promise.all([
          get().loadTargets(),
          file === undefined ? undefined : get().setFile(file),
        ]);
      },
      close: () => set({ isOpen: false }),
      loadTargets: async () => {
        const targets = await bridge.call('conversions.targets', {}).catch(toAppError);
        set({ targets });
      },
      setFile: (file) => conversion.setFile(file),
      drop: (fileIds) => conversion.drop(fileIds),
      choose: (choice) => {
        if (get().work.kind === 'failed') {
          set(idle);
        }
        set(choice);
      },
      convert: () => conversion.convert(),
      cancel: () => conversion.cancel(),
      saveAs: async () => {
        const { work } = get();
        if (work.kind !== 'done') {
          return false;
        }
        const { path } = await bridge.call('conversions.save_as', { id: work.result.id });
        return path !== null;
      },
    };
  });
  bridge.on('conversions.progressed', ({ fraction }) => {
    if (store.getState().work.kind === 'running') {
      store.setState({ work: { kind: 'running', fraction } });
    }
  });
  return store;
}

/** The present recording, and its only conversion. */
class Conversion {
  readonly #store: ConversionStore;
  readonly #dependencies: ConversionStoreDependencies;
  /** Counts conversions and choices, so that outdated ones are detected. */
  #run = 0;
  #choice = 0;

  constructor(store: ConversionStore, dependencies: ConversionStoreDependencies) {
    this.#store = store;
    this.#dependencies = dependencies;
  }

  async setFile(chosen: File): Promise<void> {
    this.#choice += 1;
    const run = this.#choice;
    await this.cancel();
    try {
      const file = await this.#dependencies.addFile(chosen);
      if (file.kind === 'image') {
        throw new AppError('unsupported_format', `${file.name} is a picture.`, {
          details: faultDetails('no_sound'),
        });
      }
      if (this.#choice === run) {
        this.#store.setState({ recording: { file, durationMs: null } });
        const facts = await this.#dependencies.readFacts(file.url, file.kind);
        if (this.#choice === run) {
          this.#store.setState({ recording: { file, durationMs: facts?.durationMs ?? null } });
        }
      }
    } catch (error) {
      if (this.#choice === run) {
        this.#store.setState({ recording: toAppError(error) });
      }
    }
  }

  drop(fileIds: readonly string[]): void {
    const { recording } = this.#store.getState();
    const isChosen = recording !== null && !(recording instanceof AppError);
    if (isChosen && fileIds.includes(recording.file.id)) {
      this.#run += 1;
      this.#store.setState({ recording: null, ...idle });
    }
  }

  async convert(): Promise<void> {
    const state = this.#store.getState();
    const { recording, transpose } = state;
    const target = findTarget(state);
    if (recording === null || recording instanceof AppError || target === null) {
      return;
    }
    this.#run += 1;
    const run = this.#run;
    this.#store.setState({ work: { kind: 'running', fraction: 0 } });
    const work = await this.#dependencies.bridge
      .call('conversions.convert', {
        fileId: recording.file.id,
        voiceId: target.id,
        transpose: target.kind === 'built_in' ? 0 : transpose,
      })
      .then(
        (result): ConversionWork => ({ kind: 'done', target, result }),
        (error: unknown): ConversionWork => ({ kind: 'failed', error: toAppError(error) }),
      );
    if (this.#run === run) {
      this.#store.setState({ work });
    }
  }

  async cancel(): Promise<void> {
    this.#run += 1;
    const { kind } = this.#store.getState().work;
    this.#store.setState(idle);
    if (kind === 'running') {
      await this.#dependencies.bridge.call('conversions.cancel', {});
    }
  }
}

/** The chosen voice, or the first one where that is not there. */
export function findTarget({
  targets,
  voiceId,
}: Pick<ConversionState, 'targets' | 'voiceId'>): ConversionTarget | null {
  if (targets === null || targets instanceof AppError) {
    return null;
  }
  return targets.find(({ id }) => id === voiceId) ?? targets[0] ?? null;
}
