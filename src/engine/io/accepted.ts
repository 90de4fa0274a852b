/** The demuxer of FFmpeg that reads files of a media type. It has hundreds; the old and rare ones are where accidents happen. */
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

/** FFmpeg's name of the demuxer for a media type; null when no such file is opened. */
export function findDemuxer(mime: string): string | null {
  return demuxerByMime.get(mime) ?? null;
}

/** Containers that may be opened, as FFmpeg takes a list. */
export const demuxers = [...new Set(demuxerByMime.values())].join();

/** Decoders that may run, those for pictures first. */
export const decoders: readonly string[] = (
  'h264 hevc libdav1d av1 vp8 vp9 libvpx libvpx-vp9 mpeg4 mpeg2video mjpeg prores ' +
  'aac aac_fixed libfdk_aac mp3 mp3float opus libopus vorbis flac alac ac3 eac3 ' +
  'pcm_u8 pcm_s16le pcm_s24le pcm_s32le pcm_f32le pcm_f64le ' +
  'pcm_s16be pcm_s24be pcm_s32be pcm_f32be pcm_alaw pcm_mulaw'
).split(' ');

/** What the user is told to use instead. */
export const acceptedInWords =
  'Use MP4, MOV, WebM or MKV with H.264, HEVC, AV1, VP8, VP9 or ProRes for the picture, and AAC, MP3, AC-3, Opus, Vorbis, FLAC or PCM for the sound.';

/** Most pixels of a frame that is decoded: 8K and a little. */
export const maxFramePixels = 36_000_000;
