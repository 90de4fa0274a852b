import { access, constants } from 'node:fs/promises';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AVDISCARD_ALL,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Dictionary, FormatContext, InputFormat, type Packet, type Stream } from 'node-av/lib';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { acceptedInWords, decoders, demuxers, findDemuxer } from './accepted.ts';
import { silenceLog, toMicroseconds } from './ffmpeg.ts';

/** Open media file; the caller of `openInput` closes it. */
export interface Input {
  readonly container: FormatContext;
  /** The first video track, cover images excluded; null when there is none. */
  readonly video: Stream | null;
  /** The sound track that players select by default; null when there is none. */
  readonly audio: Stream | null;
  /** Offset that is subtracted from timestamps of the file so that it begins at 0. */
  readonly originUs: number;
  readonly close: () => void;
}

/**
 * Opens a media file. `mime` is the media type that the file was checked as, and fixes the demuxer: polyglot files are
 * valid in two formats, and FFmpeg might detect the other one. Without `mime` FFmpeg detects the format. Throws
 * `not_found`, or `unsupported_format` for files that are damaged or of other formats.
 */
export async function openInput(path: string, mime?: string): Promise<Input> {
  silenceLog();
  const demuxer = mime === undefined ? null : requireDemuxer(mime);
  await access(path, constants.R_OK).catch((cause: unknown) => {
    throw new AppError('not_found', `There is no file that can be read at ${path}.`, { cause });
  });
  const container = new FormatContext();
  container.allocContext();
  try {
    const options = Dictionary.fromObject({
      protocol_whitelist: 'file',
      format_whitelist: demuxers,
      codec_whitelist: decoders.join(','),
      max_streams: 64,
    });
    await translateRefusal(container.openInput(`file:${path}`, demuxer, options));
    await translateRefusal(container.findStreamInfo());
    const { streams } = container;
    const video = streams.find(isPicture) ?? null;
    const audio = findAudio(container, streams);
    return { container, video, audio, originUs: findOrigin(video, audio), close };
  } catch (error) {
    close();
    throw error;
  }

  function close(): void {
    container.closeInputSync();
  }
}

/** Discards all tracks except one; the demuxer skips their packets, unread where the container allows it. */
export function readOnly(input: Input, stream: Stream): void {
  for (const other of input.container.streams) {
    if (other.index !== stream.index) {
      other.discard = AVDISCARD_ALL;
    }
  }
}

/**
 * Reads the next packet of a track; false at the end, or after 100 errors, so a damaged file keeps the packets before.
 * Synchronous, because a round trip over the thread pool costs more than reading most packets.
 */
export function readPacket(input: Input, stream: number, packet: Packet): boolean {
  let failures = 0;
  while (failures < 100) {
    const result = input.container.readFrameSync(packet);
    if (result === AVERROR_EOF) {
      return false;
    }
    if (result < 0) {
      failures += 1;
    } else if (packet.streamIndex === stream) {
      return true;
    } else {
      packet.unref();
    }
  }
  return false;
}

function requireDemuxer(mime: string): InputFormat {
  const demuxer = InputFormat.findInputFormat(findDemuxer(mime) ?? '');
  if (demuxer === null) {
    throw new AppError('unsupported_format', `No file of ${mime} can be read. ${acceptedInWords}`);
  }
  return demuxer;
}

async function translateRefusal(opening: Promise<number>): Promise<void> {
  if ((await opening) < 0) {
    throw new AppError(
      'unsupported_format',
      `The file is damaged, or it is no video or sound that can be read. ${acceptedInWords}`,
      { details: faultDetails('file_damaged') },
    );
  }
}

function isPicture({ codecpar, disposition }: Stream): boolean {
  return (
    codecpar.codecType === AVMEDIA_TYPE_VIDEO && (disposition & AV_DISPOSITION_ATTACHED_PIC) === 0
  );
}

function findAudio(container: FormatContext, streams: readonly Stream[]): Stream | null {
  const best = container.findBestStream(AVMEDIA_TYPE_AUDIO);
  return streams.find(({ index }) => index === best) ?? null;
}

/**
 * Finds the earliest start time of the tracks, since recordings of live streams begin at any time. A start before 0
 * counts as 0: it is the decoder's pre-roll, which is not played.
 */
function findOrigin(video: Stream | null, audio: Stream | null): number {
  const starts = [video, audio]
    .filter((stream) => stream !== null)
    .map((stream) => toMicroseconds(stream.startTime, stream.timeBase) ?? 0);
  return Math.max(0, Math.min(...starts));
}
