/**
 * Connection between a live worker on another machine and a node. The worker opens it, so its machine needs no reachable
 * port. After a loss the worker opens another connection, to any node that answers.
 *
 *   worker                                     node
 *   upgrade, with the key ───────────────────▶ the node has one more worker
 *   pings show that the node runs ◀── ping ── pong ──▶ pongs show that the worker runs
 *   JSON texts, parsed at the node ──────────▶ messages of the worker (`worker/worker-messages.ts`)
 *   structured clones, serialised by V8 ◀───── messages to the worker, which trusts its node
 *
 * A process connects once its modules and networks are loaded. A connection is one worker and has one session at a time.
 * A node closes the connection with {@link REPLACE} when the process is worn out or does not answer: the worker then
 * starts another process and connects again.
 */

/** Path at which nodes accept workers, under the base address of the API. */
export const WORKERS_PATH = '/live-workers';

/** Header with the version of the messages: a node accepts only workers of its own version. */
export const VERSION_HEADER = 'guise-worker-version';

/** Version of the messages; increases with every incompatible change of `worker/worker-messages.ts`. */
export const LINK_VERSION = '1';

/** Header with the number of sessions that the process has had at all nodes, since processes wear out. */
export const SESSIONS_HEADER = 'guise-worker-sessions';

/** Close code of a node that asks for another process. */
export const REPLACE = 4001;

/** Close code of a drained worker: its session goes to another worker, without a failure. */
export const DRAINED = 4002;

/** Interval of a node's pings. */
export const PING_MS = 2000;

/** Silence after which a side considers the connection lost. */
export const SILENCE_MS = 7000;

/**
 * Longest time for which a worker covers a room without an engine. A lost node is replaced within ten seconds if its
 * client reconnects; the new engine takes up to a minute on a busy node.
 */
export const COVERED_MS = 90_000;
