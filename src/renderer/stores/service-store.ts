import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WireError } from '../../base/errors.ts';
import type { EmbeddedState, Recovery } from '../../contract/embedded.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';

/** The service that runs on this computer, as main has it. */
export interface ServiceState {
  readonly embedded: EmbeddedState;
  /** Asks main for the state. */
  readonly refresh: () => Promise<void>;
  /** Restarts it after a failure; the outcome arrives as a state. */
  readonly restart: (recovery?: Recovery) => Promise<void>;
}

/** See {@link ServiceState}. */
export type ServiceStore = StoreApi<ServiceState>;

/** Kind of a failure that prevents the service from running, as far as it has a specific remedy. */
export function toFailureKind({
  code,
  details,
}: WireError): 'in_use' | 'damaged' | 'storage' | 'other' {
  if (details?.['reason'] === 'store_in_use') {
    return 'in_use';
  }
  if (details?.['reason'] === 'store_damaged') {
    return 'damaged';
  }
  return code === 'storage_failed' ? 'storage' : 'other';
}

/** Time of a damaged database's good backup, in Unix milliseconds; null when there is none. */
export function toBackupMs({ details }: WireError): number | null {
  const at = details?.['backup_at_ms'];
  return typeof at === 'number' ? at : null;
}

/** The folder that a failure is about, where it names one. */
export function toFolder({ details }: WireError): string | undefined {
  const folder = details?.['folder'];
  return typeof folder === 'string' ? folder : undefined;
}

/** Makes the store of the embedded service and listens to main; until `refresh` it counts as starting. */
export function createServiceStore(bridge: Bridge<Ipc>): ServiceStore {
  const store = createStore<ServiceState>()((set) => ({
    embedded: { state: 'starting' },
    refresh: async () => set({ embedded: await bridge.call('service.read', {}) }),
    restart: async (recovery) =>
      set({ embedded: await bridge.call('service.restart', { recovery }) }),
  }));
  bridge.on('service.changed', (embedded) => store.setState({ embedded }));
  return store;
}
