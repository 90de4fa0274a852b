import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { parseDescription } from './parse.ts';
import { extensionUri } from './types.ts';

const head = [
  'v=0',
  'o=- 1 1 IN IP4 0.0.0.0',
  's=-',
  't=0 0',
  'a=ice-ufrag:ab+/',
  'a=ice-pwd:secret',
  `a=fingerprint:sha-256 ${'AB:'.repeat(31)}AB`,
];
const video = [
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97 102 103 98',
  'a=mid:1',
  'a=setup:actpass',
  'a=sendonly',
  'a=msid:stream 6f9a-track',
  `a=extmap:3 ${extensionUri.mid}`,
  `a=extmap:15 ${extensionUri.rid}`,
  'a=extmap:4 urn:unknown',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
  'a=rtpmap:102 H264/90000',
  'a=fmtp:102 x-google-max-bitrate=9;packetization-mode=1;profile-level-id=42e01f',
  'a=rtpmap:103 H264/90000',
  'a=fmtp:103 packetization-mode=0;profile-level-id=42e01f',
  'a=rtpmap:98 VP9/90000',
  'a=ssrc-group:FID 11 12',
  'a=ssrc:11 cname:x',
  'a=ssrc:12 cname:x',
  'a=rid:q send',
  'a=rid:f send',
  'a=rid:h recv',
];
const write = (...blocks: readonly (readonly string[])[]): string =>
  `${blocks.flat().join('\r\n')}\r\n`;

describe('a description', () => {
  it('is read with what the room forwards', () => {
    const { sections, iceUfrag, setup, fingerprint } = parseDescription(write(head, video));
    expect([iceUfrag, setup, fingerprint.algorithm]).toEqual(['ab+/', 'actpass', 'sha-256']);
    expect(sections).toHaveLength(1);
    const [section] = sections;
    expect(section).toMatchObject({
      mid: '1',
      kind: 'video',
      isRejected: false,
      direction: 'sendonly',
      trackId: '6f9a-track',
      ssrcs: [11, 12],
      rtxPair: [11, 12],
      rids: ['q', 'f'],
    });
    expect([...(section?.extensions ?? [])]).toEqual([[extensionUri.mid, 3]]);
    expect(
      section?.codecs.map((codec) => [codec.mime, codec.payloadType, codec.rtxPayloadType]),
    ).toEqual([
      ['video/vp8', 96, 97],
      ['video/h264', 102, null],
    ]);
    expect(section?.codecs[1]?.parameters).toBe('packetization-mode=1;profile-level-id=42e01f');
  });

  it('has each payload type once and a bounded number of codecs, however often it names them', () => {
    const payloads = fc.array(fc.constantFrom('96', '096', '97', '102', '127', '128', '-1', ''), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(payloads, fc.nat(300), (list, copies) => {
        const line = ['m=video 9 UDP/TLS/RTP/SAVPF', ...list, ...Array(copies).fill('96')].join(
          ' ',
        );
        const maps = ['096', '127'].map((payload) => `a=rtpmap:${payload} VP8/90000`);
        const { sections } = parseDescription(write(head, [line, ...video.slice(1), ...maps]));
        const types = sections[0]?.codecs.map(({ payloadType }) => payloadType) ?? [];
        expect(new Set(types).size).toBe(types.length);
      }),
    );
  });

  it.each([
    ['VP8/90000', 90_000],
    ['vp8/90000', 90_000],
    ['VP8/48000', null],
    ['VP8/1e400', null],
    ['VP8/-90000', null],
    ['VP8', null],
    ['H264/90000', null],
    ['opus/48000/2', null],
  ])('forwards %s in a section of video with the clock %s', (map, clockRate) => {
    const lines = video.map((line) =>
      line.startsWith('a=rtpmap:96') ? `a=rtpmap:96 ${map}` : line,
    );
    const codec = parseDescription(write(head, lines)).sections[0]?.codecs.find(
      ({ payloadType }) => payloadType === 96,
    );
    expect(codec?.clockRate ?? null).toBe(clockRate);
  });

  it.each([
    ['opus/48000/2', 2],
    ['opus/48000', null],
    ['opus/48000/1e9', undefined],
    ['opus/48000/0', undefined],
    ['opus/8000/2', undefined],
  ])('forwards sound as %s with %s channels', (map, channels) => {
    const audio = ['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0', `a=rtpmap:111 ${map}`];
    const [codec] = parseDescription(write(head, audio)).sections[0]?.codecs ?? [];
    expect(codec?.channels).toBe(channels);
  });

  it('is refused or parsed, for any text, and every text in it is harmless', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc
        .tuple(fc.nat(video.length - 1), fc.string({ maxLength: 40 }))
        .map(([at, line]) => write(head, video.with(at, line))),
      fc
        .tuple(fc.nat(video.length - 1), fc.string({ maxLength: 40 }))
        .map(([at, tail]) => write(head, video.with(at, `${video[at]}${tail}`))),
    );
    fc.assert(
      fc.property(text, (sdp) => {
        try {
          const { sections } = parseDescription(sdp);
          const kept = sections.flatMap(({ mid, rids, codecs }) => [
            mid,
            ...rids,
            ...codecs.map(({ parameters }) => parameters),
          ]);
          expect(kept.filter((value) => /[^\x20-\x7e]/.test(value))).toEqual([]);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});
