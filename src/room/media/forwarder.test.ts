import { ReceiverEstimatedMaxBitrate, RtcpPacketConverter } from 'werift';
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
