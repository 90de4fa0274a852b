import { describe, expect, it } from 'vitest';
import { isAuthentic, isStun, parseBindingRequest, writeBindingResponse } from './stun.ts';

// RFC 5769, 2.1: a request with username evtj:h6vY, and its password.
const request = Buffer.from(
  '000100582112a442b7e7a701bc34d686fa87dfae' +
    '80220010' +
    '5354554e207465737420636c69656e74' +
    '00240004' +
    '6e0001ff' +
    '80290008' +
    '932ff9b151263b36' +
    '00060009' +
    '6576746a3a68367659202020' +
    '00080014' +
    '9aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2' +
    '80280004' +
    'e57a3bcf',
  'hex',
);
const password = 'VOkJxbRl1RmTxUk/WvJxBt';

describe('the checks of ICE', () => {
  it('are read and proven as the standard has them', () => {
    expect(isStun(request)).toBe(true);
    const read = parseBindingRequest(request);
    expect(read).toMatchObject({ localUfrag: 'evtj', isNominating: false });
    expect(isAuthentic(request, read!, password)).toBe(true);
    expect(isAuthentic(request, read!, `${password}x`)).toBe(false);
  });

  it('are refused with any byte changed before the signature', () => {
    for (let at = 0; at < request.length - 32; at += 1) {
      const changed = Buffer.from(request);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const read = isStun(changed) ? parseBindingRequest(changed) : null;
      expect(read !== null && isAuthentic(changed, read, password)).toBe(false);
    }
  });

  it('are nothing when cut anywhere', () => {
    for (let length = 0; length < request.length; length += 1) {
      const cut = request.subarray(0, length);
      expect(isStun(cut) && parseBindingRequest(cut) !== null).toBe(false);
    }
  });

  it('are answered as the standard has it', () => {
    // RFC 5769, 2.2, without its software attribute: the mapped address is 192.0.2.1:32853.
    const response = writeBindingResponse(
      request,
      { address: '192.0.2.1', port: 32_853 },
      password,
    );
    expect(response.subarray(0, 2).toString('hex')).toBe('0101');
    expect(response.subarray(4, 20)).toEqual(request.subarray(4, 20));
    expect(response.subarray(20, 32).toString('hex')).toBe('002000080001a147e112a643');
    expect(response.readUInt16BE(2)).toBe(response.length - 20);
  });
});
