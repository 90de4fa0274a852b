import * as fc from 'fast-check';

/** Weights of the steps of a queue; see `QueueModel`. */
const weights = {
  submit: 8,
  claim: 8,
  claimTogether: 3,
  heartbeat: 3,
  progress: 2,
  finish: 8,
  fail: 2,
  die: 3,
  loseClaim: 3,
  giveBack: 2,
  cancel: 3,
  cancelInRace: 2,
  delete: 2,
  advance: 6,
  wait: 5,
  setBack: 1,
  reap: 4,
  bringForward: 1,
  restart: 1,
  send: 4,
  sendLate: 2,
  overtake: 2,
  resend: 1,
  settleClock: 1,
} as const;

/** A kind of step. */
export type QueueStepKind = keyof typeof weights;

/** One step of a random history. The numbers select among the existing items. */
export interface QueueStep {
  readonly kind: QueueStepKind;
  readonly pick: number;
  readonly choice: number;
  readonly flag: boolean;
}

const kinds = Object.entries(weights).map(([kind, weight]) => ({
  weight,
  arbitrary: fc.constant(kind as QueueStepKind),
}));

/** Any {@link QueueStep}; steps that advance jobs are the most frequent. */
export const anyQueueStep: fc.Arbitrary<QueueStep> = fc.record({
  kind: fc.oneof(...kinds),
  pick: fc.nat(60),
  choice: fc.nat(11),
  flag: fc.boolean(),
});
