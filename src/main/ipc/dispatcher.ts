import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AppError, toWireError } from '../../base/errors.ts';
import type { CallName, IpcHandlers, IpcContract, Reply } from '../../contract/ipc/kit.ts';
import { parseInput } from './parse-input.ts';
import { jitless } from './jitless.ts';

/** A received call before its validation. */
export interface IncomingCall {
  readonly name: unknown;
  readonly input: unknown;
  /** True when the sender is the main frame of our own window and shows our own origin. */
  readonly isTrusted: boolean;
}

/** Log entry of a refused or failed call. Never contains the page's input. */
export interface FailedCall {
  readonly requestId: string;
  readonly call: string;
  readonly code: string;
  /** Set only when the failure is a bug. */
  readonly bug?: unknown;
}

/**
 * Dispatcher of calls: checks the sender, parses the input, runs the handler, parses the output. Never throws:
 * every outcome is a {@link Reply}. The text of a bug goes to `report` only; the page gets the id under which
 * it is logged.
 */
export function createIpcDispatcher<C extends IpcContract>(
  contract: C,
  handlers: IpcHandlers<C>,
  report: (failed: FailedCall) => void,
): (incoming: IncomingCall) => Promise<Reply> {
  return async ({ name, input, isTrusted }) => {
    const requestId = randomUUID();
    try {
      if (!isTrusted) {
        throw new AppError('forbidden', 'Only the window of Guise may call.');
      }
      if (!isCallName(contract, name)) {
        throw new AppError('invalid_input', 'There is no call of this name.');
      }
      return { ok: true, value: await answer(contract, handlers, name, input) };
    } catch (error) {
      const isPlanned = error instanceof AppError;
      const wire = toWireError(error);
      const call = isTrusted && isCallName(contract, name) ? name : 'unknown';
      report({ requestId, call, code: wire.code, ...(isPlanned ? {} : { bug: error }) });
      return { ok: false, error: isPlanned ? wire : { ...wire, details: { requestId } } };
    }
  };
}

function isCallName<C extends IpcContract>(contract: C, name: unknown): name is CallName<C> {
  return typeof name === 'string' && Object.hasOwn(contract.calls, name);
}

async function answer<C extends IpcContract, N extends CallName<C>>(
  contract: C,
  handlers: IpcHandlers<C>,
  name: N,
  rawInput: unknown,
): Promise<unknown> {
  const calls: C['calls'] = contract.calls;
  const shape: C['calls'][N] = calls[name];
  const input = parseInput<C['calls'][N]['input']>(shape.input, rawInput, name);
  return z.parse(shape.output, await handlers[name](input), jitless);
}
