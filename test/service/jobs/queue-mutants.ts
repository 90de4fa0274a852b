import {
  isInsertInto,
  isSelectOf,
  isUpdateOf,
  type Mutant,
  OtherValues,
  WithoutCondition,
  OtherOrder,
  WithoutUpdate,
} from '../store/mutants.ts';

/** Faults of the queue and the outbox that the model has to notice. */
export const queueMutants: readonly Mutant[] = [
  {
    name: 'a worker whose claim was lost ends the job',
    hits: isUpdateOf('jobs', 'finished_at_ms'),
    change: new WithoutCondition('fence'),
  },
  {
    name: 'a worker whose claim was lost parks the job',
    hits: isUpdateOf('jobs', 'preview_key'),
    change: new WithoutCondition('fence'),
  },
  {
    name: 'progress of a lost claim is written',
    hits: isUpdateOf('jobs', 'progress'),
    change: new WithoutCondition('fence'),
  },
  {
    name: 'a heartbeat extends leases of other services',
    hits: isUpdateOf('jobs', 'lease_until_ms'),
    change: new WithoutCondition('lease_owner'),
  },
  {
    name: 'a heartbeat revives what is not leased',
    hits: isUpdateOf('jobs', 'lease_until_ms'),
    change: new WithoutCondition('queue_state'),
  },
  {
    name: 'a retry does not wait',
    hits: isSelectOf('jobs'),
    change: new WithoutCondition('run_after_ms'),
  },
  {
    name: 'a retry is not put off',
    hits: isUpdateOf('jobs', 'run_after_ms'),
    change: new WithoutUpdate('run_after_ms'),
  },
  {
    name: 'a claim that was given back counts as a try',
    hits: isUpdateOf('jobs', 'attempt'),
    change: new WithoutUpdate('attempt'),
  },
  {
    name: 'the youngest job is claimed first',
    hits: isSelectOf('jobs'),
    change: new OtherOrder(),
  },
  {
    name: 'a worker gets what it cannot do',
    hits: isSelectOf('jobs'),
    change: new WithoutCondition('feature'),
  },
  {
    name: 'a clock that was set back moves every job',
    hits: isUpdateOf('jobs', 'run_after_ms'),
    change: new WithoutCondition('run_after_ms'),
  },
  {
    name: 'a webhook counts as delivered before it is sent',
    hits: isInsertInto('webhook_deliveries'),
    change: new OtherValues((row) =>
      row.map((value) => (value === 'pending' ? 'delivered' : value)),
    ),
  },
  {
    name: 'a webhook is sent by two senders',
    hits: (node) =>
      isSelectOf('webhook_deliveries')(node) ||
      isUpdateOf('webhook_deliveries', 'lease_until_ms')(node),
    change: new WithoutCondition('lease_until_ms'),
  },
  {
    name: 'a slow sender writes over its successor',
    hits: isUpdateOf('webhook_deliveries', 'attempt'),
    change: new WithoutCondition('lease_until_ms'),
  },
  {
    name: 'a webhook is sent before its time',
    hits: isSelectOf('webhook_deliveries'),
    change: new WithoutCondition('next_at_ms'),
  },
  {
    name: 'anybody sends the webhooks of others again',
    hits: isUpdateOf('webhook_deliveries', 'next_at_ms'),
    change: new WithoutCondition('account_id'),
  },
];
