import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { CallOutput, Bridge } from '../../contract/ipc/kit.ts';
import type { PresetSetup, Preset } from '../../contract/presets.ts';

/** Imported preset with an image, which waits for the person's consent. */
export type PendingPreset = NonNullable<CallOutput<Ipc, 'presets.import'>>;

/** The presets, in their order. */
export interface PresetsState {
  readonly presets: readonly Preset[];
  readonly pending: PendingPreset | null;
  readonly refresh: () => Promise<void>;
  readonly add: (name: string, setup: PresetSetup) => Promise<void>;
  readonly change: (id: string, patch: Partial<Pick<Preset, 'name' | 'setup'>>) => Promise<void>;
  readonly move: (id: string, to: number) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly write: (id: string, hasPicture: boolean) => Promise<void>;
  /** Imports a preset from a file; with an image it becomes `pending`. */
  readonly read: () => Promise<void>;
  /** Says that the person of the pending one agrees. */
  readonly agree: () => Promise<void>;
  /** Adds the pending one without its image. */
  readonly addWithout: () => Promise<void>;
  /** Gives the pending one up. */
  readonly dismiss: () => void;
}

/** See {@link PresetsState}. */
export type PresetsStore = StoreApi<PresetsState>;

/** Dependencies of the store. */
export interface PresetsStoreDependencies {
  readonly bridge: Bridge<Ipc>;
  /** Makes a character of a file whose person agrees. */
  readonly adopt: (fileId: string) => Promise<{ readonly id: string }>;
}

/** Makes the store and listens to main; it is empty until `refresh`. */
export function createPresetsStore({ bridge, adopt }: PresetsStoreDependencies): PresetsStore {
  const store = createStore<PresetsState>()((set, get) => ({
    presets: [],
    pending: null,
    refresh: async () => set({ presets: await bridge.call('presets.list', {}) }),
    add: async (name, setup) => set({ presets: await bridge.call('presets.add', { name, setup }) }),
    change: async (id, patch) =>
      set({ presets: await bridge.call('presets.change', { id, ...patch }) }),
    move: async (id, to) => set({ presets: await bridge.call('presets.move', { id, to }) }),
    remove: async (id) => set({ presets: await bridge.call('presets.remove', { id }) }),
    write: async (id, hasPicture) => {
      await bridge.call('presets.export', { id, hasPicture });
    },
    read: async () => {
      const imported = await bridge.call('presets.import', {});
      if (imported?.picture === null) {
        await get().add(imported.name, imported.setup);
      } else {
        set({ pending: imported });
      }
    },
    agree: async () => {
      const { pending } = get();
      if (pending !== null && pending.picture !== null) {
        const { id: characterId } = await adopt(pending.picture.id);
        await get().add(pending.name, { ...pending.setup, characterId });
        get().dismiss();
      }
    },
    addWithout: async () => {
      const { pending } = get();
      if (pending !== null) {
        await get().add(pending.name, pending.setup);
        get().dismiss();
      }
    },
    dismiss: () => {
      set({ pending: null });
      void bridge.call('presets.end_import', {});
    },
  }));
  bridge.on('presets.changed', (presets) => store.setState({ presets }));
  return store;
}
