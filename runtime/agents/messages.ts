/**
 * Messages between main and the agent in a page's isolated world. Both directions use the codec and keep their
 * order.
 */

/** Messages of the page's agent to main. */
export type FromPage =
  | { readonly t: 'ready' }
  | { readonly t: 'preload_error'; readonly error: unknown }
  | { readonly t: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | {
      readonly t: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly args: readonly unknown[];
    }
  | {
      readonly t: 'post';
      readonly channel: string;
      readonly message: unknown;
      readonly ports: readonly string[];
    }
  | PortMessage
  | PortClosed
  | { readonly t: 'file_path'; readonly id: number; readonly file: number }
  | {
      readonly t: 'open_link';
      readonly url: string;
      readonly disposition: 'background-tab' | 'foreground-tab' | 'new-window';
    }
  | { readonly t: 'title'; readonly title: string }
  | { readonly t: 'window'; readonly event: 'focus' | 'blur' | 'resize' | 'visibility' };

/** Messages of main to the page's agent. */
export type ToPage =
  | { readonly t: 'event'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly t: 'result'; readonly id: number; readonly isOk: boolean; readonly value: unknown }
  | {
      readonly t: 'ports';
      readonly channel: string;
      readonly message: unknown;
      readonly ports: readonly string[];
    }
  | PortMessage
  | PortClosed
  | { readonly t: 'guard'; readonly isArmed: boolean };

/** A message of one end of an emulated port; `ports` are ids of ports that move with it. */
export interface PortMessage {
  readonly t: 'port';
  readonly id: string;
  readonly message: unknown;
  readonly ports: readonly string[];
}

/** Reports that one end of an emulated port was closed. */
export interface PortClosed {
  readonly t: 'port_closed';
  readonly id: string;
}

/** Facts that are written into the agents' source; JSON only. */
export interface AgentFacts {
  /** Name of the events between the two worlds; unknown to the page. */
  readonly secret: string;
  /** Names of the globals of the isolated world. */
  readonly binding: string;
  readonly receiver: string;
  readonly preloadPath: string;
  readonly process: {
    readonly platform: string;
    readonly arch: string;
    readonly versions: Readonly<Record<string, string>>;
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  /** True when browser shortcuts such as reload and print stay with the browser. */
  readonly hasBrowserKeys: boolean;
  /** Members of the renderer's modules, from `supported.ts`. */
  readonly members: Readonly<Record<string, readonly string[]>>;
}
