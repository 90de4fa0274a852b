import {
  isInsertInto,
  isSelectOf,
  isUpdateOf,
  type Mutant,
  OtherValues,
  WithoutCondition,
  WithoutUpdate,
} from '../store/mutants.ts';

/** Faults of live sessions that the model has to notice. */
export const sessionMutants: readonly Mutant[] = [
  {
    name: 'a session is joined twice, or streams without being joined',
    hits: isUpdateOf('live_sessions', 'status'),
    change: new WithoutCondition('status'),
  },
  {
    name: 'an ended session goes on counting',
    hits: isUpdateOf('live_sessions', 'streamed_ms'),
    change: new WithoutCondition('status'),
  },
  {
    name: 'a stream holds nothing',
    hits: isUpdateOf('accounts', 'held_micros'),
    change: new WithoutUpdate('held_micros'),
  },
  {
    name: 'a stream begins without its money',
    hits: isUpdateOf('accounts', 'held_micros'),
    change: new WithoutCondition('balance_micros'),
  },
  {
    name: 'sessions of one account count for all',
    hits: isSelectOf('live_sessions'),
    change: new WithoutCondition('account_id'),
  },
  {
    name: 'a repeat with other parameters gets the same session',
    hits: isSelectOf('live_sessions'),
    change: new WithoutCondition('parameters'),
  },
  {
    name: 'a repeat gets a session that has expired, and nothing expires late',
    hits: isSelectOf('live_sessions'),
    change: new WithoutCondition('expires_at_ms'),
  },
  {
    name: 'a stream is lost while it reports',
    hits: isSelectOf('live_sessions'),
    change: new WithoutCondition('seen_at_ms'),
  },
  {
    name: 'a stream that reports is not seen',
    hits: isUpdateOf('live_sessions', 'seen_at_ms'),
    change: new WithoutUpdate('seen_at_ms'),
  },
  {
    name: 'a session is made longer than it was asked for',
    hits: isInsertInto('live_sessions'),
    change: new OtherValues((row) => row.map((value) => (value === 60 ? 61 : value))),
  },
  {
    name: 'an old token still counts',
    hits: isUpdateOf('live_sessions', 'token_hash'),
    change: new WithoutUpdate('token_hash'),
  },
];
