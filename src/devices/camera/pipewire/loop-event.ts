import type { Koffi } from '../../native/load-library.ts';

/** A C function with one argument, and that argument. */
export interface LoopCall {
  readonly callee: unknown;
  readonly argument: unknown;
}

/** Offsets in `struct pw_loop`, `struct spa_interface` and `struct spa_loop_utils_methods` of 64-bit systems. */
const UTILS = 24;
const METHODS = 16;
const OBJECT = 24;
const ADD_EVENT = 40;
const SIGNAL_EVENT = 48;

/**
 * Prepares calls of a C function in the thread of a `struct pw_loop` (`pw_loop_add_event`, a macro of `pipewire/loop.h`);
 * each signal leads to a call, signals before it to the same one. Only before the thread starts. Other threads may signal
 * at any time: they neither wait for the loop nor meet it amid its work.
 */
export function addLoopEvent(koffi: Koffi, loop: unknown, call: LoopCall): () => void {
  const utils: unknown = koffi.decode(loop, UTILS, 'void*');
  const methods: unknown = koffi.decode(utils, METHODS, 'void*');
  const object: unknown = koffi.decode(utils, OBJECT, 'void*');
  const addEvent: unknown = koffi.decode(methods, ADD_EVENT, 'void*');
  const signalEvent: unknown = koffi.decode(methods, SIGNAL_EVENT, 'void*');
  const add = koffi.proto('void* (void*, void*, void*)');
  const signal = koffi.proto('int (void*, void*)');
  const source: unknown = koffi.call(addEvent, add, object, call.callee, call.argument);
  return () => void koffi.call(signalEvent, signal, object, source);
}
