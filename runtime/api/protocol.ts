import { logBug } from '../log.ts';
import { addScheme, isKnownScheme } from '../page/app-url.ts';
import type { SchemeHandler } from '../page/request-router.ts';
import { router } from '../routing.ts';

/** A scheme with its privileges. */
export interface CustomScheme {
  readonly scheme: string;
  readonly privileges?: Readonly<Record<string, boolean>>;
}

/**
 * Electron's `protocol`. Inside the browser every scheme is a secure, standard https origin with
 * fetch, streaming and storage, so all privileges are there whether asked for or not.
 */
export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly CustomScheme[]): void {
    for (const { scheme } of schemes) {
      addScheme(scheme);
    }
  },

  handle(scheme: string, handler: SchemeHandler): void {
    if (!isKnownScheme(scheme)) {
      addScheme(scheme);
    }
    if (router.findHandler(scheme) !== null) {
      throw new Error(`Failed to register protocol: ${scheme} is already registered`);
    }
    void router.setHandler(scheme, handler).catch(logBug);
  },

  unhandle(scheme: string): void {
    if (router.findHandler(scheme) === null) {
      throw new Error(`Failed to unhandle protocol: ${scheme}`);
    }
    void router.setHandler(scheme, null).catch(logBug);
  },

  isProtocolHandled(scheme: string): boolean {
    return router.findHandler(scheme) !== null;
  },
};
