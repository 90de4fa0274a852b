import { createId } from '../../base/ids.ts';
import type { FileKind } from '../../capabilities/media-file.ts';
import { type FormatId, formats } from './formats.ts';

/** Folder of a key by kind (specification: `api/<kind>/<id>.<ext>`). */
const folders: Readonly<Record<FileKind, string>> = {
  image: 'images',
  audio: 'audio',
  video: 'videos',
};

/** A new key for a file. The id says nothing about the bytes or the account. */
export function createFileKey(kind: FileKind, format: FormatId): string {
  return `api/${folders[kind]}/${createId()}.${formats[format].ext}`;
}
