const HEADER_BYTES = 13;

/** Content types of records (RFC 6347, 4.1 and RFC 5246, 6.2.1). */
export const dtlsContent = { handshake: 22, applicationData: 23 } as const;

/** One record of a datagram. */
export interface DtlsRecord {
  readonly type: number;
  /** 0 while nothing is encrypted. */
  readonly epoch: number;
  /** The record with its header; a view of the datagram. */
  readonly bytes: Buffer;
}

/** Returns whether a datagram is DTLS, by its first byte (RFC 7983, 7). */
export function isDtls(datagram: Buffer): boolean {
  const type = datagram[0] ?? 0;
  return type >= 20 && type <= 63;
}

/** Returns the records of a datagram in order, without a truncated last one. */
export function readDtlsRecords(datagram: Buffer): readonly DtlsRecord[] {
  const records: DtlsRecord[] = [];
  let at = 0;
  while (at + HEADER_BYTES <= datagram.length) {
    const end = at + HEADER_BYTES + datagram.readUInt16BE(at + 11);
    if (end > datagram.length) {
      break;
    }
    const bytes = datagram.subarray(at, end);
    records.push({ type: bytes.readUInt8(0), epoch: bytes.readUInt16BE(3), bytes });
    at = end;
  }
  return records;
}
