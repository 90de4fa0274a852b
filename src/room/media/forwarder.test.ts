import {
  GenericNack,
  PictureLossIndication,
  ReceiverEstimatedMaxBitrate,
  RtcpPacketConverter,
  RtpHeader,
  RtpPacket,
} from 'werift';
import { afterEach, expect, it, vi } from 'vitest';
import { extensionUri } from '../sdp/types.ts';
import { Forwarder } from './forwarder.ts';
import { UpTrack } from './up-track.ts';

const codec = {
  payloadType: 96,
  mime: 'video/vp8',
  clockRate: 90_000,
  channels: null,
  parameters: '',
  rtxPayloadType: null,
} as const;

afterEach(() => {
  vi.useRealTimers();
});

/** Returns the reports that a forwarder sends to a publisher within a second. */
function listReports(isLocal: boolean): Buffer[] {
  vi.useFakeTimers();
  const sent: Buffer[] = [];
  const forwarder = new Forwarder({
    isLocal,
    sendRtp: () => {},
    sendRtcp: (packet) => sent.push(packet),
    extensionUriOf: () => extensionUri.transportSequence,
  });
  const shape = { sid: 'TR', kind: 'video', codec, mid: '0', rids: [], extensions: new Map() };
  const track = new UpTrack({ ...shape, kind: 'video' }, () => {});
  forwarder.addUpTrack(track, { ssrc: 7, rtx: null });
  vi.advanceTimersByTime(1000);
  forwarder.close();
  return sent;
}

it('grants a local publisher the full bit rate at once', () => {
  const packets = listReports(true).flatMap((report) => RtcpPacketConverter.deSerialize(report));
  const limits = packets.map((packet) =>
    'feedback' in packet && packet.feedback instanceof ReceiverEstimatedMaxBitrate
      ? packet.feedback.bitrate
      : null,
  );
  expect(limits).toEqual([49_999_872n]);
});

it('sends a remote publisher no limit', () => {
  expect(listReports(false)).toEqual([]);
});

it('forwards audio in the order in which it comes, each packet once, and asks for none again', () => {
  vi.useFakeTimers();
  const sent: Buffer[] = [];
  const forwarder = new Forwarder({
    isLocal: false,
    sendRtp: () => undefined,
    sendRtcp: (packet) => sent.push(packet),
    extensionUriOf: () => undefined,
  });
  const opus = {
    ...codec,
    payloadType: 111,
    mime: 'audio/opus',
    clockRate: 48_000,
    channels: 2,
  } as const;
  const shape = { sid: 'TR', codec: opus, mid: '0', rids: [], extensions: new Map() };
  const track = new UpTrack({ ...shape, kind: 'audio' }, () => undefined);
  const forwarded: number[] = [];
  track.downTracks.add({
    forward: (_stream, packet) => void forwarded.push(packet.header.sequenceNumber),
    forwardSenderReport: () => undefined,
  });
  forwarder.addUpTrack(track, { ssrc: 7, rtx: null });
  for (const sequenceNumber of [10, 11, 13, 12, 14, 12, 17]) {
    const facts = { ssrc: 7, payloadType: 111, sequenceNumber, timestamp: sequenceNumber * 960 };
    forwarder.receiveRtp(new RtpPacket(new RtpHeader(facts), Buffer.alloc(80)));
    vi.advanceTimersByTime(20);
  }
  expect(forwarded).toEqual([10, 11, 13, 12, 14, 17]);
  vi.advanceTimersByTime(2000);
  forwarder.close();
  const feedback = sent
    .flatMap((report) => RtcpPacketConverter.deSerialize(report))
    .flatMap((packet) => ('feedback' in packet ? [packet.feedback] : []));
  expect(feedback.filter((entry) => entry instanceof GenericNack)).toEqual([]);
  expect(feedback.filter((entry) => entry instanceof PictureLossIndication)).toEqual([]);
});
