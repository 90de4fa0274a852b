/** Message of the siege to the service under test. */
export type ToSiegeService =
  | { readonly type: 'start'; readonly folder: string; readonly aheadMs: number }
  | { readonly type: 'open_account'; readonly balanceUsd: number }
  /** Offset of the service's wall clock from the machine's. */
  | { readonly type: 'set_clock'; readonly aheadMs: number }
  | { readonly type: 'stop' };

/** Reply of the service. */
export type FromSiegeService =
  | { readonly type: 'started'; readonly baseUrl: string }
  /** The service could not start, and ends. */
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'account'; readonly accountId: string; readonly secret: string };
