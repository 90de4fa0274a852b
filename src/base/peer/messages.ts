import type { WireError } from '../errors.ts';

/** Message to the answering side. A call without a number expects no answer. */
export type PeerCall =
  | {
      readonly type: 'ask';
      readonly call: number | null;
      readonly method: string;
      readonly question: unknown;
    }
  | { readonly type: 'abort'; readonly call: number };

/** Message from the answering side: any number of progress reports of a call, then its outcome once. */
export type PeerReply =
  | { readonly type: 'progress'; readonly call: number; readonly progress: unknown }
  | {
      readonly type: 'answer';
      readonly call: number;
      readonly method: string;
      readonly answer: unknown;
    }
  | { readonly type: 'refused'; readonly call: number; readonly error: WireError };
