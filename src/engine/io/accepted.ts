/**
 * FFmpeg's demuxers by media type. The others of its hundreds stay off: old and rare demuxers hold most of the security
 * bugs.
 */
const demuxerByMime = new Map([
  ['video/mp4', 'mov'],
  ['video/quicktime', 'mov'],
  ['audio/mp4', 'mov'],
  ['video/webm', 'matroska'],
  ['video/matroska', 'matroska'],
  ['audio/webm', 'matroska'],
  ['audio/wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/aac', 'aac'],
  ['audio/ogg', 'ogg'],
  ['audio/flac', 'flac'],
]);

/** Finds FFmpeg's name of the demuxer for a media type; null when Guise opens no such files. */
export function findDemuxer(mime: string): string | null {
  return demuxerByMime.get(mime) ?? null;
}

/** Names of the allowed demuxers, separated by commas as FFmpeg's `format_whitelist` expects. */
export const demuxers = [...new Set(demuxerByMime.values())].join();

/** Names of the allowed decoders, video first. */
export const decoders: readonly string[] = (
  'h264 hevc libdav1d av1 vp8 vp9 libvpx libvpx-vp9 mpeg4 mpeg2video mjpeg prores ' +
  'aac aac_fixed libfdk_aac mp3 mp3float opus libopus vorbis flac alac ac3 eac3 ' +
  'pcm_u8 pcm_s16le pcm_s24le pcm_s32le pcm_f32le pcm_f64le ' +
  'pcm_s16be pcm_s24be pcm_s32be pcm_f32be pcm_alaw pcm_mulaw'
).split(' ');

/** Sentence for error messages: the accepted containers and codecs. */
export const acceptedInWords =
  'Use MP4, MOV, WebM or MKV with H.264, HEVC, AV1, VP8, VP9 or ProRes for the picture, and AAC, MP3, AC-3, Opus, Vorbis, FLAC or PCM for the sound.';

/** Maximum number of pixels of a decoded frame, slightly more than 8K (7680 × 4320). */
export const maxFramePixels = 36_000_000;
