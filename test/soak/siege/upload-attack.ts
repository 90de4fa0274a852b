import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { operations } from '../../../src/contract/api/operations.ts';
import { frankStill } from '../../media/support/stills.ts';
import { writeFaceClip } from '../../service/capabilities/face-clips.ts';
import { makeWav } from '../../service/files/media-fixtures.ts';
import { insertAfterHeader, makeZip, toPngChunk } from '../../service/files/picture-fixtures.ts';
import { repeatUntilEnd, callService, pickOne, type ChaosRun } from './besieger.ts';
import type { SiegeAccount } from './siege-service-host.ts';

/** Files that the attack is made of. */
export interface SiegeFiles {
  readonly face: Buffer;
  readonly png: Buffer;
  readonly clip: Buffer;
}

/** Keys of uploads that may be named in jobs; the oldest are deleted again. */
export interface Uploaded {
  readonly images: string[];
  readonly videos: string[];
}

interface Attempt {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly isRefused: boolean;
}

const KEPT = 8;

/** Makes the files; `folder` is scratch. */
export async function makeSiegeFiles(folder: string): Promise<SiegeFiles> {
  const path = join(folder, 'clip.mp4');
  await writeFaceClip(path, { width: 128, height: 96, frames: 12 });
  const still = sharp(frankStill('02159')).resize(320);
  return {
    face: await still.clone().jpeg().toBuffer(),
    png: await still.clone().png().toBuffer(),
    clip: await readFile(path),
  };
}

/** Sends files that are valid, refused, of two kinds at once, or cut off in transit, and deletes old ones. */
export async function attackUploads(
  siege: ChaosRun,
  account: SiegeAccount,
  files: SiegeFiles,
  uploaded: Uploaded,
): Promise<void> {
  await repeatUntilEnd(siege, 900, async () => {
    if (siege.random() < 0.2) {
      await cutOff(siege, account, files.clip);
      return;
    }
    await sendWhole(siege, account, choose(siege.random, files), uploaded);
    await deleteOldest(siege, account, uploaded);
  });
}

function choose(random: () => number, { face, png, clip }: SiegeFiles): Attempt {
  const unique = randomBytes(16).toString('hex');
  const attempt = (name: string, bytes: Uint8Array, type: string, isRefused = false): Attempt => ({
    name,
    bytes: Uint8Array.from(bytes),
    type,
    isRefused,
  });
  return pickOne(random, [
    () => attempt('face.jpg', face, 'image/jpeg'),
    () => attempt('new.png', insertAfterHeader(png, toText(unique)), 'image/png'),
    () => attempt('new.png', insertAfterHeader(png, toText(unique)), ''),
    () => attempt('clip.mp4', clip, 'video/mp4'),
    () => attempt('sound.wav', makeWav(0.5 + random()), 'audio/wav'),
    () => attempt('zip in.jpg', Buffer.concat([face, makeZip()]), 'image/jpeg'),
    () => attempt('page in.png', Buffer.concat([png, Buffer.from(page)]), 'image/png'),
    () => attempt('page.jpg', Buffer.concat([Buffer.from(page), face]), 'image/jpeg', true),
    () => attempt('lie.png', face, 'video/mp4', true),
    () => attempt('drawing.svg', Buffer.from(svg), 'image/svg+xml', true),
    () => attempt('text.jpg', Buffer.from(unique.repeat(400)), 'image/jpeg', true),
    () => attempt('half.jpg', face.subarray(0, face.length / 3), 'image/jpeg', true),
    () => attempt('empty.png', Buffer.alloc(0), 'image/png', true),
  ])();
}

const page = '<!doctype html><script>fetch("/api/v1/account")</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>';

function toText(text: string): Buffer {
  return toPngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'));
}

async function sendWhole(
  siege: ChaosRun,
  account: SiegeAccount,
  { name, bytes, type, isRefused }: Attempt,
  uploaded: Uploaded,
): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  const reply = await callService(siege, account, operations.uploadFile, { form });
  if (reply === null || reply.status >= 500) {
    return;
  }
  if (reply.status !== (isRefused ? 400 : 200)) {
    siege.log.wrong(`an upload of ${name}: ${reply.status} ${reply.code} ${reply.message}`);
    return;
  }
  siege.log.count(isRefused ? 'uploads refused' : 'uploads taken in');
  const { file_key: key } = reply.body as { file_key?: string };
  if (key !== undefined) {
    if (key.startsWith('api/images/')) {
      uploaded.images.push(key);
    } else if (key.startsWith('api/videos/')) {
      uploaded.videos.push(key);
    } else {
      await remove(siege, account, key);
    }
  }
}

async function deleteOldest(
  siege: ChaosRun,
  account: SiegeAccount,
  uploaded: Uploaded,
): Promise<void> {
  for (const list of [uploaded.images, uploaded.videos]) {
    const key = list.length > KEPT ? list.shift() : undefined;
    if (key !== undefined) {
      await remove(siege, account, key);
    }
  }
}

async function remove(siege: ChaosRun, account: SiegeAccount, key: string): Promise<void> {
  const { path } = operations.deleteUpload;
  const reply = await callService(siege, account, operations.deleteUpload, {
    path: path.replace(/\{\w+\}/, encodeURIComponent(key)),
  });
  if (reply?.status === 204) {
    siege.log.count('uploads deleted');
  } else if (reply !== null && ![400, 404].includes(reply.status) && reply.status < 500) {
    siege.log.wrong(`deleting an upload: ${reply.status} ${reply.code} ${reply.message}`);
  }
}

/** Hangs up in the middle of a body. */
async function cutOff(siege: ChaosRun, account: SiegeAccount, bytes: Buffer): Promise<void> {
  const url = new URL(`${siege.service.baseUrl}${operations.uploadFile.path}`);
  const part =
    '--cut\r\nContent-Disposition: form-data; name="file"; filename="cut.mp4"\r\n' +
    'Content-Type: video/mp4\r\n\r\n';
  const head =
    `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${account.secret}\r\n` +
    `Content-Type: multipart/form-data; boundary=cut\r\nContent-Length: ${part.length + bytes.length + 11}\r\n\r\n`;
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined);
  socket.write(head + part);
  socket.write(bytes.subarray(0, Math.floor(siege.random() * bytes.length)));
  await pause(siege.random() * 400);
  socket.destroy();
  siege.log.count('uploads cut off');
}
