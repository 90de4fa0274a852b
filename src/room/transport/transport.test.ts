import * as fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { defaultRoomLimits } from '../limits.ts';
import { parseDescription } from '../sdp/parse.ts';
import { Transport } from './transport.ts';

const opened: Transport[] = [];
afterEach(() => {
  opened.splice(0).forEach((transport) => transport.close());
});

async function open(): Promise<Transport> {
  const nothing = (): void => undefined;
  const events = { onConnected: nothing, onLost: nothing, onMessage: nothing };
  const transport = await Transport.open('127.0.0.1', defaultRoomLimits, events);
  opened.push(transport);
  return transport;
}

/** An offer: the mids of its sections, the side that makes it, and its ended sections. */
interface Offer {
  readonly mids: readonly string[];
  readonly isSamePeer: boolean;
  readonly rejected: readonly number[];
  readonly ufrag: string;
}

function write({ mids, isSamePeer, rejected, ufrag }: Offer): string {
  const sections = mids.flatMap((mid, index) => [
    `m=video ${rejected.includes(index) ? 0 : 9} UDP/TLS/RTP/SAVPF 96`,
    `a=mid:${mid}`,
    'a=recvonly',
    'a=rtpmap:96 VP8/90000',
  ]);
  const digest = isSamePeer ? 'AB' : 'CD';
  const fingerprint = `a=fingerprint:sha-256 ${`${digest}:`.repeat(31)}${digest}`;
  return ['v=0', 's=-', `a=ice-ufrag:${ufrag}`, fingerprint, ...sections, ''].join('\r\n');
}

const offers: fc.Arbitrary<Offer> = fc.record({
  mids: fc.oneof(
    // Usually a prefix of the same mids, which continues earlier sections.
    {
      weight: 3,
      arbitrary: fc.integer({ min: 1, max: 4 }).map((n) => ['a', 'b', 'c', 'd'].slice(0, n)),
    },
    {
      weight: 2,
      arbitrary: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), {
        minLength: 1,
        maxLength: 5,
      }),
    },
  ),
  isSamePeer: fc.integer({ min: 0, max: 3 }).map((chance) => chance > 0),
  rejected: fc.subarray([0, 1, 2, 3]),
  ufrag: fc.constantFrom('one', 'two'),
});

it('takes offers that go on from the ones before, and is as it was after any other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(offers, { minLength: 1, maxLength: 12 }), async (list) => {
      const transport = await open();
      let known: { mid: string; isRejected: boolean }[] = [];
      let ufrag = '';
      for (const offer of list) {
        const { localUfrag } = transport.path.ice;
        const continues =
          offer.mids.length >= known.length &&
          known.every(({ mid, isRejected }, at) => isRejected || mid === offer.mids[at]);
        // The first one decides whose path it is.
        const isGood = continues && (known.length === 0 || offer.isSamePeer === isFirstPeer(list));
        try {
          transport.receiveOffer(write(offer));
          expect(isGood).toBe(true);
          known = offer.mids.map((mid, at) => ({ mid, isRejected: offer.rejected.includes(at) }));
          // Other credentials of the peer restart ICE, equal ones continue it.
          const isRestart = ufrag !== '' && ufrag !== offer.ufrag;
          expect(transport.path.ice.localUfrag !== localUfrag).toBe(isRestart);
          ({ ufrag } = offer);
        } catch (error) {
          if (!(error instanceof AppError)) {
            throw error;
          }
          expect([error.code, isGood]).toEqual(['invalid_input', false]);
          expect(transport.path.ice.localUfrag).toBe(localUfrag);
        }
        const sections = transport.sections.toLocal();
        expect(sections.map(({ mid, isRejected }) => ({ mid, isRejected }))).toEqual(known);
        if (known.some(({ isRejected }) => !isRejected)) {
          const answer = parseDescription(transport.writeAnswer());
          expect(answer.sections.map(({ mid }) => mid)).toEqual(known.map(({ mid }) => mid));
        }
      }
      transport.close();
    }),
    { numRuns: 60 },
  );
});

const isFirstPeer = (list: readonly Offer[]): boolean => list[0]?.isSamePeer ?? true;
