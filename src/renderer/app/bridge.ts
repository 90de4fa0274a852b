import * as z from 'zod';
import { AppError, fromWireError } from '../../base/errors.ts';
import { bridgeKey } from '../../contract/ipc/channels.ts';
import { type Ipc, ipc } from '../../contract/ipc/contract.ts';
import { type ChosenFile, chosenFileSchema } from '../../contract/ipc/files.ts';
import {
  type Bridge,
  type CallInput,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
  type IpcContract,
  type RawBridge,
  replySchema,
} from '../../contract/ipc/kit.ts';

declare global {
  interface Window {
    /** Set by the preload script before any script of the page runs. */
    readonly [bridgeKey]?: RawBridge;
  }
}

/**
 * Turns the untyped bridge of the preload script into a typed one. Replies and events are parsed, so a
 * main process of another version cannot put a surprise into the page.
 *
 * @param findRaw asked at every use, so that the bridge may be made before the page has one (tests).
 */
export function createBridge<C extends IpcContract>(
  contract: C,
  findRaw: () => RawBridge | undefined,
): Bridge<C> {
  const raw = (): RawBridge => {
    const found = findRaw();
    if (found === undefined) {
      throw new AppError('internal_error', 'This page was opened outside of Guise.');
    }
    return found;
  };
  const calls: C['calls'] = contract.calls;
  const events: C['events'] = contract.events;
  return {
    async call<N extends CallName<C>>(name: N, input: CallInput<C, N>): Promise<CallOutput<C, N>> {
      const shape: C['calls'][N] = calls[name];
      const reply = replySchema.safeParse(await raw().call(name, input));
      if (!reply.success) {
        throw new AppError('bad_reply', `The reply to ${name} has no known form.`);
      }
      if (!reply.data.ok) {
        throw fromWireError(reply.data.error);
      }
      return parseArrival<C['calls'][N]['output']>(name, shape.output, reply.data.value);
    },
    on<N extends EventName<C>>(
      name: N,
      listener: (payload: EventPayload<C, N>) => void,
    ): () => void {
      return raw().on(name, (payload) => {
        listener(parseArrival<C['events'][N]>(name, events[name], payload));
      });
    },
  };
}

function parseArrival<S extends z.ZodType>(name: string, schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) {
    throw new AppError('bad_reply', `What arrived for ${name} is not what the contract says.`, {
      cause: parsed.error,
    });
  }
  return parsed.data;
}

/**
 * Passes a file of a drop or a chooser to main, which inspects it. Its path and bytes are never part of the
 * page's calls.
 */
export async function addFile(file: File): Promise<ChosenFile> {
  const reply = replySchema.safeParse(await window[bridgeKey]?.addFile(file));
  if (!reply.success) {
    throw new AppError('bad_reply', 'The reply to a file has no known form.');
  }
  if (!reply.data.ok) {
    throw fromWireError(reply.data.error);
  }
  return parseArrival('a file', chosenFileSchema, reply.data.value);
}

/** The page's only way to main. */
export const bridge: Bridge<Ipc> = createBridge(ipc, () => window[bridgeKey]);
