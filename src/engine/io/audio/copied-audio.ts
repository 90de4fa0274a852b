import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_ALAC,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP3,
  type AVCodecID,
} from 'node-av/constants';
import { Packet, type Stream } from 'node-av/lib';
import { fromMicroseconds, shiftBack, toMicroseconds } from '../ffmpeg.ts';
import { type Input, readOnly, readPacket } from '../open-input.ts';
import type { OutputFile } from '../output-file.ts';
import type { AddedSoundTrack } from './added-sound-track.ts';

/** Codecs that all common players can play from MP4. */
const copied: readonly AVCodecID[] = [
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_ALAC,
];

/** Packets between two turns of the event loop, so that an hour of sound after a short video can be aborted. */
const packetsPerTurn = 256;

/** Checks whether a sound track fits into MP4 without transcoding. */
export function canCopyAudio({ codecpar }: Stream): boolean {
  // An ADTS stream carries its AAC configuration in every packet, which MP4 does not allow.
  const isComplete = codecpar.codecId !== AV_CODEC_ID_AAC || codecpar.extradataSize > 0;
  return copied.includes(codecpar.codecId) && isComplete && codecpar.sampleRate > 0;
}

/** Creates a track that copies packets unchanged. Closing it closes the input. */
export function createCopiedAudio(
  {
    input,
    stream,
    endUs,
  }: { readonly input: Input; readonly stream: Stream; readonly endUs: number },
  output: OutputFile,
): AddedSoundTrack {
  readOnly(input, stream);
  const { timeBase, index } = stream;
  const origin = fromMicroseconds(input.originUs, timeBase);
  const target = output.addCopied(stream);
  const packet = new Packet();
  packet.alloc();
  let isWaiting = false;
  let isDone = false;
  let lastDts: bigint | null = null;
  let written = 0;

  function next(): boolean {
    if (!isWaiting && !isDone) {
      isWaiting = readPacket(input, index, packet);
      isDone = !isWaiting;
      packet.pts = shiftBack(packet.pts, origin);
      packet.dts = shiftBack(packet.dts, origin);
    }
    return isWaiting;
  }

  return {
    async writeUntil(timeUs) {
      while (next()) {
        const startUs = toMicroseconds(packet.pts, timeBase) ?? 0;
        if (startUs > timeUs) {
          return;
        }
        isWaiting = false;
        if (startUs >= endUs) {
          isDone = true;
          packet.unref();
          return;
        }
        if (lastDts !== null && packet.dts <= lastDts) {
          // Damaged file: the muxer rejects timestamps that do not increase.
          packet.unref();
          continue;
        }
        lastDts = packet.dts;
        output.write(packet, target, timeBase);
        written += 1;
        if (written % packetsPerTurn === 0) {
          await nextTurn();
        }
      }
    },
    close() {
      packet.free();
      input.close();
    },
  };
}
