import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import { type AddressRule, toHostReach, requireServiceAddress } from './service-address.ts';

const remote = 'https://api.example.com/api/v1';
const home = 'https://192.168.1.20/api/v1';
const here = 'http://127.0.0.1:8787/api/v1';

const refusal = (text: string, baseUrl: string, kind: AddressRule['kind'] = 'socket'): string => {
  try {
    requireServiceAddress(text, { baseUrl, kind, field: 'stream_url' });
    return '';
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad_reply', details: { field: 'stream_url' } });
    return error instanceof AppError ? error.message : '';
  }
};

describe('an address that a service names', () => {
  it.each([
    ['wss://stream.example.net/live?x=1', remote],
    ['wss://8.8.8.8/live', remote],
    ['wss://192.168.1.21/live', home],
    ['ws://192.168.1.21:7880/live', home],
    ['wss://rooms.example.net/', home],
    ['ws://127.0.0.1:9000/live', here],
    ['ws://localhost:9000', here],
    ['ws://[::1]:9000', here],
    ['ws://192.168.1.20:7880', here],
    ['wss://rooms.example.net/', here],
  ])('takes %s of a service at %s', (text, baseUrl) => {
    expect(refusal(text, baseUrl)).toBe('');
  });

  it.each([
    ['ws://stream.example.net/live', remote, /scheme "ws:"; wss:\/\/ is allowed/],
    ['ws://127.0.0.1:9000/live', remote, /scheme/],
    ['wss://127.0.0.1:9000/live', remote, /this computer/],
    ['wss://localhost./live', remote, /this computer/],
    ['wss://a.localhost/live', remote, /this computer/],
    ['wss://2130706433/', remote, /this computer/],
    ['wss://[::ffff:127.0.0.1]/', remote, /this computer/],
    ['wss://0.0.0.0/', remote, /this computer/],
    ['wss://10.0.0.1/', remote, /private network/],
    ['wss://169.254.169.254/', remote, /private network/],
    ['wss://100.64.0.1/', remote, /private network/],
    ['wss://[fe80::1]/', remote, /private network/],
    ['wss://[fd00::1]/', remote, /private network/],
    ['wss://[::7f00:1]/', remote, /private network/],
    ['wss://[64:ff9b::7f00:1]/', remote, /private network/],
    ['wss://router/', remote, /private network/],
    ['wss://nas.local/', remote, /private network/],
    ['wss://127.0.0.1/', home, /this computer/],
    ['ws://stream.example.net/', here, /scheme/],
    ['ftp://stream.example.net/', remote, /scheme "ftp:"/],
    ['https://stream.example.net/', remote, /scheme/],
    ['wss://host.example/#x', remote, /fragment/],
    ['wss://host.example/#', remote, /fragment/],
    ['wss://user:pass@host.example/', remote, /user name/],
    ['x', remote, /no full address/],
    ['', remote, /no full address/],
    [`wss://host.example/${'a'.repeat(5000)}`, remote, /no full address/],
  ])('refuses %s of a service at %s', (text, baseUrl, message) => {
    expect(refusal(text, baseUrl)).toMatch(message);
  });

  it('holds files to https, and to http where both ends are near', () => {
    expect(refusal('https://cdn.example.net/a.mp4', remote, 'file')).toBe('');
    expect(refusal('http://cdn.example.net/a.mp4', remote, 'file')).toMatch(/scheme/);
    expect(refusal('http://127.0.0.1:8787/files/a', here, 'file')).toBe('');
    expect(refusal('file:///etc/passwd', here, 'file')).toMatch(/scheme/);
  });

  it('is taken as one that ws can open, or refused with its reason, whatever the text is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withFragments: true }), fc.ipV6()),
        fc.constantFrom(remote, home, here),
        (text, baseUrl) => {
          const urls = [text, `wss://${text}`, text.replace(/^https?/, 'wss')];
          for (const url of urls) {
            if (refusal(url, baseUrl) === '') {
              expect(url).toMatch(/^\s*wss?:/i);
              expect(toHostReach(new URL(url)) === 'public' || baseUrl !== remote).toBe(true);
            }
          }
        },
      ),
    );
  });
});
