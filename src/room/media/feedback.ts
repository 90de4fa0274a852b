import {
  GenericNack,
  PictureLossIndication,
  ReceiverEstimatedMaxBitrate,
  RtcpPayloadSpecificFeedback,
  RtcpTransportLayerFeedback,
} from 'werift';

/** Bitrate allowed to a peer on this machine, as 18-bit mantissa and exponent: 50 Mb/s. */
const localLimit = { brMantissa: 195_312, brExp: 8 } as const;

/** Asks the sender of a source for a key frame. */
export function writeKeyFrameRequest(senderSsrc: number, mediaSsrc: number): Buffer {
  const feedback = new PictureLossIndication({ senderSsrc, mediaSsrc });
  return new RtcpPayloadSpecificFeedback({ feedback }).serialize();
}

/** Asks the sender of a source for packets again. */
export function writeNack(senderSsrc: number, mediaSourceSsrc: number, lost: number[]): Buffer {
  const feedback = new GenericNack({ senderSsrc, mediaSourceSsrc, lost });
  return new RtcpTransportLayerFeedback({ feedback }).serialize();
}

/** Removes the bitrate limit for a peer on this machine. */
export function writeRemb(senderSsrc: number): Buffer {
  const feedback = new ReceiverEstimatedMaxBitrate({ senderSsrc, mediaSsrc: 0, ...localLimit });
  return new RtcpPayloadSpecificFeedback({ feedback }).serialize();
}
