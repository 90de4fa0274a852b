import { randomBytes } from 'node:crypto';
import { RtpHeader, SrtpSession } from 'werift';
import { describe, expect, it } from 'vitest';
import { MediaCipher } from './media-cipher.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

describe('the example of RFC 7714, 16.1.1', () => {
  const key = hex('00010203 04050607 08090a0b 0c0d0e0f');
  const salt = hex('51756964 2070726f 2071756f');
  const plain = Buffer.from('Gallia est omnis divisa in partes tres');
  const sealed = hex(`8040f17b 8041f8d3 5501a0b2
    f24de3a3 fb34de6c acba861c 9d7e4bca be633bd5 0d294e6f 42a5f47a 51c7d19b 36de3adf 8833
    899d7f27 beb16a91 52cf765e e4390cce`);
  const header = new RtpHeader({
    payloadType: 0x40,
    sequenceNumber: 0xf17b,
    timestamp: 0x8041_f8d3,
    ssrc: 0x5501_a0b2,
  });

  it('is sealed as it says', () => {
    expect(new MediaCipher(key, salt, 'sent').seal(plain, header)).toEqual(sealed);
  });

  it('is opened, and nothing else is', () => {
    const packet = new MediaCipher(key, salt, 'received').open(sealed);
    expect(packet?.payload).toEqual(plain);
    expect(packet?.header.sequenceNumber).toBe(0xf17b);
    for (const at of [1, 9, 20, sealed.length - 1]) {
      const forged = Buffer.from(sealed);
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect(new MediaCipher(key, salt, 'received').open(forged)).toBeNull();
    }
    expect(new MediaCipher(key, salt, 'received').open(sealed.subarray(0, 20))).toBeNull();
  });
});

it('speaks with another implementation around the turn of the numbers, with extensions', () => {
  const { other, sealer, open } = openPair();
  for (const sequenceNumber of [65_534, 65_535, 0, 1]) {
    const header = new RtpHeader({
      payloadType: 96,
      marker: sequenceNumber === 0,
      sequenceNumber,
      timestamp: 123_456,
      ssrc: 99,
      extension: true,
      extensions: [
        { id: 3, payload: Buffer.from([0, 0, 0]) },
        { id: 14, payload: Buffer.from([9]) },
      ],
    });
    const payload = randomBytes(100);
    expect(sealer.seal(payload, header)).toEqual(other.encrypt(payload, header));
    const packet = open(other.encrypt(payload, header));
    expect(packet?.payload).toEqual(payload);
    expect(packet?.header.extensions.map(({ id }) => id)).toEqual([3, 14]);
  }
});

it('takes padding off, and refuses more of it than there is', () => {
  const { other, open } = openPair();
  const header = new RtpHeader({ payloadType: 96, sequenceNumber: 5, ssrc: 1, padding: true });
  expect(open(other.encrypt(Buffer.from([7, 0, 2]), header))?.payload).toEqual(Buffer.from([7]));
  expect(open(other.encrypt(Buffer.from([7, 0, 4]), header))).toBeNull();
});

/** The library's cipher, and ours with the same keys. */
function openPair() {
  const [key, salt] = [randomBytes(16), randomBytes(12)];
  const keys = { localMasterKey: key, localMasterSalt: salt };
  const other = new SrtpSession({
    keys: { ...keys, remoteMasterKey: key, remoteMasterSalt: salt },
    profile: 7,
  });
  const { srtpSessionKey, srtpSessionSalt } = other.localContext;
  const sealer = new MediaCipher(srtpSessionKey, srtpSessionSalt, 'sent');
  const opener = new MediaCipher(srtpSessionKey, srtpSessionSalt, 'received');
  return { other, sealer, open: (datagram: Buffer) => opener.open(datagram) };
}
