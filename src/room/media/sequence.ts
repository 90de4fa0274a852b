/** Distance from sequence number `b` to `a`, with wrap-around: -32768 to 32767. */
export function toSequenceDistance(a: number, b: number): number {
  const distance = (a - b) & 0xffff;
  return distance > 0x7fff ? distance - 0x10000 : distance;
}
