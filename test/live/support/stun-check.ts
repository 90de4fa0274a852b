import { createHmac, randomBytes } from 'node:crypto';
import type { IceLite } from '../../../src/room/ice/ice-lite.ts';

/** A signed check (RFC 8445, 7.1); a nominating one chooses the address it comes from. */
export function writeStunCheck(
  { localUfrag, localPassword }: Pick<IceLite, 'localUfrag' | 'localPassword'>,
  isNominating: boolean,
): Buffer {
  const username = Buffer.from(`${localUfrag}:peer`);
  const padded = Buffer.alloc((username.length + 3) & ~3);
  username.copy(padded);
  const head = Buffer.from('000100002112a442', 'hex');
  const field = (type: number, length: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt16BE(type, 0);
    bytes.writeUInt16BE(length, 2);
    return bytes;
  };
  const attributes = [field(0x0006, username.length), padded];
  if (isNominating) {
    attributes.push(field(0x0025, 0));
  }
  const signed = Buffer.concat([head, randomBytes(12), ...attributes]);
  signed.writeUInt16BE(signed.length - 20 + 24, 2);
  const integrity = createHmac('sha1', localPassword).update(signed).digest();
  return Buffer.concat([signed, field(0x0008, 20), integrity]);
}
