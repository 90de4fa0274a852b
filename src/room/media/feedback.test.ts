import * as fc from 'fast-check';
import {
  GenericNack,
  PictureLossIndication,
  RtcpPacketConverter,
  RtcpPayloadSpecificFeedback,
  RtcpTransportLayerFeedback,
} from 'werift';
import { expect, it } from 'vitest';
import { writeKeyFrameRequest, writeNack } from './feedback.ts';
import { toSequenceDistance } from './sequence.ts';

const ssrcs = fc.nat(0xffff_ffff);
const sequences = fc.oneof(fc.nat(0xffff), fc.integer({ min: 65_500, max: 65_535 }));

it('asks for just the packets that are missing, across the turn of the numbers', () => {
  const steps = fc.array(fc.constantFrom(1, 1, 1, 2, 15, 16, 17, 18, 400), { maxLength: 60 });
  fc.assert(
    fc.property(ssrcs, ssrcs, sequences, steps, (senderSsrc, mediaSsrc, start, list) => {
      const lost = [start];
      list.forEach((step) => lost.push(((lost.at(-1) ?? 0) + step) & 0xffff));
      const unique = [...new Set(lost)];
      const [packet] = RtcpPacketConverter.deSerialize(writeNack(senderSsrc, mediaSsrc, unique));
      const feedback = packet instanceof RtcpTransportLayerFeedback ? packet.feedback : null;
      if (!(feedback instanceof GenericNack)) {
        throw new Error('The request is read as something else.');
      }
      expect([feedback.senderSsrc, feedback.mediaSourceSsrc]).toEqual([senderSsrc, mediaSsrc]);
      expect(feedback.lost.toSorted((a, b) => a - b)).toEqual(unique.toSorted((a, b) => a - b));
    }),
  );
});

it('asks one source for a key frame', () => {
  fc.assert(
    fc.property(ssrcs, ssrcs, (senderSsrc, mediaSsrc) => {
      const request = writeKeyFrameRequest(senderSsrc, mediaSsrc);
      const [packet] = RtcpPacketConverter.deSerialize(request);
      const feedback = packet instanceof RtcpPayloadSpecificFeedback ? packet.feedback : null;
      expect(feedback).toBeInstanceOf(PictureLossIndication);
      expect(feedback).toMatchObject({ senderSsrc, mediaSsrc });
    }),
  );
});

it('tells how far numbers are apart, around their turn', () => {
  fc.assert(
    fc.property(sequences, fc.integer({ min: -0x8000, max: 0x7fff }), (from, distance) => {
      expect(toSequenceDistance((from + distance) & 0xffff, from)).toBe(distance);
    }),
  );
});
