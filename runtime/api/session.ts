import { EventEmitter } from 'node:events';
import { guard, guardInstances } from './class-guard.ts';
import { protocol } from './protocol.ts';
import { supported } from '../supported.ts';

/** Electron's `Session`; there is one, that of the app's profile. */
export class Session extends EventEmitter {
  readonly protocol = protocol;
}

guardInstances('Session', Session);

/** Electron's `session` module. */
export const session = guard('session', { defaultSession: new Session() }, supported.main.session);
