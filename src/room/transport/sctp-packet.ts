const headerBytes = 12;
const chunkHeadBytes = 4;
const sackHeadBytes = 12;
const initHeadBytes = 16;
/** Numbers of packets that one packet may acknowledge behind gaps, all of its chunks together. */
const maxGapNumbers = 16_384;

const chunk = {
  init: 1,
  initAck: 2,
  sack: 3,
  heartbeat: 4,
  heartbeatAck: 5,
  abort: 6,
  error: 9,
  reconfig: 130,
} as const;
/** Chunks that are lists of parameters, with the offset of the list. */
const parametersAt: ReadonlyMap<number, number> = new Map([
  [chunk.init, initHeadBytes],
  [chunk.initAck, initHeadBytes],
  [chunk.heartbeat, 0],
  [chunk.heartbeatAck, 0],
  [chunk.abort, 0],
  [chunk.error, 0],
  [chunk.reconfig, 0],
]);

/**
 * Returns whether all lengths in an SCTP packet (RFC 9260, 3) are valid: chunks and parameters are inside the packet,
 * are not shorter than their headers, and acknowledge no more than a sender can have sent. The library's parser trusts
 * them: a chunk of length 0 caused an endless loop that used up the memory.
 */
export function isWellFormedSctp(packet: Buffer): boolean {
  let gapNumbers = 0;
  const areWhole = walk(packet, headerBytes, (body, type) => {
    if (type === chunk.sack) {
      gapNumbers += countGapNumbers(body);
      return gapNumbers <= maxGapNumbers;
    }
    const start = parametersAt.get(type);
    return start === undefined || walk(body, start, () => true);
  });
  return packet.length >= headerBytes && areWhole;
}

/** Iterates over items with a header of four bytes, whose last two are the length, padded to four bytes. */
function walk(
  bytes: Buffer,
  start: number,
  inspect: (body: Buffer, type: number) => boolean,
): boolean {
  for (let at = start; at + chunkHeadBytes <= bytes.length;) {
    const length = bytes.readUInt16BE(at + 2);
    const end = at + length;
    if (length < chunkHeadBytes || end > bytes.length) {
      return false;
    }
    if (!inspect(bytes.subarray(at + chunkHeadBytes, end), bytes.readUInt8(at))) {
      return false;
    }
    at += (length + 3) & ~3;
  }
  return true;
}

/** Counts the numbers in the gap blocks of an acknowledgement; infinite when it is malformed. */
function countGapNumbers(body: Buffer): number {
  if (body.length < sackHeadBytes) {
    return Number.POSITIVE_INFINITY;
  }
  const gaps = body.readUInt16BE(8);
  const duplicates = body.readUInt16BE(10);
  if (sackHeadBytes + 4 * (gaps + duplicates) > body.length) {
    return Number.POSITIVE_INFINITY;
  }
  let numbers = 0;
  for (let gap = 0; gap < gaps; gap += 1) {
    const at = sackHeadBytes + 4 * gap;
    numbers += Math.max(0, body.readUInt16BE(at + 2) - body.readUInt16BE(at) + 1);
  }
  return numbers;
}
