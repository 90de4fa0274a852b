import { rename, rm } from 'node:fs/promises';
import { type CodecContext, FormatContext, type Packet, Rational, type Stream } from 'node-av/lib';
import { AppError } from '../../base/errors.ts';
import { check, type Fraction, silenceLog } from './ffmpeg.ts';

/**
 * MP4 file that is written as `PATH.part` and renamed at the end. A `PATH.part` that a killed process left is
 * overwritten.
 */
export interface OutputFile {
  readonly container: FormatContext;
  /** Adds a track for packets of an encoder. Must precede `begin`. */
  addEncoded(encoder: CodecContext): Stream;
  /** Adds a track for packets of another file. Must precede `begin`. */
  addCopied(source: Stream): Stream;
  /** Writes the header, which may change the time bases of tracks. */
  begin(): void;
  /** Writes a packet with timestamps in units of `timeBase`. The packet is empty afterwards. */
  write(packet: Packet, stream: Stream, timeBase: Fraction): void;
  /** Completes the file with its index in front, lets `finish` edit it, and renames it to its path. */
  commit(finish?: (path: string) => Promise<void> | null): Promise<void>;
  /** Makes the current write and all later ones fail soon. */
  interrupt(): void;
  /** Deletes `PATH.part`; a committed file stays. No write may be pending. */
  discard(): Promise<void>;
}

/** Returns the path of a file that is not complete yet. */
export function toPartPath(path: string): string {
  return `${path}.part`;
}

/** Creates an output file; `begin` is the first call that writes to disk. */
export function createOutputFile(path: string): OutputFile {
  silenceLog();
  const partPath = toPartPath(path);
  const container = new FormatContext();
  let isInterrupted = false;
  let state: 'new' | 'open' | 'done' = 'new';
  check(container.allocOutputContext2(null, 'mp4', `file:${partPath}`), 'prepare an MP4 file');
  check(container.setOption('movflags', '+faststart'), 'put the index of an MP4 file in front');

  function addTrack(timeBase: Fraction): Stream {
    const stream = container.newStream();
    stream.timeBase = new Rational(timeBase.num, timeBase.den);
    return stream;
  }

  return {
    container,
    addEncoded(encoder) {
      const stream = addTrack(encoder.timeBase);
      check(stream.codecpar.fromContext(encoder), 'describe a track');
      stream.avgFrameRate = encoder.framerate;
      return stream;
    },
    addCopied(source) {
      const stream = addTrack(source.timeBase);
      check(source.codecpar.copy(stream.codecpar), 'describe a track');
      stream.codecpar.codecTag = 0;
      return stream;
    },
    begin() {
      check(container.openOutputSync(), `create ${partPath}`, 'storage_failed');
      state = 'open';
      check(container.writeHeaderSync(), 'begin the file', 'storage_failed');
    },
    write(packet, stream, timeBase) {
      if (isInterrupted) {
        throw new AppError('cancelled', 'The video was discarded while it was being written.');
      }
      packet.streamIndex = stream.index;
      packet.rescaleTs(timeBase, stream.timeBase);
      check(container.interleavedWriteFrameSync(packet), 'write to the file', 'storage_failed');
    },
    async commit(finish) {
      check(await container.writeTrailer(), 'complete the file', 'storage_failed');
      await container.closeOutput();
      container.freeContext();
      state = 'done';
      try {
        await finish?.(partPath);
      } catch (error) {
        await rm(partPath, { force: true });
        throw error;
      }
      await rename(partPath, path);
    },
    interrupt() {
      isInterrupted = true;
      if (state !== 'done') {
        container.interrupt();
      }
    },
    async discard() {
      if (state === 'open') {
        await container.closeOutput();
      }
      if (state !== 'done') {
        container.freeContext();
      }
      state = 'done';
      await rm(partPath, { force: true });
    },
  };
}
