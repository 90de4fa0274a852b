/**
 * A live worker without an engine: sends frames that carry their send time, at 30 per second. `linked` uses the frame
 * link of cameras, `plain` sends the same bytes over bare TCP. Arguments: kind, width, height. Messages: the address;
 * then `stop`, whose reply contains the sent codes.
 */
import { connect } from 'node:net';
import type * as z from 'zod';
import { frameLinkSchema } from '../../src/contract/devices.ts';
import { i420Bytes } from '../../src/contract/frame-link.ts';
import { FrameLinkSender } from '../../src/service/live/worker/frame-link-sender.ts';
import { paintCode } from '../support/frame-code.ts';
import { toTimeCode } from './timed-frames.ts';

const RATE = 30;
const kind = process.argv[2];
const size = { width: Number(process.argv[3]), height: Number(process.argv[4]) };
const data = new Uint8Array(i420Bytes(size));
const sent: number[] = [];
let timer: NodeJS.Timeout | undefined;

process.on('message', (message) => {
  if (message === 'stop') {
    clearTimeout(timer);
    process.send?.(sent);
    return;
  }
  const send = openWay(frameLinkSchema.parse(message));
  const startedAtMs = performance.now();
  let count = 0;
  const sendNext = (): void => {
    const code = toTimeCode();
    paintCode(data, size, code);
    send();
    sent.push(code);
    count += 1;
    const dueMs = startedAtMs + (count * 1000) / RATE;
    timer = setTimeout(sendNext, Math.max(0, dueMs - performance.now()));
  };
  sendNext();
});
process.on('disconnect', () => process.exit(0));

function openWay(address: z.output<typeof frameLinkSchema>): () => void {
  if (kind === 'linked') {
    const sender = new FrameLinkSender();
    sender.setAddress(address);
    sender.setActive(true);
    return () => sender.send({ ...size, data }, 'swapped', performance.now());
  }
  const socket = connect({ host: '127.0.0.1', port: address.port, noDelay: true });
  return () => void socket.write(Buffer.from(data));
}
