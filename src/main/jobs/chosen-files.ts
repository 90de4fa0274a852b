import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { BYTES_PER_MB, limits } from '../../contract/api/limits.ts';
import type { ChosenFile, MediaKind } from '../../contract/ipc/files.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { Consents } from './consents.ts';
import { detectFileMedia } from './media-kind.ts';

/** A chosen file as main holds it. */
export interface KnownFile {
  readonly id: string;
  readonly path: string;
  readonly kind: MediaKind;
  readonly sizeBytes: number;
  /** Hash of the content at the time it was chosen. */
  readonly sha256: string;
}

/** The files the user chose since the start of the app. */
export interface ChosenFiles {
  /** Adds a file. Throws `unsupported_format`, `input_too_large` or `invalid_input`. */
  readonly add: (path: string) => Promise<ChosenFile>;
  /** Throws `not_found`. */
  readonly require: (id: string) => KnownFile;
  /** Stores the user's confirmation of the person's consent. */
  readonly agree: (id: string) => ChosenFile;
  readonly hasConsent: (id: string) => boolean;
  /** All of some contents. */
  readonly listOf: (sha256s: ReadonlySet<string>) => readonly KnownFile[];
}

const maxMb: Readonly<Record<MediaKind, number>> = {
  image: limits.imageUploadMb,
  audio: limits.audioUploadMb,
  video: limits.videoUploadMb,
};

/** Makes an empty list. */
export function createChosenFiles(grants: MediaGrants, consents: Consents): ChosenFiles {
  const files = new Map<string, KnownFile>();
  const describe = ({ id, path, kind, sizeBytes, sha256 }: KnownFile): ChosenFile => ({
    id,
    name: basename(path),
    kind,
    sizeBytes,
    url: grants.grant(path),
    hasConsent: consents.has(sha256),
  });
  const require = (id: string): KnownFile => {
    const file = files.get(id);
    if (file === undefined) {
      throw new AppError('not_found', 'This file has to be chosen again.', {
        details: faultDetails('choose_again'),
      });
    }
    return file;
  };
  return {
    add: async (given) => {
      const file: KnownFile = { id: randomUUID(), ...(await identifyFile(given)) };
      files.set(file.id, file);
      return describe(file);
    },
    require,
    agree: (id) => {
      const file = require(id);
      consents.add(file.sha256);
      return describe(file);
    },
    hasConsent: (id) => consents.has(require(id).sha256),
    listOf: (sha256s) => [...files.values()].filter(({ sha256 }) => sha256s.has(sha256)),
  };
}

/**
 * Identifies a file by its content, never by its name alone: only media is accepted, so only media can be
 * shown. Throws `unsupported_format`, `input_too_large` or `invalid_input`.
 */
export async function identifyFile(chosenPath: string): Promise<Omit<KnownFile, 'id'>> {
  const name = basename(chosenPath);
  try {
    const path = await realpath(chosenPath);
    const { size, isFile } = await inspect(path);
    if (!isFile || size === 0) {
      throw new AppError('invalid_input', `${name} is empty or not a file.`, {
        details: faultDetails('file_empty'),
      });
    }
    const media = await detectFileMedia(path);
    if (media === null) {
      throw new AppError(
        'unsupported_format',
        `${name} is neither a picture nor a sound nor a video.`,
        { details: faultDetails('no_media') },
      );
    }
    const { kind } = media;
    const max = maxMb[kind];
    if (size > max * BYTES_PER_MB) {
      throw new AppError('input_too_large', `${name} is larger than ${max} MB.`, {
        details: faultDetails('file_too_large', { max_mb: max }),
      });
    }
    return { path, kind, sizeBytes: size, sha256: await hash(path) };
  } catch (cause) {
    throw cause instanceof AppError
      ? cause
      : new AppError('invalid_input', `${name} cannot be read.`, {
          cause,
          details: faultDetails('file_unreadable'),
        });
  }
}

async function inspect(path: string): Promise<{ readonly size: number; readonly isFile: boolean }> {
  const found = await stat(path);
  return { size: found.size, isFile: found.isFile() };
}

async function hash(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}
