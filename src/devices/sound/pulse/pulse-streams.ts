import { DEVICE_SAMPLES_PER_MS } from '../../../base/voice/low-pass.ts';
import { AppError } from '../../../base/errors.ts';
import {
  INVALID_INDEX,
  type LibPulse,
  type Pointer,
  streamFlags,
  streamStates,
  toStruct,
} from './libpulse.ts';
import type { PulseConnection } from './pulse-connection.ts';

const SAMPLE_BYTES = Float32Array.BYTES_PER_ELEMENT;
const OPEN_MS = 5000;

/** A stream of 48 kHz mono audio; has to be closed. */
export interface SoundStream {
  /** Delay between the device and this process, as estimated by the server. */
  readonly latencyMs: number;
  close(): void;
}

/** Options of recording. */
export interface RecordOptions {
  /** The server's name of the source. */
  readonly device: string;
  /** Fragment size of the server; devices that cannot deliver so little send more. */
  readonly fragmentMs: number;
  /** Memory is used again. */
  readonly onSamples: (samples: Float32Array) => void;
  /** The device was unplugged, or the server ended the stream. */
  readonly onEnded: () => void;
}

/** Reads a microphone. Throws `not_found` when it cannot be opened. */
export async function openRecordStream(
  connection: PulseConnection,
  { device, fragmentMs, onSamples, onEnded }: RecordOptions,
): Promise<SoundStream> {
  const { lib } = connection;
  const stream = createStream(connection, 'Microphone');
  const attributes = toAttributes(lib, { fragsize: toBytes(fragmentMs) });
  lib.connectRecord(stream, device, attributes, RECORD_FLAGS);
  await waitUntilReady(connection, stream, device);
  const data: Pointer[] = [null];
  const bytes = [0];
  let silence = new Float32Array(0);
  const stop = watchStream(connection, stream, onEnded, () => {
    while (Number(lib.peek(stream, data, bytes)) === 0 && Number(bytes[0]) > 0) {
      const length = Number(bytes[0]) / SAMPLE_BYTES;
      if (data[0] === null) {
        silence = silence.length < length ? new Float32Array(length) : silence;
        onSamples(silence.subarray(0, length)); // The server lost something.
      } else {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- koffi's own types
        onSamples(lib.koffi.decode(data[0], 'float', length) as Float32Array);
      }
      lib.drop(stream);
    }
  });
  return toStream(connection, stream, stop, attributes);
}

/** A stream that is played. */
export interface PlaybackStream extends SoundStream {
  /** Sets the buffer in the server. */
  setBuffer(ms: number): void;
}

/** Options of playback. */
export interface PlaybackOptions {
  /** Name in mixers. */
  readonly name: string;
  /** The server's name of the sink. */
  readonly device: string;
  /** Buffer in the server, including its own block. */
  readonly bufferMs: number;
  /** Fills the memory with the next samples. */
  readonly fill: (samples: Float32Array) => void;
  /** Called when the server had nothing to play for `missed` samples. */
  readonly onUnderflow: (missed: number) => void;
  readonly onEnded: () => void;
}

/** Plays what `fill` gives as the server asks for it. Throws `not_found` when the output cannot be opened. */
export async function openPlaybackStream(
  connection: PulseConnection,
  { device, name, bufferMs, fill, onUnderflow, onEnded }: PlaybackOptions,
): Promise<PlaybackStream> {
  const { lib } = connection;
  const stream = createStream(connection, name);
  const attributes = toPlaybackAttributes(lib, bufferMs);
  lib.connectPlayback(stream, device, attributes, PLAYBACK_FLAGS, null, null);
  await waitUntilReady(connection, stream, device);
  const write = (samples: Float32Array): void => {
    lib.write(stream, samples, samples.byteLength, null, 0, SEEK_RELATIVE);
  };
  const block = new Float32Array(MAX_AT_ONCE);
  const silence = new Float32Array(MAX_AT_ONCE);
  let isStarting = true;
  const stop = watchStream(connection, stream, onEnded, () => {
    let wanted = Math.floor(Number(lib.writableSize(stream)) / SAMPLE_BYTES);
    const capacity = wanted > 0 ? readCapacity(lib, stream) : 0;
    const missed = wanted - capacity;
    if (missed > 0) {
      // Silence for the time of the underrun, or all following audio would be permanently late.
      for (let left = missed; left > 0; left -= MAX_AT_ONCE) {
        write(silence.subarray(0, Math.min(left, MAX_AT_ONCE)));
      }
      wanted = capacity;
      if (!isStarting) {
        onUnderflow(missed);
      }
    }
    for (; wanted > 0; wanted -= MAX_AT_ONCE) {
      const samples = block.subarray(0, Math.min(wanted, MAX_AT_ONCE));
      fill(samples);
      write(samples);
      isStarting = false;
    }
  });
  const opened = toStream(connection, stream, stop, attributes);
  return {
    get latencyMs() {
      return opened.latencyMs;
    },
    setBuffer: (ms) => {
      const changed = toPlaybackAttributes(lib, ms);
      lib.unrefOperation(lib.setBufferAttr(stream, changed, null, null));
      lib.koffi.free(changed);
    },
    close: () => opened.close(),
  };
}

/** Place of `tlength` in `pa_buffer_attr`. */
const TLENGTH_AT = 4;
/** `PA_SEEK_RELATIVE`. */
const SEEK_RELATIVE = 0;
/** 100 ms. */
const MAX_AT_ONCE = 4800;
/** A stream never moves to another device: from an unplugged microphone to our own, or to loudspeakers. */
const FLAGS = streamFlags.interpolateTiming | streamFlags.autoTimingUpdate | streamFlags.dontMove;
const RECORD_FLAGS = FLAGS | streamFlags.adjustLatency;
/**
 * The device takes exactly the requested blocks, and the whole buffer counts as our delay. With `adjustLatency`
 * half of it would be the device's block: the same delay with half the reserve, requested in bursts.
 */
const PLAYBACK_FLAGS = FLAGS | streamFlags.earlyRequests;
/** Request size of the server. */
const REQUEST_MS = 5;

function createStream({ lib, context }: PulseConnection, name: string): Pointer {
  return lib.newStream(context, name, lib.sampleSpecs.mono48k, null);
}

function toBytes(ms: number): number {
  return Math.round(ms * DEVICE_SAMPLES_PER_MS) * SAMPLE_BYTES;
}

function toPlaybackAttributes(lib: LibPulse, bufferMs: number): Pointer {
  const sizes = { tlength: toBytes(bufferMs), minreq: toBytes(REQUEST_MS), prebuf: 0 };
  return toAttributes(lib, sizes);
}

function toAttributes(lib: LibPulse, sizes: Readonly<Record<string, number>>): Pointer {
  const free = { maxlength: INVALID_INDEX, tlength: INVALID_INDEX, prebuf: INVALID_INDEX };
  return toStruct(lib, lib.structs.bufferAttr, {
    ...free,
    minreq: INVALID_INDEX,
    fragsize: INVALID_INDEX,
    ...sizes,
  });
}

/** Samples that the server lets wait: less than was asked for, by its own block. */
function readCapacity(lib: LibPulse, stream: Pointer): number {
  const attributes = lib.bufferAttr(stream);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- koffi's own types
  return Number(lib.koffi.decode(attributes, TLENGTH_AT, 'uint32_t')) / SAMPLE_BYTES;
}

async function waitUntilReady(
  connection: PulseConnection,
  stream: Pointer,
  device: string,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const endMs = performance.now() + OPEN_MS;
  const stop = connection.onTurn(() => {
    const state = Number(connection.lib.streamState(stream));
    if (state >= streamStates.ready || performance.now() > endMs) {
      resolve(state);
    }
  });
  const state = await promise;
  stop();
  if (state !== streamStates.ready) {
    const reason = connection.reason();
    connection.lib.unrefStream(stream);
    throw new AppError('not_found', `The sound device ${device} cannot be opened: ${reason}.`, {
      details: { device },
    });
  }
}

/** Calls after each turn while the stream lives; returns how to end it. */
function watchStream(
  connection: PulseConnection,
  stream: Pointer,
  onEnded: () => void,
  onTurn: () => void,
): () => void {
  const stop = connection.onTurn(() => {
    if (Number(connection.lib.streamState(stream)) === streamStates.ready) {
      onTurn();
    } else {
      stop();
      onEnded();
    }
  });
  return stop;
}

function toStream(
  { lib }: PulseConnection,
  stream: Pointer,
  stop: () => void,
  attributes: Pointer,
): SoundStream {
  const latency: (number | bigint)[] = [0];
  const isNegative = [0];
  lib.koffi.free(attributes);
  return {
    get latencyMs() {
      const isKnown = Number(lib.latency(stream, latency, isNegative)) === 0;
      return isKnown && isNegative[0] === 0 ? Number(latency[0]) / 1000 : 0;
    },
    close: () => {
      stop();
      lib.disconnectStream(stream);
      lib.unrefStream(stream);
    },
  };
}
