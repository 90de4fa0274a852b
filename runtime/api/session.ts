import { EventEmitter } from 'node:events';
import { findBrowser } from '../start-browser.ts';
import { supported } from '../supported.ts';
import { guard, guardInstances } from './class-guard.ts';
import {
  type PermissionCheckHandler,
  type PermissionRequestHandler,
  PermissionRules,
} from './permissions.ts';
import { protocol } from './protocol.ts';
import { WebRequest } from './web-request.ts';

/** The permission rules of the one session there is. */
export const permissionRules = new PermissionRules();

/** Electron's `Session`; there is one, that of the app's profile. */
export class Session extends EventEmitter {
  readonly protocol = guard('protocol', protocol, supported.main.protocol);

  readonly webRequest = new WebRequest();

  /** Asked when a page of an origin is about to load, not at the moment of the request. */
  setPermissionRequestHandler(handler: PermissionRequestHandler | null): void {
    permissionRules.setRequestHandler(handler);
  }

  setPermissionCheckHandler(handler: PermissionCheckHandler | null): void {
    permissionRules.setCheckHandler(handler);
  }

  getUserAgent(): string {
    return findBrowser()?.userAgent ?? '';
  }

  /** Chromium's own profile keeps what a page stores. */
  isPersistent(): boolean {
    return true;
  }
}

guardInstances('Session', Session);

/** Electron's `session` module. */
export const session = guard('session', { defaultSession: new Session() }, supported.main.session);
