/** The list of upload formats: detection by content, declarable types, size limit. */
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { BYTES_PER_MB, limits } from '../../contract/api/limits.ts';
import type { FileKind } from '../../capabilities/media-file.ts';

interface Format {
  readonly kind: FileKind;
  readonly label: string;
  readonly ext: string;
  readonly mime: string;
  /** Media types of `file-type` that mean this format. */
  readonly sniffed: readonly string[];
  /** Declared media types that do not contradict it, beside `mime` and `sniffed`. */
  readonly aliases: readonly string[];
}

/** Every accepted format by id. */
export const formats = {
  jpeg: {
    kind: 'image',
    label: 'JPEG',
    ext: 'jpg',
    mime: 'image/jpeg',
    sniffed: ['image/jpeg'],
    aliases: ['image/jpg', 'image/pjpeg'],
  },
  png: {
    kind: 'image',
    label: 'PNG',
    ext: 'png',
    mime: 'image/png',
    sniffed: ['image/png'],
    aliases: ['image/x-png'],
  },
  webp: {
    kind: 'image',
    label: 'WebP',
    ext: 'webp',
    mime: 'image/webp',
    sniffed: ['image/webp'],
    aliases: [],
  },
  heic: {
    kind: 'image',
    label: 'HEIC',
    ext: 'heic',
    mime: 'image/heic',
    sniffed: ['image/heic'],
    aliases: ['image/heif'],
  },
  wav: {
    kind: 'audio',
    label: 'WAV',
    ext: 'wav',
    mime: 'audio/wav',
    sniffed: ['audio/wav'],
    aliases: ['audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/x-pn-wav'],
  },
  mp3: {
    kind: 'audio',
    label: 'MP3',
    ext: 'mp3',
    mime: 'audio/mpeg',
    sniffed: ['audio/mpeg'],
    aliases: ['audio/mp3', 'audio/x-mp3', 'audio/mpeg3', 'audio/x-mpeg-3'],
  },
  m4a: {
    kind: 'audio',
    label: 'M4A',
    ext: 'm4a',
    mime: 'audio/mp4',
    sniffed: ['audio/x-m4a'],
    aliases: ['audio/m4a', 'audio/mp4a-latm', 'audio/aac'],
  },
  aac: {
    kind: 'audio',
    label: 'AAC',
    ext: 'aac',
    mime: 'audio/aac',
    sniffed: ['audio/aac'],
    aliases: ['audio/x-aac', 'audio/aacp', 'audio/vnd.dlna.adts'],
  },
  ogg: {
    kind: 'audio',
    label: 'OGG or Opus',
    ext: 'ogg',
    mime: 'audio/ogg',
    sniffed: ['audio/ogg', 'audio/ogg; codecs=opus'],
    aliases: ['audio/opus', 'application/ogg', 'audio/vorbis', 'audio/x-ogg'],
  },
  flac: {
    kind: 'audio',
    label: 'FLAC',
    ext: 'flac',
    mime: 'audio/flac',
    sniffed: ['audio/flac', 'audio/x-flac'],
    aliases: [],
  },
  /** Audio recorded by browsers. Its first bytes are those of WebM with video. */
  weba: {
    kind: 'audio',
    label: 'WebM audio',
    ext: 'weba',
    mime: 'audio/webm',
    sniffed: [],
    aliases: [],
  },
  mp4: {
    kind: 'video',
    label: 'MP4',
    ext: 'mp4',
    mime: 'video/mp4',
    sniffed: ['video/mp4', 'video/x-m4v'],
    aliases: ['video/m4v', 'application/mp4'],
  },
  mov: {
    kind: 'video',
    label: 'MOV',
    ext: 'mov',
    mime: 'video/quicktime',
    sniffed: ['video/quicktime'],
    aliases: ['video/x-quicktime'],
  },
  webm: {
    kind: 'video',
    label: 'WebM',
    ext: 'webm',
    mime: 'video/webm',
    sniffed: ['video/webm'],
    aliases: [],
  },
  mkv: {
    kind: 'video',
    label: 'MKV',
    ext: 'mkv',
    mime: 'video/matroska',
    sniffed: ['video/matroska'],
    aliases: ['video/x-matroska', 'video/mkv'],
  },
} as const satisfies Record<string, Format>;

/** Id of an accepted format. */
export type FormatId = keyof typeof formats;

/** Bytes of the beginning that sniffing needs; shorter files are sniffed whole. */
export const sniffBytes = 65_536;

/** Most bytes of an upload by kind (specification, "Limits"). */
export const uploadCaps: Readonly<Record<FileKind, number>> = {
  image: limits.imageUploadMb * BYTES_PER_MB,
  audio: limits.audioUploadMb * BYTES_PER_MB,
  video: limits.videoUploadMb * BYTES_PER_MB,
};

/** The accepted formats in words, for messages. */
export const acceptedFormats =
  'images (JPEG, PNG, WebP), audio (WAV, MP3, M4A, AAC, OGG/Opus, FLAC, WebM) and video (MP4, MOV, WebM, MKV)';

/** Declared types without meaning; multipart parsers assume `text/plain` for a part without a type. */
const undeclared = new Set(['', 'text/plain', 'application/octet-stream', 'binary/octet-stream']);

/** Finds the format of a file from its first {@link sniffBytes} bytes; null when it is not an accepted one. */
export async function findFormat(head: Uint8Array): Promise<FormatId | null> {
  // Loaded with the first file, so that a service starts without it.
  const { fileTypeFromBuffer } = await import('file-type');
  // A damaged beginning makes some detectors of the library read past the end and throw.
  const sniffed = await fileTypeFromBuffer(head).catch(() => undefined);
  return sniffed === undefined
    ? null
    : (formatIds.find((id) => includesText(formats[id].sniffed, sniffed.mime)) ?? null);
}

/** Formats of one container, which programs take for each other. */
const families: readonly (readonly FormatId[])[] = [
  ['mp4', 'mov', 'm4a'],
  ['webm', 'mkv', 'weba'],
];

/** Throws `unsupported_format` unless a declared media type fits the container that the first bytes show. */
export function checkDeclaredContainer(declaredType: string | null, format: FormatId): void {
  requireOneOf(declaredType, format, toFamily(format));
}

/**
 * Throws `unsupported_format` unless a declared media type matches the detected content. A related type of the
 * same container matches too, and an audio-only file may be declared as the video type.
 */
export function checkDeclaredType(declaredType: string | null, format: FormatId): void {
  const { kind } = formats[format];
  const sisters = toFamily(format).filter(
    (sister) => formats[sister].kind === kind || formats[sister].kind === 'video',
  );
  requireOneOf(declaredType, format, sisters);
}

function toFamily(format: FormatId): readonly FormatId[] {
  return families.find((family) => family.includes(format)) ?? [format];
}

function requireOneOf(
  declaredType: string | null,
  format: FormatId,
  fitting: readonly FormatId[],
): void {
  const declared = toBareType(declaredType ?? '');
  if (!undeclared.has(declared) && !fitting.some((each) => isTypeOf(declared, each))) {
    throw new AppError(
      'unsupported_format',
      `The file is declared as ${toShown(declared)}, but its content is ${formats[format].label}. Declare what it is, or nothing.`,
      { details: faultDetails('wrong_type', { format: formats[format].label }) },
    );
  }
}

function isTypeOf(type: string, format: FormatId): boolean {
  const { mime, sniffed, aliases } = formats[format];
  return [mime, ...sniffed.map(toBareType), ...aliases].some((known) => known === type);
}

/** Refuses content in no accepted format; the message lists the accepted ones. */
export function refuseFormat(): never {
  throw new AppError(
    'unsupported_format',
    `The content of the file is of no accepted format. Accepted are ${acceptedFormats}.`,
  );
}

const formatIds = Object.keys(formats).filter(isFormatId);

/** Returns whether a text is an id of {@link formats}. */
export function isFormatId(text: string): text is FormatId {
  return Object.hasOwn(formats, text);
}

function includesText(list: readonly string[], text: string): boolean {
  return list.includes(text);
}

function toBareType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Declared type in a form suitable for a message: short and printable. */
function toShown(declared: string): string {
  return declared.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 60);
}
