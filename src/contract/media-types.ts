const byEnding: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.heic': 'image/heic',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.flac': 'audio/flac',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.weba': 'audio/webm',
  '.mkv': 'video/x-matroska',
};

/** Content type by file name of an upload; null when the extension is unknown. */
export function findMediaType(name: string): string | null {
  const ending = /.(\.[^.]+)$/s.exec(name)?.[1];
  return ending === undefined ? null : (byEnding[ending.toLowerCase()] ?? null);
}
