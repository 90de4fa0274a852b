import { gzipSync } from 'node:zlib';
import {
  ClientInfo,
  ConnectionSettings,
  JoinRequest,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from '@livekit/protocol';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { signToken } from '../token/token.ts';
import { admit, type AdmissionRules, findPath, findUrl } from './admission.ts';

/*
 * Requests whose parts are valid or invalid independently. The first invalid part in the order of the checks decides
 * the answer, and a valid request is passed on completely.
 */

const nowMs = 1_800_000_000_000;
const key = { apiKey: 'key', apiSecret: 'a secret of enough letters for a test' };
const rules: AdmissionRules = {
  key,
  hosts: new Set(['127.0.0.1', 'localhost', 'rooms.example']),
  origins: new Set(['https://app.example']),
  isRoomOpen: (name) => name === 'open',
  nowMs: () => nowMs,
};

/** A value of a request and whether it is good. */
interface Part<T> {
  readonly value: T;
  readonly isGood: boolean;
}
const partOf = <T>(good: readonly T[], bad: readonly T[]): fc.Arbitrary<Part<T>> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...good).map((value) => ({ value, isGood: true })) },
    { weight: 1, arbitrary: fc.constantFrom(...bad).map((value) => ({ value, isGood: false })) },
  );

const hosts = partOf<string | undefined>(
  ['127.0.0.1:7880', '127.0.0.1', 'LOCALHOST:1', 'rooms.example', 'Rooms.Example:65535'],
  [undefined, '', ':7880', 'evil.example', 'localhost.', 'localhost:7880:7880', 'localhost:123456'],
);
const origins = partOf<string | undefined>(
  [
    undefined,
    'file://',
    'http://localhost',
    'https://localhost:8443',
    'http://127.0.0.1:5173',
    'http://[::1]:80',
    'https://app.example',
  ],
  [
    '',
    'null',
    'http://app.example',
    'https://app.example:444',
    'https://app.example.evil',
    'http://localhost.evil',
    'http://localhost:80@evil',
    'http://127.0.0.1.evil:80',
    'file://evil',
    'http://LOCALHOST',
    'http://localhost\nevil',
  ],
);

const sign = (claims: Readonly<Record<string, unknown>>, by = key): string =>
  signToken(by, {
    sub: 'someone',
    exp: nowMs / 1000 + 60,
    video: { room: 'open', roomJoin: true },
    ...claims,
  });
const tokens = partOf<string | null>(
  [sign({}), sign({ name: 'Some One' }), sign({ nbf: nowMs / 1000 + 4 })],
  [
    null,
    '',
    'a.b.c',
    sign({ exp: nowMs / 1000 - 6 }),
    sign({ nbf: nowMs / 1000 + 6 }),
    sign({ video: { room: 'open' } }),
    sign({}, { ...key, apiSecret: 'another secret of enough letters' }),
    sign({}, { ...key, apiKey: 'another' }),
  ],
);
const closed = sign({ video: { room: 'closed', roomJoin: true } });

const wrap = (bytes: Uint8Array, isPacked: boolean): string =>
  Buffer.from(
    new WrappedJoinRequest({
      compression: isPacked
        ? WrappedJoinRequest_Compression.GZIP
        : WrappedJoinRequest_Compression.NONE,
      joinRequest: isPacked ? gzipSync(bytes) : bytes,
    }).toBinary(),
  ).toString('base64url');
const client = { clientInfo: new ClientInfo() };
/** Builds a join request of `size` bytes. */
const ofSize = (size: number): Uint8Array => {
  const write = (length: number): Uint8Array =>
    new JoinRequest({ ...client, metadata: '0'.repeat(length) }).toBinary();
  return write(size - (write(size - 100).length - (size - 100)));
};
const whole = new JoinRequest({
  ...client,
  reconnect: true,
  participantSid: 'PA_before',
  connectionSettings: new ConnectionSettings({ autoSubscribe: true }),
});
const plain = new JoinRequest(client);
const bound = 256 * 1024;
const joins = partOf<{ readonly text: string; readonly join: JoinRequest }>(
  [whole, plain].flatMap((join) =>
    [true, false].map((isPacked) => ({ text: wrap(join.toBinary(), isPacked), join })),
  ),
  [
    '',
    '%%',
    wrap(new JoinRequest({ participantSid: 'PA_before' }).toBinary(), true),
    wrap(ofSize(bound + 1), true),
    wrap(Buffer.from([0xff]), false),
    // Good, but longer than an address may be.
    wrap(ofSize(49 * 1024), false),
  ].map((text) => ({ text, join: plain })),
);

const requests = fc.record({
  path: fc.constantFrom(
    '/rtc',
    '/rtc/',
    '/rtc/v1',
    '/rtc/v1/',
    '/rtc/validate',
    '/rtc/v1/validate',
  ),
  host: hosts,
  origin: origins,
  token: tokens,
  isInHeader: fc.boolean(),
  isClosed: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
  join: fc.option(joins, { freq: 3 }),
  /** Query parameters of the older signalling. */
  older: fc.constantFrom('', '&auto_subscribe=0', '&auto_subscribe=1', '&reconnect=1&sid=PA_old'),
});

it('answers with the first check that fails, and otherwise with the request of the client', () => {
  const statuses = new Set<number>();
  fc.assert(
    fc.property(requests, ({ path, host, origin, token, isInHeader, isClosed, join, older }) => {
      const text = isClosed && token.isGood ? closed : token.value;
      const inUrl = text === null || isInHeader ? '' : `&access_token=${text}`;
      const requested = join === null ? '' : `&join_request=${encodeURIComponent(join.value.text)}`;
      const request = {
        url: `${path}?x=1${inUrl}${requested}${older}`,
        headers: {
          host: host.value,
          origin: origin.value,
          authorization: text !== null && isInHeader ? `Bearer ${text}` : undefined,
        },
      };
      const url = findUrl(request);
      const found = url === null ? null : findPath(url);
      expect(found).toEqual({
        hasOneConnection: path.includes('v1'),
        isValidation: path.includes('validate'),
      });
      if (url === null || found === null) {
        return;
      }
      const isNewer = found.hasOneConnection && !found.isValidation;
      const isJoinGood = join === null ? !isNewer : join.isGood;
      const checks: readonly (readonly [boolean, number])[] = [
        [host.isGood, 403],
        [origin.isGood, 403],
        [token.isGood, 401],
        [!isClosed, 404],
        [isJoinGood, 400],
      ];
      const failed = checks.find(([isGood]) => !isGood)?.[1];
      const verdict = admit(request, url, found, rules);
      if (failed !== undefined) {
        statuses.add(failed);
        expect(verdict).toEqual({ status: failed, reason: expect.any(String) });
        expect(JSON.stringify(verdict)).not.toContain(text === null || text === '' ? '?' : text);
        return;
      }
      const resumed = join?.value.join === whole;
      expect(verdict).toMatchObject({
        claims: { sub: 'someone', video: { room: 'open' } },
        hasOneConnection: found.hasOneConnection,
        resumeSid: join === null ? (older.split('sid=')[1] ?? null) : resumed ? 'PA_before' : null,
        isAutoSubscribing: join === null ? older !== '&auto_subscribe=0' : resumed,
      });
    }),
    { numRuns: 600 },
  );
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([400, 401, 403, 404]);
});

it('unpacks a join request up to its bound, and not a byte more', () => {
  const url = (size: number): URL =>
    new URL(`http://x/rtc/v1?access_token=${sign({})}&join_request=${wrap(ofSize(size), true)}`);
  const path = { hasOneConnection: true, isValidation: false };
  const request = { headers: { host: 'localhost' } };
  expect(ofSize(bound).length).toBe(bound);
  expect(admit(request, url(bound), path, rules)).toHaveProperty('claims');
  expect(admit(request, url(bound + 1), path, rules)).toHaveProperty('status', 400);
});

it('has no other paths, and never throws for any request', () => {
  const pieces = [
    '/',
    '//',
    'rtc',
    'v1',
    'validate',
    'RTC',
    'x',
    '?',
    '#',
    ':',
    '%',
    '%2f',
    '..',
    '[',
    '@',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (list) => {
      const url = findUrl({ url: list.join('') });
      // `rtc:v1/rtc` is an address of another scheme, whose path has no root.
      const path = url?.pathname.startsWith('/') === true ? url.pathname : '';
      const segments = path.replace(/\/$/, '').split('/').slice(1);
      const known = ['rtc', 'rtc v1', 'rtc validate', 'rtc v1 validate'];
      expect(url !== null && findPath(url) !== null).toBe(known.includes(segments.join(' ')));
    }),
    { numRuns: 500 },
  );
});
