import { once } from 'node:events';
import type { PipeWireServer } from '../support/pipewire-server.ts';

/** What a program saw of a camera. */
export interface SeenFrames<Seen = number> {
  /** What {@link openFrameReader}'s `read` made of each frame, in their order. */
  readonly seen: Seen[];
  /** Resolves when the program has ended, by itself as well. */
  readonly ended: Promise<unknown>;
  readonly end: () => void;
}

/**
 * Reads a PipeWire camera as another program does: GStreamer's source of it, which prints I420 frames of this size. `read` is
 * called with every frame.
 */
export function openFrameReader<Seen = number>(
  server: PipeWireServer,
  {
    node,
    width,
    height,
  }: { readonly node: string; readonly width: number; readonly height: number },
  read: (frame: Uint8Array) => Seen,
): SeenFrames<Seen> {
  const caps = `video/x-raw,format=I420,width=${width},height=${height}`;
  const source = ['pipewiresrc', `target-object=${node}`];
  const args = ['-q', ...source, '!', caps, '!', 'fdsink', 'fd=1'];
  const child = server.start('gst-launch-1.0', args);
  const bytes = (width * height * 3) / 2;
  const frame = new Uint8Array(bytes);
  const seen: Seen[] = [];
  let filled = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    for (let offset = 0; offset < chunk.byteLength;) {
      const count = Math.min(bytes - filled, chunk.byteLength - offset);
      frame.set(chunk.subarray(offset, offset + count), filled);
      filled += count;
      offset += count;
      if (filled === bytes) {
        filled = 0;
        seen.push(read(frame));
      }
    }
  });
  return { seen, ended: once(child, 'exit'), end: () => void child.kill('SIGKILL') };
}
