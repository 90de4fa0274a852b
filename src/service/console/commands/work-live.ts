import { once } from 'node:events';
import { trimEnd } from '../../../base/trim-end.ts';
import { findWorkerKey } from '../../live/remote/worker-key.ts';
import { COVERED_MS, WORKERS_PATH } from '../../live/remote/worker-link.ts';
import { printJson, printLine } from '../print.ts';
import { listenForStop } from '../stop-signal.ts';
import { type Arguments, type ConsoleCommand, UsageError } from '../usage.ts';

/** Maximum and default time for which a room without an engine is covered. */
const COVERED_SECONDS = COVERED_MS / 1000;

/** Runs live workers for nodes elsewhere. */
export const liveWorker: ConsoleCommand = {
  usage: {
    line: 'ADDRESS [OPTIONS]',
    description:
      'Runs live swaps for a service until SIGINT or SIGTERM. Connects to any node that answers at the address, such as\n' +
      'wss://studio.example, and reconnects after a loss (ws:// only in trusted networks). Needs the\n' +
      'GUISE_LIVE_WORKER_KEY of the nodes, and rooms that this machine can reach, such as those of a LiveKit server. Uses neither\n' +
      'files nor a database.',
    options: {
      slots: { value: 'N', description: 'Number of concurrent live swaps (default 1).' },
      drain: {
        value: 'SECONDS',
        description:
          'Time after SIGTERM for which this worker shows covers while its sessions move to other workers\n' +
          `(default ${COVERED_SECONDS}). SIGINT, or a second signal, ends it at once.`,
      },
      json: { description: 'Prints a line {"address": …} once a node has accepted it.' },
    },
    maxArguments: 1,
  },

  async run(args) {
    const url = readAddress(args);
    const slots = args.whole('slots', { min: 1, max: 64 }) ?? 1;
    const key = findWorkerKey(process.env);
    if (key === undefined) {
      throw new UsageError('live-worker needs GUISE_LIVE_WORKER_KEY, as the nodes have it.');
    }
    const { runWorkerSlot } = await import('../../live/remote/worker-slot.ts');
    const drainSeconds = args.whole('drain', { min: 0, max: COVERED_SECONDS }) ?? COVERED_SECONDS;
    const signals = listenForStop();
    const [over, draining] = [new AbortController(), new AbortController()];
    const { signal } = over;
    const connected = Promise.withResolvers<void>();
    const running = Array.from({ length: slots }, (_, slot) =>
      runWorkerSlot({
        url,
        key,
        signal,
        drain: draining.signal,
        onLog: (text) => process.stderr.write(`${slot}: ${text}`),
        onConnected: connected.resolve,
      }),
    );
    const stopped = signals.next();
    const first = await Promise.race([connected.promise.then(() => 'connected'), stopped]);
    if (first === 'connected' && args.has('json')) {
      printJson({ address: url });
    } else if (first === 'connected') {
      printLine(`Live swaps run here for ${url}, ${slots} at once.`);
    }
    const ended = Promise.all(running);
    if ((await stopped) === 'SIGTERM' && drainSeconds > 0) {
      draining.abort();
      const late = AbortSignal.timeout(drainSeconds * 1000);
      await Promise.race([ended, signals.next(), once(late, 'abort')]);
    }
    over.abort();
    await ended;
    return 0;
  },
};

function readAddress({ positionals: [text = ''] }: Arguments): string {
  const url = URL.parse(text.replace(/^http/, 'ws'));
  if (url === null || !/^wss?:$/.test(url.protocol) || url.search !== '') {
    throw new UsageError(
      'live-worker takes the address of a service, such as wss://studio.example.',
    );
  }
  const base = url.pathname === '/' ? '/api/v1' : trimEnd(url.pathname, '/');
  return `${url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin}${base}${WORKERS_PATH}`;
}
