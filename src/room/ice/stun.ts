import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/*
 * The part of STUN (RFC 8489) that the lite side of ICE (RFC 8445) needs: read binding requests, check
 * who sent them, answer them.
 */

const magicCookie = 0x2112a442;
const headerBytes = 20;
const bindingRequest = 0x0001;
const bindingResponse = 0x0101;
const attribute = {
  username: 0x0006,
  integrity: 0x0008,
  xorMappedAddress: 0x0020,
  useCandidate: 0x0025,
  fingerprint: 0x8028,
} as const;
const integrityBytes = 20;
const fingerprintMask = 0x5354554e;
const maxUsernameBytes = 512;

/** A binding request whose sender is not yet checked. */
export interface BindingRequest {
  /** Our user fragment as the peer wrote it, the part before the colon. */
  readonly localUfrag: string;
  /** True when the peer nominates this pair of addresses (`USE-CANDIDATE`). */
  readonly isNominating: boolean;
  /** Offset of the integrity attribute. */
  readonly integrityAt: number;
}

/** Returns whether a datagram has the shape of STUN. */
export function isStun(datagram: Buffer): boolean {
  return (
    datagram.length >= headerBytes &&
    (datagram[0] ?? 255) < 4 &&
    datagram.readUInt32BE(4) === magicCookie
  );
}

/** Parses a datagram for which {@link isStun} holds; null unless it is a whole binding request with integrity. */
export function parseBindingRequest(datagram: Buffer): BindingRequest | null {
  if (
    datagram.readUInt16BE(0) !== bindingRequest ||
    datagram.readUInt16BE(2) + headerBytes !== datagram.length
  ) {
    return null;
  }
  let localUfrag = '';
  let isNominating = false;
  let at = headerBytes;
  while (at + 4 <= datagram.length) {
    const type = datagram.readUInt16BE(at);
    const length = datagram.readUInt16BE(at + 2);
    const value = at + 4;
    if (value + length > datagram.length) {
      return null;
    }
    // Attributes after the integrity attribute are unsigned, so they are ignored.
    if (type === attribute.integrity) {
      return length === integrityBytes ? { localUfrag, isNominating, integrityAt: at } : null;
    }
    if (type === attribute.username && length <= maxUsernameBytes) {
      localUfrag = datagram.toString('utf8', value, value + length).split(':', 1)[0] ?? '';
    } else if (type === attribute.useCandidate) {
      isNominating = true;
    }
    at = value + ((length + 3) & ~3);
  }
  return null;
}

/** Returns whether the integrity of a request was made with the password. */
export function isAuthentic(datagram: Buffer, request: BindingRequest, password: string): boolean {
  const at = request.integrityAt;
  const signed = Buffer.from(datagram.subarray(0, at));
  signed.writeUInt16BE(at - headerBytes + 4 + integrityBytes, 2);
  const expected = createHmac('sha1', password).update(signed).digest();
  return timingSafeEqual(expected, datagram.subarray(at + 4, at + 4 + integrityBytes));
}

/** The answer to a request from an IPv4 address, signed with the password. */
export function writeBindingResponse(
  request: Buffer,
  source: { readonly address: string; readonly port: number },
  password: string,
): Buffer {
  const mapped = headerBytes + 12;
  const signed = mapped + 4 + integrityBytes;
  const out = Buffer.alloc(signed + 8);
  out.writeUInt16BE(bindingResponse, 0);
  request.copy(out, 4, 4, headerBytes);

  out.writeUInt16BE(attribute.xorMappedAddress, headerBytes);
  out.writeUInt16BE(8, headerBytes + 2);
  out.writeUInt8(1, headerBytes + 5);
  out.writeUInt16BE(source.port ^ (magicCookie >>> 16), headerBytes + 6);
  out.writeUInt32BE((toNumber(source.address) ^ magicCookie) >>> 0, headerBytes + 8);

  out.writeUInt16BE(signed - headerBytes, 2);
  out.writeUInt16BE(attribute.integrity, mapped);
  out.writeUInt16BE(integrityBytes, mapped + 2);
  createHmac('sha1', password)
    .update(out.subarray(0, mapped))
    .digest()
    .copy(out, mapped + 4);

  out.writeUInt16BE(out.length - headerBytes, 2);
  out.writeUInt16BE(attribute.fingerprint, signed);
  out.writeUInt16BE(4, signed + 2);
  out.writeUInt32BE((crc32(out.subarray(0, signed)) ^ fingerprintMask) >>> 0, signed + 4);
  return out;
}

function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => ((sum << 8) | Number(part)) >>> 0, 0);
}
