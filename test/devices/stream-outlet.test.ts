import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { StreamOutlet } from '../../src/devices/camera/y4m/stream-outlet.ts';

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

it('opens twice at once at one port, and closes while it opens', async () => {
  const port = await findFreePort();
  const outlet = new StreamOutlet({ width: 32, height: 18, rate: 30 });
  const opened = await Promise.all([outlet.open('y4m', port), outlet.open('y4m', port)]);
  expect(opened).toEqual([port, port]);
  await outlet.close();
  await Promise.all([outlet.open('y4m', port), outlet.close()]);
  expect(await isListening(port)).toBe(false);
});
