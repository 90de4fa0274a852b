import * as fc from 'fast-check';
import { RtpHeader, RtpPacket } from 'werift';
import { describe, expect, it } from 'vitest';
import { extensionUri } from '../sdp/types.ts';
import { UpSources } from './up-sources.ts';
import { UpTrack } from './up-track.ts';

const ids: ReadonlyMap<number, string> = new Map([
  [1, extensionUri.mid],
  [2, extensionUri.rid],
  [3, extensionUri.repairedRid],
]);
const codec = {
  payloadType: 96,
  mime: 'video/vp8',
  clockRate: 90_000,
  channels: null,
  parameters: '',
  rtxPayloadType: 97,
} as const;

function openTrack(mid: string, rids: readonly string[] = []): UpTrack {
  const shape = { sid: `TR_${mid}`, kind: 'video', codec, mid, extensions: new Map() } as const;
  return new UpTrack({ ...shape, rids }, () => {});
}

interface Names {
  readonly mid?: string | undefined;
  readonly rid?: string | undefined;
  readonly repaired?: string | undefined;
}

function createPacket(ssrc: number, names: Names = {}, payloadType = 96): RtpPacket {
  const extensions = [names.mid, names.rid, names.repaired].flatMap((name, index) =>
    name === undefined ? [] : [{ id: index + 1, payload: Buffer.from(name) }],
  );
  return new RtpPacket(new RtpHeader({ ssrc, payloadType, extensions }), Buffer.alloc(1));
}

const open = (onStream: () => void = () => {}): UpSources =>
  new UpSources({ extensionUriOf: (id) => ids.get(id), onStream });

describe('the sources of a participant', () => {
  it('are learned from the first packets and known by their number from then on', () => {
    const sources = open();
    const track = openTrack('0', ['q', 'f']);
    sources.add(track, { ssrc: null, rtx: null });
    expect(sources.findOf(createPacket(1))).toBe(null);
    const media = sources.findOf(createPacket(1, { mid: '0', rid: 'f' }));
    expect(media).toMatchObject({ track, isRtx: false, stream: { ssrc: 1, rid: 'f' } });
    expect(sources.findOf(createPacket(1))?.stream).toBe(media?.stream);
    expect(sources.findOf(createPacket(2, { mid: '0', repaired: 'q' }))).toBe(null);
    const repeats = sources.findOf(createPacket(2, { mid: '0', repaired: 'f' }));
    expect(repeats).toMatchObject({ isRtx: true, stream: media?.stream });
  });

  it('repeat the newest source of a layer, when its number has changed', () => {
    const sources = open();
    sources.add(openTrack('0', ['f']), { ssrc: null, rtx: null });
    sources.findOf(createPacket(1, { mid: '0', rid: 'f' }));
    const newer = sources.findOf(createPacket(2, { mid: '0', rid: 'f' }));
    expect(sources.findOf(createPacket(3, { mid: '0', repaired: 'f' }))?.stream).toBe(
      newer?.stream,
    );
  });

  it('are not other ones because a description names them so', () => {
    const sources = open();
    const [one, other] = [openTrack('0'), openTrack('1')];
    sources.add(one, { ssrc: 1, rtx: 2 });
    sources.add(other, { ssrc: 3, rtx: 1 });
    expect(sources.find(1)).toMatchObject({ track: one, isRtx: false });
    sources.add(openTrack('2'), { ssrc: 4, rtx: 4 });
    expect(sources.find(4)?.isRtx).toBe(false);
  });

  it('belong to one track each, are bounded, and are removed with it, in any order of events', () => {
    const mids = fc.constantFrom('0', '1', '2');
    const rids = fc.constantFrom(undefined, 'q', 'f');
    const ssrcs = fc.nat(90);
    const command = fc.oneof(
      fc.record({
        type: fc.constant('add' as const),
        mid: mids,
        rids: fc.constantFrom([], ['q', 'f']),
        ssrc: fc.option(ssrcs),
        rtx: fc.option(ssrcs),
      }),
      fc.record({ type: fc.constant('remove' as const), mid: mids }),
      fc.record({
        type: fc.constant('packets' as const),
        from: ssrcs,
        count: fc.integer({ min: 1, max: 40 }),
        names: fc.record({ mid: mids, rid: rids, repaired: rids }),
      }),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        const sources = open();
        const tracks = new Map<string, UpTrack>();
        for (const step of commands) {
          if (step.type === 'packets') {
            for (let ssrc = step.from; ssrc < step.from + step.count; ssrc += 1) {
              const known = sources.find(ssrc);
              const found = sources.findOf(createPacket(ssrc, step.names));
              expect(known === null || known === found).toBe(true);
              const { mid } = step.names;
              expect(found === null || known !== null || found.track === tracks.get(mid)).toBe(
                true,
              );
            }
          } else {
            const before = tracks.get(step.mid);
            if (before !== undefined) {
              sources.remove(before);
              tracks.delete(step.mid);
            }
            if (step.type === 'add') {
              const track = openTrack(step.mid, step.rids);
              tracks.set(step.mid, track);
              sources.add(track, step);
            }
          }
          const all = [...sources.all()];
          expect(all.length).toBeLessThanOrEqual(64);
          for (const { track, stream } of all) {
            expect(tracks.get(track.mid)).toBe(track);
            expect(track.streams.get(stream.ssrc)).toBe(stream);
          }
        }
      }),
    );
  });
});
