/** A room server in a process of its own that reports its resource use. */
import { Socket } from 'node:dgram';
import { openEmbedded } from '../live/support/targets.ts';

const maxSamples = 100_000;
let handledUs: number[] = [];

// A packet is forwarded within the event that brings it, so the length of the event is the delay that
// the room adds: decrypt, rewrite, encrypt, send.
type Emit = (this: Socket, name: string | symbol, ...values: unknown[]) => boolean;
// oxlint-disable-next-line typescript/unbound-method -- only called with its socket
const emit: Emit = Socket.prototype.emit;
Socket.prototype.emit = function timed(this: Socket, ...event: Parameters<Emit>) {
  const startedMs = performance.now();
  const hasListeners = emit.apply(this, event);
  const [name, datagram] = event;
  const isMedia = name === 'message' && Buffer.isBuffer(datagram) && (datagram[0] ?? 0) > 127;
  if (isMedia && handledUs.length < maxSamples) {
    handledUs.push((performance.now() - startedMs) * 1000);
  }
  return hasListeners;
};

const { url, apiKey, apiSecret, close } = await openEmbedded();
process.on('message', (message) => {
  if (message === 'measure') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000, handledUs });
    handledUs = [];
  } else {
    void close().then(() => process.disconnect());
  }
});
process.send?.({ url, apiKey, apiSecret });
