import type { RtcpSenderInfo, RtpPacket } from 'werift';
import type { UpStream } from './up-stream.ts';

/** Receiver of a publisher's packets: it gets all layers and chooses one. */
export interface TrackSink {
  /** Sends a packet of the publisher when it belongs to the layer that is shown, or changes over to it. */
  forward(stream: UpStream, packet: RtpPacket, nowMs: number): void;
  /** Sends the publisher's clock on when it is that of the layer that is shown. */
  forwardSenderReport(stream: UpStream, clock: RtcpSenderInfo): void;
}
