import * as z from 'zod';
import { wireErrorSchema } from '../wire-error.ts';

/** One call from the page to main. */
export interface CallShape {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** All calls and events between the page and main. */
export interface IpcContract {
  /** The page asks, main answers. */
  readonly calls: Readonly<Record<string, CallShape>>;
  /** Events from main to the page. */
  readonly events: Readonly<Record<string, z.ZodType>>;
}

/** Keeps the literal names of a contract for the types below. */
export function defineIpc<const C extends IpcContract>(contract: C): C {
  return contract;
}

/** Name of a call of a contract. */
export type CallName<C extends IpcContract> = keyof C['calls'] & string;
/** Name of an event of a contract. */
export type EventName<C extends IpcContract> = keyof C['events'] & string;
/** Input of a call, before parsing. */
export type CallInput<C extends IpcContract, N extends CallName<C>> = z.input<
  C['calls'][N]['input']
>;
/** Output of a call, after parsing. */
export type CallOutput<C extends IpcContract, N extends CallName<C>> = z.output<
  C['calls'][N]['output']
>;
/** Payload of an event, after parsing. */
export type EventPayload<C extends IpcContract, N extends EventName<C>> = z.output<C['events'][N]>;

/** Main's side: one function per call. A missing or wrongly typed one does not compile. */
export type IpcHandlers<C extends IpcContract> = {
  readonly [N in CallName<C>]: (
    input: z.output<C['calls'][N]['input']>,
  ) => Promise<z.input<C['calls'][N]['output']>>;
};

/** The page's side. */
export interface Bridge<C extends IpcContract> {
  /** Asks main. Rejects with `AppError`. */
  call<N extends CallName<C>>(name: N, input: CallInput<C, N>): Promise<CallOutput<C, N>>;
  /** Listens to an event; the returned function ends it. */
  on<N extends EventName<C>>(name: N, listener: (payload: EventPayload<C, N>) => void): () => void;
}

/** Object that the preload script exposes to the page: names and payloads are checked on both sides. */
export interface RawBridge {
  call(name: string, input: unknown): Promise<unknown>;
  on(name: string, listener: (payload: unknown) => void): () => void;
  /** Passes a `File` of a drop or a chooser to main, which answers with its description as a {@link Reply}. */
  addFile(file: unknown): Promise<unknown>;
}

/**
 * Reply of a call. Electron does not transfer the class of an error, so every reply states whether it
 * succeeded.
 */
export const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: wireErrorSchema }),
]);

/** See {@link replySchema}. */
export type Reply = z.output<typeof replySchema>;
