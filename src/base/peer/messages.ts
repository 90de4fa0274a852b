import type { WireError } from '../errors.ts';

/** To the end that answers. A call without a number wants no answer. */
export type PeerCall =
  | {
      readonly type: 'ask';
      readonly call: number | null;
      readonly method: string;
      readonly question: unknown;
    }
  | { readonly type: 'abort'; readonly call: number };

/** From that end: any number of times how far a call is, then once how it ended. */
export type PeerReply =
  | { readonly type: 'progress'; readonly call: number; readonly progress: unknown }
  | {
      readonly type: 'answer';
      readonly call: number;
      readonly method: string;
      readonly answer: unknown;
    }
  | { readonly type: 'refused'; readonly call: number; readonly error: WireError };
