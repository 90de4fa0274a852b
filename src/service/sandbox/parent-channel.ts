import { Socket } from 'node:net';
import { CHANNEL_FD, FrameReader, toFrame } from './message-frames.ts';
import { dieWithParent } from './parent-watch.ts';

/** Maximum message of the service, images of characters included; the service is trusted. */
const MAX_MESSAGE_BYTES = 1_073_741_824;

/** Channel to the process that started this one. */
export interface ParentChannel<Answer extends object> {
  readonly send: (message: Answer) => void;
}

/**
 * Opens the channel to the service in a process that `startProcess` made. The process ends with the service,
 * even while its main thread hangs.
 */
export function openParentChannel<Answer extends object, Call>(
  onMessage: (message: Call) => void,
): ParentChannel<Answer> {
  const socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
  const reader = new FrameReader(MAX_MESSAGE_BYTES);
  socket.on('data', (chunk: Buffer) => {
    for (const message of reader.push(chunk)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service has the same types
      onMessage(message as Call);
    }
  });
  const end = (): void => process.exit(0);
  socket.on('end', end);
  socket.on('error', end);
  dieWithParent();
  return {
    send: (message) => {
      socket.write(toFrame(message));
    },
  };
}
