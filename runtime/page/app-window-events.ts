import type { EventEmitter } from 'node:events';
import type { FromPage } from '../agents/messages.ts';
import type { Page } from './page.ts';
import type { WindowFrame } from './window-frame.ts';

/** Events of a window, with their arguments. */
export interface AppWindowEvents {
  /** Page and frame are there; the first request has not been sent. */
  readonly opened: [Page, WindowFrame];
  readonly closed: [];
  readonly 'agent-message': [FromPage];
  /** The page may have another window, with these options. */
  readonly 'window-allowed': [details: { readonly url: string }, options: object];
}

/** A window as its watchers see it: its events, and its page once it is there. */
export type WatchedWindow = Pick<EventEmitter<AppWindowEvents>, 'on' | 'off'> & {
  readonly page: Page | null;
};
