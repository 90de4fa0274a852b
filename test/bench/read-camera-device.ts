import type { CameraFormat } from '../../src/contract/devices.ts';
import type { FrameLinkAddress } from '../../src/contract/frame-link.ts';
import { openCamerasChild } from '../devices/cameras-child.ts';
import { openFrameReader, findFrameReaderProblem } from '../devices/frame-reader.ts';
import { openPipeWireServer } from '../support/pipewire-server.ts';

/** The virtual camera with a program that reads it. */
export interface ReadCamera {
  /** Address at which workers send frames. */
  readonly link: FrameLinkAddress;
  /** Frames that the program got, cards as well. */
  readonly countFrames: () => number;
  close(): Promise<void>;
}

/** Turns it on; null, with the reason printed, where it cannot be read. */
export async function openReadCamera(format: CameraFormat): Promise<ReadCamera | null> {
  const problem = findFrameReaderProblem();
  if (problem !== null) {
    console.error(`No figures with the virtual camera: ${problem}.`);
    return null;
  }
  const server = await openPipeWireServer();
  const { host } = openCamerasChild(server.env);
  const { link } = await host.call('open', { format, name: 'Guise Camera' });
  await host.call('change', { isPublished: true });
  const reader = openFrameReader(server, { node: 'guise-camera', ...format }, () => 0);
  return {
    link,
    countFrames: () => reader.seen.length,
    async close() {
      reader.end();
      await host.end();
      await server.close();
    },
  };
}
