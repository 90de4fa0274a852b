import { SerialQueue } from '../../base/serial-queue.ts';
import type { ControlChoice, ControlState } from '../../contract/control.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ControlView } from '../../contract/ipc/control.ts';
import type { LiveAction } from '../../contract/live-action.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import { ConsentQuestion } from './consent-question.ts';
import type { ControlClients } from './control-clients.ts';
import { type ControlHandler, toPermissions } from './control-connection.ts';
import { type ControlMethodDependencies, createControlHandler } from './control-methods.ts';
import { ControlServer } from './control-server.ts';
import { LiveActions, type LiveActionDependencies } from './live-actions.ts';

/** Dependencies of {@link Control}. */
export interface ControlDependencies
  extends
    Pick<ControlMethodDependencies, 'listCharacters' | 'listPresets' | 'readVoices'>,
    Omit<LiveActionDependencies, 'ask'> {
  readonly clients: ControlClients;
  readonly emit: Emit<Ipc>;
  /** Focuses the window, because the user is asked something. */
  readonly focusWindow: () => void;
  /** Called when the page reports its state, or is gone. */
  readonly onState: (state: ControlState) => void;
}

/** State before the page has reported one. */
const unknownState: ControlState = {
  live: 'off',
  output: 'preview',
  is_covered: false,
  is_muted: false,
  is_passthrough: false,
  is_recording: false,
  replay_seconds: 0,
  character_id: null,
  preset_id: null,
  voice: 'off',
  voice_id: null,
};

/** Control of Guise from outside its window. The API listens once {@link Control.setChoice} was called. */
export class Control {
  readonly calls: AreaHandlers<'control'>;
  readonly #dependencies: ControlDependencies;
  readonly #question: ConsentQuestion;
  readonly #actions: LiveActions;
  readonly #handle: ControlHandler;
  #state = unknownState;
  #server: ControlServer | null = null;
  #choice: ControlChoice = { isOn: false, port: 0 };
  #listening: Pick<ControlView, 'state' | 'port'> = { state: 'off', port: 0 };
  /** Changes of the listener happen one after the other. */
  readonly #queue = new SerialQueue();
  #isStopped = false;

  constructor(dependencies: ControlDependencies) {
    const { emit } = dependencies;
    this.#dependencies = dependencies;
    this.#question = new ConsentQuestion(() => {
      if (this.#question.shown() !== null) {
        dependencies.focusWindow();
      }
      this.#announce();
    });
    this.#actions = new LiveActions({
      ...dependencies,
      ask: (id, action) => emit('control.asked', { id, action }),
    });
    this.#handle = createControlHandler({
      ...dependencies,
      readState: () => this.#state,
      run: (action) => this.run(action),
    });
    this.calls = this.#createCalls();
  }

  /** Makes the page perform an action; throws its error. */
  run(action: LiveAction): Promise<void> {
    return this.#actions.run(action);
  }

  /** Applies the listener settings. */
  setChoice(choice: ControlChoice): void {
    this.#queue
      .run(() => this.#apply(choice))
      .catch((error: unknown) =>
        this.#dependencies.log('error', 'control.not_followed', { error }),
      );
  }

  pageLeft(): void {
    this.#actions.pageLeft();
    this.#setState(unknownState);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#queue.idle();
    await this.#server?.close();
  }

  #createCalls(): AreaHandlers<'control'> {
    const { clients } = this.#dependencies;
    return {
      'control.read': async () => this.#describe(),
      'control.answer': async ({ id, isAllowed }) => {
        this.#question.answer(id, isAllowed);
        return null;
      },
      'control.revoke': async ({ id }) => {
        clients.revoke(id);
        this.#server?.disconnect(id);
        this.#announce();
        return null;
      },
      'control.permit': async ({ id, allowsPassthrough }) => {
        const permissions = toPermissions(clients.permit(id, allowsPassthrough));
        this.#server?.sendTo(id, { event: 'permissions_changed', permissions });
        this.#announce();
        return null;
      },
      'control.acted': async ({ id, error }) => {
        this.#actions.acted(id, error);
        return null;
      },
      'control.report': async ({ state }) => {
        this.#setState(state);
        return null;
      },
    };
  }

  #describe(): ControlView {
    const connected = this.#server?.connectedIds() ?? new Set();
    return {
      ...this.#listening,
      clients: this.#dependencies.clients
        .list()
        .map(({ id, name, allowsPassthrough, allowedAtMs }) => ({
          id,
          name,
          allowsPassthrough,
          allowedAtMs,
          isConnected: connected.has(id),
        })),
      question: this.#question.shown(),
    };
  }

  #announce(): void {
    if (!this.#isStopped) {
      this.#dependencies.emit('control.changed', this.#describe());
    }
  }

  #setState(state: ControlState): void {
    this.#state = state;
    this.#server?.publish(state);
    this.#dependencies.onState(state);
  }

  /** Closes the current listener and opens the configured one. */
  async #apply(choice: ControlChoice): Promise<void> {
    const { isOn, port } = choice;
    if (this.#choice.isOn === isOn && this.#choice.port === port) {
      return;
    }
    this.#choice = choice;
    await this.#server?.close();
    this.#server = null;
    this.#listening = { state: 'off', port };
    if (isOn) {
      await this.#listen(port);
    }
    this.#announce();
  }

  async #listen(port: number): Promise<void> {
    const { clients, log } = this.#dependencies;
    const server = new ControlServer({
      clients,
      question: this.#question,
      handle: this.#handle,
      log,
      onClients: () => this.#announce(),
    });
    try {
      await server.listen(port);
      this.#server = server;
      this.#listening = { state: 'listening', port };
    } catch (error) {
      log('warn', 'control.not_listening', { port, error });
      this.#listening = { state: 'failed', port };
    }
  }
}
