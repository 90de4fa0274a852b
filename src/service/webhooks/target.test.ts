import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import {
  checkCallbackUrl,
  createHostedPolicy,
  createLoopbackPolicy,
  isAllowedAddress,
  parseAllowance,
  resolveCallbackUrl,
} from './target.ts';

const hosted = createHostedPolicy([], () => [8080]);
const embedded = createLoopbackPolicy(() => [8080]);

function readMessage(check: () => unknown): string {
  try {
    check();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'invalid_input' });
    return (error as AppError).message;
  }
  return 'accepted';
}

describe('a callback_url', () => {
  it.each([
    ['not an address', 'no full address'],
    ['/hook', 'no full address'],
    ['file:///etc/passwd', 'scheme "file"'],
    ['ftp://example.com/', 'scheme "ftp"'],
    ['javascript:alert(1)', 'scheme "javascript"'],
    ['http://user:pw@example.com/', 'user name or password'],
    ['https://example.com/#part', 'fragment'],
    ['https://example.com:22/', 'port 22'],
    ['https://example.com:6379/', 'port 6379'],
    ['https://example.com:0/', 'port 0'],
    [`https://example.com/${'x'.repeat(2048)}`, 'longer than 2048'],
    ['http://127.0.0.1/', 'may not reach'],
    ['http://localhost./', 'may not reach'],
    ['http://a.localhost:9000/', 'may not reach'],
  ])('%s is refused: %s', (url, reason) => {
    expect(readMessage(() => checkCallbackUrl(url, hosted))).toContain(reason);
  });

  it.each(['https://example.com/hook', 'http://example.com:8081/', 'https://93.184.216.34/'])(
    '%s is accepted',
    (url) => {
      expect(checkCallbackUrl(url, hosted).href).toBe(url);
    },
  );

  it('may name this machine in the embedded service, never the service itself', () => {
    expect(checkCallbackUrl('http://127.0.0.1:3000/x', embedded).port).toBe('3000');
    expect(checkCallbackUrl('http://[::1]:3000/x', embedded).port).toBe('3000');
    expect(checkCallbackUrl('http://localhost:3000/x', embedded).port).toBe('3000');
    expect(readMessage(() => checkCallbackUrl('http://127.0.0.1:8080/x', embedded))).toContain(
      '8080',
    );
    expect(readMessage(() => checkCallbackUrl('http://localhost:8080/x', embedded))).toContain(
      '8080',
    );
    expect(readMessage(() => checkCallbackUrl('http://10.0.0.1/x', embedded))).toContain('may not');
  });

  it('is refused when one of its addresses is private, accepted when it does not resolve', async () => {
    const answer = (addresses: readonly string[]) => () =>
      Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
    await expect(
      resolveCallbackUrl('https://a.test/', hosted, answer(['93.184.216.34', '10.0.0.5'])),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(
      resolveCallbackUrl('https://a.test/', hosted, answer(['93.184.216.34'])),
    ).resolves.toBeInstanceOf(URL);
    await expect(
      resolveCallbackUrl('https://a.test/', hosted, () => Promise.reject(new Error('ENOTFOUND'))),
    ).resolves.toBeInstanceOf(URL);
  });
});

describe('an address', () => {
  it.each([
    '',
    'localhost',
    '1.2.3',
    ...(
      '127.0.0.1 127.8.8.8 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 ' +
      '100.100.100.200 192.0.2.1 198.18.0.1 224.0.0.1 255.255.255.255 240.0.0.1 ::1 :: ::7f00:1 ' +
      '::ffff:127.0.0.1 ::ffff:10.0.0.1 fd00::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 ' +
      '64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001:db8::1 2001::1 100::1'
    ).split(' '),
  ])('%s is no target', (address) => {
    expect(isAllowedAddress(address, 443, hosted)).toBe(false);
  });

  it.each(['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34'])(
    '%s is one',
    (address) => {
      expect(isAllowedAddress(address, 443, hosted)).toBe(true);
    },
  );

  it('is opened by an allowance on its port only', () => {
    const policy = createHostedPolicy(['10.0.0.0/8@8443', 'fd00::/8'], () => [8080]);
    expect(isAllowedAddress('10.2.3.4', 8443, policy)).toBe(true);
    expect(isAllowedAddress('::ffff:10.2.3.4', 8443, policy)).toBe(true);
    expect(isAllowedAddress('10.2.3.4', 443, policy)).toBe(false);
    expect(isAllowedAddress('fd00::1', 25, policy)).toBe(true);
    expect(isAllowedAddress('127.0.0.1', 8443, policy)).toBe(false);
  });
});

describe('an allowance', () => {
  it.each(['10.0.0.0', '10.0.0.0/33', 'x/8', '10.0.0.0/8@0', '10.0.0.0/8@70000', ''])(
    'written as "%s" is refused',
    (text) => {
      expect(readMessage(() => parseAllowance(text))).toContain('no allowance');
    },
  );
});
