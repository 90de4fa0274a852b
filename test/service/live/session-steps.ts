import * as fc from 'fast-check';

/** Weights of the steps of live sessions; see `SessionModel`. */
const weights = {
  open: 8,
  openTogether: 2,
  join: 8,
  leave: 2,
  start: 8,
  tick: 8,
  end: 4,
  cancel: 2,
  keep: 4,
  wait: 6,
  reap: 4,
  recover: 1,
  run: 2,
  pay: 2,
  spend: 2,
  delete: 1,
} as const;

/** A kind of step. */
export type SessionStepKind = keyof typeof weights;

/** One step of a random history. The numbers select among the existing items. */
export interface SessionStep {
  readonly kind: SessionStepKind;
  readonly pick: number;
  readonly choice: number;
  readonly flag: boolean;
  /** A duration in milliseconds, for streaming, waiting and payments. */
  readonly ms: number;
}

const kinds = Object.entries(weights).map(([kind, weight]) => ({
  weight,
  arbitrary: fc.constant(kind as SessionStepKind),
}));

/** Lengths around the edges of tenths, leases, expiry and the cap, and any others. */
const anyMs = fc.oneof(
  fc.constantFrom(0, 1, 99, 100, 101, 59_999, 60_000, 60_001, 119_999, 120_000, 600_000, 3_600_000),
  fc.nat(200_000),
);

/** Any {@link SessionStep}; steps that advance sessions are the most frequent. */
export const anySessionStep: fc.Arbitrary<SessionStep> = fc.record({
  kind: fc.oneof(...kinds),
  pick: fc.nat(30),
  choice: fc.nat(11),
  flag: fc.boolean(),
  ms: anyMs,
});
