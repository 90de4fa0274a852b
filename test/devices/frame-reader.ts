import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { i420Bytes } from '../../src/contract/frame-link.ts';
import { findProgramProblem } from '../support/display.ts';
import { type PipeWireServer, findPipeWireProblem } from '../support/pipewire-server.ts';

/** Frames of a camera that a program received. */
export interface SeenFrames<Seen = number> {
  /** Results of {@link openFrameReader}'s `read` for the frames, in order. */
  readonly seen: Seen[];
  /** Resolves when the program has ended, by itself as well. */
  readonly ended: Promise<unknown>;
  readonly end: () => void;
}

/** Returns the reason why no PipeWire camera can be read on this machine; null when one can. */
export function findFrameReaderProblem(): string | null {
  return (
    findPipeWireProblem() ??
    findProgramProblem(['gst-launch-1.0', 'gst-inspect-1.0']) ??
    findSourceProblem()
  );
}

/** The source element is in a separate package. */
function findSourceProblem(): string | null {
  const { status } = spawnSync('gst-inspect-1.0', ['pipewiresrc'], { stdio: 'ignore' });
  return status === 0 ? null : 'GStreamer’s pipewiresrc is not installed';
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
  const seen: Seen[] = [];
  const collect = collectFrames({ width, height }, (frame) => void seen.push(read(frame)));
  child.stdout?.on('data', collect);
  return { seen, ended: once(child, 'exit'), end: () => void child.kill('SIGKILL') };
}

/**
 * Assembles I420 frames from chunks of any length. `onFrame` is called with each; its buffer is reused for the next.
 */
export function collectFrames(
  size: { readonly width: number; readonly height: number },
  onFrame: (frame: Uint8Array) => void,
): (chunk: Uint8Array) => void {
  const bytes = i420Bytes(size);
  const frame = new Uint8Array(bytes);
  let filled = 0;
  return (chunk) => {
    for (let offset = 0; offset < chunk.byteLength;) {
      const count = Math.min(bytes - filled, chunk.byteLength - offset);
      frame.set(chunk.subarray(offset, offset + count), filled);
      filled += count;
      offset += count;
      if (filled === bytes) {
        filled = 0;
        onFrame(frame);
      }
    }
  };
}
