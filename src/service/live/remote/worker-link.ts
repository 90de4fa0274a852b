/**
 * The connection between a live worker on another machine and a node. The worker opens it, so its machine needs no port that
 * others reach, and opens another one, to whatever node answers, when it is lost.
 *
 *   worker                                     node
 *   upgrade, with the key ───────────────────▶ it has one worker more
 *   hears pings, which say that the node runs ◀── ping ── pong ──▶ the worker runs
 *   JSON texts, parsed at the node ──────────▶ what a live worker says (`worker/worker-messages.ts`)
 *   bytes as V8 writes a structured clone ◀─── what it is told: whoever works for a node trusts it
 *
 * A process connects once it is ready: its modules and networks are loaded. A connection is one worker and has one session at a
 * time. A node that has no use for the process any more, because it is worn out or does not answer, closes with {@link REPLACE}:
 * the worker starts another process and comes back.
 */

/** Path at which nodes accept workers, under the base address of the API. */
export const WORKERS_PATH = '/live-workers';

/** Header with the version of what both say: a node takes workers that have its own, because bytes of another are no messages to it. */
export const VERSION_HEADER = 'guise-worker-version';

/** Goes up with every change of `worker/worker-messages.ts` that the other side would not understand. */
export const LINK_VERSION = '1';

/** Header with the number of sessions that the process had, at whatever node: it wears out, not its connection. */
export const SESSIONS_HEADER = 'guise-worker-sessions';

/** Close code of a node that wants another process in the place of this one. */
export const REPLACE = 4001;

/** Close code of a worker that is drained: its session goes to another one, and nothing is wrong with it. */
export const DRAINED = 4002;

/** Interval of a node's pings. */
export const PING_MS = 2000;

/** A side that heard nothing of the other for so long has lost it. */
export const SILENCE_MS = 7000;

/**
 * Longest time for which a worker covers a room without an engine. A node that is lost is replaced within ten seconds, where its
 * client comes back; its engine takes up to a minute where it is busy.
 */
export const COVERED_MS = 90_000;
