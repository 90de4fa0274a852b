/**
 * Validates audio and video: a parse with the one container that the first bytes promise (never a list
 * that holds playlists, which would open the files they name), then a real decode of the beginning
 * and the end, and a walk over every packet between. Runs in the validating process only.
 */
import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  type InputFormat,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { type FormatId, formats } from '../formats.ts';
import { readExtent } from './extent.ts';
import { type DecodedMedia, decodeMedia } from './decode-media.ts';
import type { ValidationRequest, MediaVerdict } from './verdict.ts';

const parsers: Partial<Record<FormatId, InputFormat>> = {
  wav: WAVE,
  mp3: MP3,
  m4a: MP4,
  aac: ADTS,
  ogg: OGG,
  flac: FLAC,
  mp4: MP4,
  mov: QTFF,
  webm: WEBM,
  mkv: MATROSKA,
};

/** Validates an audio or video file; throws `AppError` with the reason of a refusal. */
export async function validateMedia({
  path,
  format,
  limits,
}: ValidationRequest): Promise<MediaVerdict> {
  const { label } = formats[format];
  try {
    const extent = await readExtent(path, format);
    const tracks = extent.isCut ? null : await readTracks(path, format);
    if (tracks === null) {
      throw createDamagedError(label);
    }
    const decoded = decodeMedia(path, format, limits.framePixels);
    return toVerdict(format, decoded, tracks.rotation);
  } catch (error) {
    throw error instanceof AppError ? error : createDamagedError(label, error);
  }
}

/** Null when the container holds nothing that could be played. */
async function readTracks(
  path: string,
  format: FormatId,
): Promise<{ readonly rotation: number } | null> {
  const parser = parsers[format];
  if (parser === undefined) {
    return null;
  }
  const source = new FilePathSource(path, { maxCacheSize: 4 * 1_048_576 });
  const input = new Input({ formats: [parser], source });
  try {
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    if (video === null && audio === null) {
      return null;
    }
    return { rotation: video === null ? 0 : await video.getRotation() };
  } finally {
    input.dispose();
  }
}

function toVerdict(format: FormatId, decoded: DecodedMedia, rotation: number): MediaVerdict {
  const { video, audio, durationMs } = decoded;
  const isTurned = rotation % 180 !== 0;
  const facts: MediaVerdict['facts'] = { durationMs, hasAudio: audio !== null };
  if (video !== null) {
    facts.widthPx = isTurned ? video.heightPx : video.widthPx;
    facts.heightPx = isTurned ? video.widthPx : video.heightPx;
    facts.framesPerSecond = video.framesPerSecond;
    facts.videoCodec = video.codec;
  }
  if (audio !== null) {
    facts.sampleRateHz = audio.sampleRateHz;
    facts.channels = audio.channels;
    facts.audioCodec = audio.codec;
  }
  return { ...toKind(format, video !== null), facts, trimToBytes: null };
}

/**
 * MP4 and WebM may contain audio only, so their content decides. Other containers must match their declared
 * type.
 */
function toKind(
  format: FormatId,
  hasVideo: boolean,
): { readonly kind: 'audio' | 'video'; readonly format: FormatId } {
  if (format === 'mp4' || format === 'm4a') {
    return hasVideo ? { kind: 'video', format: 'mp4' } : { kind: 'audio', format: 'm4a' };
  }
  if (format === 'webm' && !hasVideo) {
    return { kind: 'audio', format: 'weba' };
  }
  const { kind, label } = formats[format];
  if (kind === 'video' && !hasVideo) {
    throw new AppError(
      'unsupported_format',
      `The ${label} file has no picture. Send sound as WAV, MP3, M4A, AAC, OGG/Opus, FLAC or WebM.`,
      { details: faultDetails('no_picture') },
    );
  }
  if (hasVideo && kind !== 'video') {
    throw new AppError(
      'unsupported_format',
      `The ${label} file holds a video. Send video as MP4, MOV, WebM or MKV.`,
      { details: faultDetails('holds_video') },
    );
  }
  return { kind: hasVideo ? 'video' : 'audio', format };
}

function createDamagedError(label: string, cause?: unknown): AppError {
  return new AppError(
    'unsupported_format',
    `The ${label} file is damaged or incomplete and cannot be decoded.`,
    { cause, details: faultDetails('file_damaged') },
  );
}
