import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredCodecs } from './codecs.ts';
import { parseDescription } from './parse.ts';
import { type Codec, extensionUri, type SectionKind, type Setup } from './types.ts';
import { type LocalPath, type LocalSection, type SentMedia, writeDescription } from './write.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
const text = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength });
const ssrcs = fc.integer({ min: 1, max: 0xffff_ffff });
const hexPairs = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) =>
    [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':'),
  );

const paths: fc.Arbitrary<LocalPath> = fc.record({
  version: fc.nat(),
  iceUfrag: text(4, 32),
  icePassword: text(22, 40),
  candidate: fc.constant('candidate:1 1 udp 2130706431 127.0.0.1 40000 typ host generation 0'),
  fingerprint: fc.record({ algorithm: fc.constant('sha-256'), value: hexPairs }),
  setup: fc.constantFrom<Setup>('actpass', 'active', 'passive'),
});

/** Codecs of a kind under payload types of their own. */
const codecsOf = (kind: SectionKind): fc.Arbitrary<Codec[]> =>
  fc
    .tuple(
      fc.subarray(offeredCodecs.filter(({ mime }) => mime.startsWith(kind))),
      fc.uniqueArray(fc.integer({ min: 35, max: 127 }), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
    )
    .map(([codecs, types, hasRtx]) =>
      codecs.map((codec, index) => ({
        ...codec,
        payloadType: types[2 * index] ?? 0,
        rtxPayloadType: hasRtx && kind === 'video' ? (types[2 * index + 1] ?? null) : null,
      })),
    );

const media: fc.Arbitrary<SentMedia> = fc.record({
  msid: fc.tuple(text(1, 20), text(1, 20)).map(([stream, track]) => `PA_${stream} TR_${track}`),
  cname: text(1, 20),
  ssrc: ssrcs,
  rtxSsrc: ssrcs,
});

const extensions = fc
  .tuple(
    fc.subarray(Object.values(extensionUri)),
    fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 8, maxLength: 8 }),
  )
  .map(([uris, ids]) => new Map(uris.map((uri, index) => [uri, ids[index] ?? 1])));

const section = (mid: string): fc.Arbitrary<LocalSection> =>
  fc.constantFrom<SectionKind>('audio', 'video', 'application').chain((kind) =>
    fc
      .record({
        isRejected: fc.boolean(),
        codecs: kind === 'application' ? fc.constant([]) : codecsOf(kind),
        extensions: kind === 'application' ? fc.constant(new Map()) : extensions,
        way: fc.constantFrom('sent', 'received', 'none'),
        sent: media,
        receivedRids: fc.subarray(['q', 'h', 'f']),
      })
      .map(({ way, sent, receivedRids, ...rest }) => ({
        ...rest,
        mid,
        kind,
        sent: way === 'sent' && kind !== 'application' ? sent : null,
        receivedRids: way === 'received' && kind !== 'application' ? receivedRids : null,
      })),
  );

const sectionLists = fc
  .integer({ min: 1, max: 6 })
  .chain((count) =>
    fc.tuple(...Array.from({ length: count }, (_, index) => section(String(index)))),
  );

describe('a description of the room', () => {
  it('is read as it was meant', () => {
    fc.assert(
      fc.property(paths, sectionLists, (path, sections) => {
        fc.pre(sections.some(({ isRejected }) => !isRejected));
        const read = parseDescription(writeDescription(path, sections));
        expect(read).toMatchObject({
          iceUfrag: path.iceUfrag,
          fingerprint: path.fingerprint,
          setup: path.setup,
        });
        expect(read.sections.length).toBe(sections.length);
        sections.forEach((local, index) => {
          const remote = read.sections[index];
          const { mid, kind, isRejected } = local;
          expect(remote).toMatchObject({ mid, kind, isRejected });
          if (isRejected || kind === 'application') {
            expect(remote?.codecs).toEqual([]);
            return;
          }
          const { sent, codecs } = local;
          const hasRtx = (codecs[0]?.rtxPayloadType ?? null) !== null;
          const received = local.receivedRids === null ? 'inactive' : 'recvonly';
          expect(remote?.direction).toBe(sent === null ? received : 'sendonly');
          expect(remote?.codecs).toEqual(codecs);
          expect(remote?.extensions).toEqual(local.extensions);
          expect(remote?.trackId ?? null).toBe(sent?.msid.split(' ')[1] ?? null);
          const named = sent === null ? [] : [sent.ssrc, ...(hasRtx ? [sent.rtxSsrc] : [])];
          expect(remote?.ssrcs).toEqual([...new Set(named)]);
          expect(remote?.rtxPair).toEqual(
            sent === null || !hasRtx ? null : [sent.ssrc, sent.rtxSsrc],
          );
        });
      }),
    );
  });

  it('bundles just what is alive, and each line is one line', () => {
    fc.assert(
      fc.property(paths, sectionLists, (path, sections) => {
        const lines = writeDescription(path, sections).split('\r\n');
        expect(lines.pop()).toBe('');
        expect(lines.filter((line) => !/^[a-z]=[\x20-\x7e]*$/.test(line))).toEqual([]);
        const bundle = lines.find((line) => line.startsWith('a=group:BUNDLE'));
        const alive = sections.filter(({ isRejected }) => !isRejected).map(({ mid }) => mid);
        expect(bundle?.split(' ').slice(1).filter(Boolean)).toEqual(alive);
        expect(lines.filter((line) => line.startsWith('m=')).length).toBe(sections.length);
      }),
    );
  });
});
