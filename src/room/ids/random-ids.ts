import { randomBytes } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz23456789';

/** Random letters and digits, close to six bits each. */
export function createRandomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
}

/** A server id with its kind in front: `PA_` participant, `TR_` track, `RM_` room. */
export function createSid(kind: 'PA' | 'TR' | 'RM'): string {
  return `${kind}_${createRandomText(14)}`;
}

/** A random synchronisation source of RTP, never 0. */
export function createSsrc(): number {
  return randomBytes(4).readUInt32BE(0) || 1;
}
