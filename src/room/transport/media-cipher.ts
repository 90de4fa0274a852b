import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { RtpHeader, RtpPacket } from 'werift';
import { PacketIndex } from './packet-index.ts';
import { measureRtpHeader } from './rtp-header.ts';

const algorithm = 'aes-128-gcm';
const tagBytes = 16;
const ivBytes = 12;
const fixedHeaderBytes = 12;

/**
 * SRTP of one way of a path with AEAD_AES_128_GCM (RFC 7714). A key that is prepared once instead of with
 * every packet saves 22 of 32 µs of each.
 */
export class MediaCipher {
  readonly #key: KeyObject;
  readonly #salt: Buffer;
  readonly #iv = Buffer.alloc(ivBytes);
  readonly #index: PacketIndex;

  /**
   * Takes the session key and the session salt, of which only 12 bytes are used; `direction`: packets of the peer or
   * ours.
   */
  constructor(key: Buffer, salt: Buffer, direction: 'received' | 'sent') {
    this.#index = new PacketIndex(direction);
    this.#key = createSecretKey(key);
    this.#salt = salt.subarray(0, ivBytes);
  }

  /** Encrypts a packet without contributing sources, whose extensions have the one-byte form; null when it is too old. */
  seal(payload: Buffer, header: RtpHeader): Buffer | null {
    const { ssrc, sequenceNumber } = header;
    const rollovers = this.#index.guess(ssrc, sequenceNumber);
    if (rollovers === null) {
      return null;
    }
    this.#index.note(ssrc, sequenceNumber, rollovers);
    const headerBytes = fixedHeaderBytes + countExtensionBytes(header);
    const out = Buffer.allocUnsafe(headerBytes + payload.length + tagBytes);
    writeHeader(out, header, headerBytes);
    this.#setIv(ssrc, rollovers, sequenceNumber);
    const cipher = createCipheriv(algorithm, this.#key, this.#iv);
    cipher.setAAD(out.subarray(0, headerBytes));
    cipher.update(payload).copy(out, headerBytes);
    cipher.final();
    cipher.getAuthTag().copy(out, headerBytes + payload.length);
    return out;
  }

  /** Authenticates and decrypts a packet; null when the peer did not send it. */
  open(datagram: Buffer): RtpPacket | null {
    const end = datagram.length - tagBytes;
    const payloadAt = end < fixedHeaderBytes ? null : measureRtpHeader(datagram.subarray(0, end));
    if (payloadAt === null) {
      return null;
    }
    const header = RtpHeader.deSerialize(datagram);
    const { ssrc, sequenceNumber } = header;
    const rollovers = this.#index.guess(ssrc, sequenceNumber);
    if (rollovers === null) {
      return null;
    }
    this.#setIv(ssrc, rollovers, sequenceNumber);
    const decipher = createDecipheriv(algorithm, this.#key, this.#iv, { authTagLength: tagBytes });
    decipher.setAAD(datagram.subarray(0, payloadAt));
    decipher.setAuthTag(datagram.subarray(end));
    const payload = decipher.update(datagram.subarray(payloadAt, end));
    try {
      decipher.final();
    } catch {
      return null;
    }
    this.#index.note(ssrc, sequenceNumber, rollovers);
    header.paddingSize = header.padding ? (payload.at(-1) ?? 0) : 0;
    return header.paddingSize > payload.length
      ? null
      : new RtpPacket(header, payload.subarray(0, payload.length - header.paddingSize));
  }

  #setIv(ssrc: number, rollovers: number, sequence: number): void {
    const iv = this.#iv;
    iv.writeUInt16BE(0, 0);
    iv.writeUInt32BE(ssrc, 2);
    iv.writeUInt32BE(rollovers, 6);
    iv.writeUInt16BE(sequence, 10);
    for (let at = 0; at < ivBytes; at += 1) {
      iv[at] = (iv[at] ?? 0) ^ (this.#salt[at] ?? 0);
    }
  }
}

function countExtensionBytes({ extensions }: RtpHeader): number {
  let bytes = 0;
  for (const { payload } of extensions) {
    bytes += 1 + payload.length;
  }
  return bytes === 0 ? 0 : 4 + 4 * Math.ceil(bytes / 4);
}

function writeHeader(out: Buffer, header: RtpHeader, headerBytes: number): void {
  const { extensions } = header;
  out[0] = 0x80 | (extensions.length > 0 ? 0x10 : 0);
  out[1] = (header.marker ? 0x80 : 0) | header.payloadType;
  out.writeUInt16BE(header.sequenceNumber, 2);
  out.writeUInt32BE(header.timestamp, 4);
  out.writeUInt32BE(header.ssrc, 8);
  if (extensions.length === 0) {
    return;
  }
  out.writeUInt16BE(0xbede, fixedHeaderBytes);
  out.writeUInt16BE((headerBytes - fixedHeaderBytes) / 4 - 1, fixedHeaderBytes + 2);
  let at = fixedHeaderBytes + 4;
  for (const { id, payload } of extensions) {
    out[at] = (id << 4) | (payload.length - 1);
    payload.copy(out, at + 1);
    at += 1 + payload.length;
  }
  out.fill(0, at, headerBytes);
}
