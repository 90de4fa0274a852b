/** The control API with a page that carries out every action. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../support/without-electron.ts';
import { expect } from 'vitest';
import { type AppError, toWireError } from '../../src/base/errors.ts';
import type { ControlView } from '../../src/contract/ipc/control.ts';
import type { LiveAction } from '../../src/contract/live-action.ts';
import type { ControlClients as Clients } from '../../src/main/control/control-clients.ts';
import type { Control as AppControl } from '../../src/main/control/control.ts';
import { findFreePort } from '../support/free-port.ts';

const { openStoredFile } = await import('../../src/main/files/stored-file.ts');
const { ControlClients, controlFileSchema } =
  await import('../../src/main/control/control-clients.ts');
const { Control } = await import('../../src/main/control/control.ts');

/** App under test, with the calls to its page and their behaviour. */
export interface ControlApp {
  readonly control: AppControl;
  readonly clients: Clients;
  readonly port: number;
  readonly folder: string;
  /** Requested actions of the page, which carries them out unless `refusal` is set, and does nothing while it hangs. */
  readonly requested: LiveAction[];
  readonly secrets: string[];
  /** Sessions that ended without the page. */
  readonly ended: string[];
  /** Logged entries; `faults`: those logged as errors. */
  readonly logged: unknown[];
  readonly faults: unknown[];
  refusal: AppError | null;
  isHanging: boolean;
  /** True when the window refuses messages. */
  isBroken: boolean;
  view: ControlView | null;
  covers: number;
  focused: number;
  readonly close: () => Promise<void>;
}

/** Listens on a free port. */
export async function openControlApp(): Promise<ControlApp> {
  const folder = mkdtempSync(join(tmpdir(), 'guise-control-'));
  const secrets: string[] = [];
  const clients = new ControlClients(
    openStoredFile({
      folder,
      name: 'control',
      schema: controlFileSchema,
      onSetAside: () => undefined,
    }),
    (key) => secrets.push(key),
  );
  const requested: LiveAction[] = [];
  const ended: string[] = [];
  const logged: unknown[] = [];
  const faults: unknown[] = [];
  const control = new Control({
    clients,
    emit: (name, payload) => {
      if (app.isBroken) {
        throw new Error('Object has been destroyed');
      }
      if (name === 'control.changed') {
        app.view = payload as ControlView;
      } else if (name === 'control.asked' && !app.isHanging) {
        const { id, action } = payload as { id: number; action: LiveAction };
        requested.push(action);
        const error = app.refusal === null ? null : toWireError(app.refusal);
        void control.calls['control.acted']({ id, error });
      }
    },
    cover: () => (app.covers += 1),
    live: { endSession: () => ended.push('session') },
    microphone: { rest: () => ended.push('microphone') },
    changer: { pageLeft: () => ended.push('voice') },
    focusWindow: () => (app.focused += 1),
    listCharacters: () => [
      { id: 'lisa', name: 'Lisa', url: 'media/a', pictureUrl: null, isBuiltIn: true },
    ],
    listPresets: () => [],
    readVoices: async () => ({
      voices: [{ id: 'warm', name: 'Warm', description: '' }],
      costPerMinuteUsd: 0,
    }),
    onState: () => undefined,
    log: (level, event, facts) => {
      logged.push({ level, event, facts });
      if (level === 'error') {
        faults.push({ event, facts });
      }
    },
  });
  const app: ControlApp = {
    control,
    clients,
    port: await findFreePort(),
    folder,
    requested,
    ended,
    logged,
    secrets,
    faults,
    refusal: null,
    isHanging: false,
    isBroken: false,
    view: null,
    covers: 0,
    focused: 0,
    close: async () => {
      await control.stop();
      rmSync(folder, { recursive: true });
    },
  };
  control.setChoice({ isOn: true, port: app.port });
  await expect.poll(() => app.view?.state).toBe('listening');
  return app;
}
