const fixedBytes = 12;
const sourceBytes = 4;
const extensionHeadBytes = 4;
/** Clients send less than a hundred. */
const maxExtensionBytes = 512;

/** Media, not a report: RFC 5761 keeps their types apart. */
export function isRtp(datagram: Buffer): boolean {
  const first = datagram[0] ?? 0;
  const second = datagram[1] ?? 0;
  return first >> 6 === 2 && (second < 192 || second > 223);
}

/**
 * Measures the header of a media packet (RFC 3550, 5.1), in bytes; null when the packet is shorter, or its
 * extensions are longer than any client's. Has to be called before any parsing: the library's parser follows a
 * length beyond the end of the packet, for a minute and before anything is decrypted.
 */
export function measureRtpHeader(datagram: Buffer): number | null {
  const first = datagram[0] ?? 0;
  let bytes = fixedBytes + sourceBytes * (first & 0x0f);
  if ((first & 0x10) !== 0) {
    if (bytes + extensionHeadBytes > datagram.length) {
      return null;
    }
    const extensionBytes = 4 * datagram.readUInt16BE(bytes + 2);
    if (extensionBytes > maxExtensionBytes) {
      return null;
    }
    bytes += extensionHeadBytes + extensionBytes;
  }
  return bytes <= datagram.length ? bytes : null;
}
