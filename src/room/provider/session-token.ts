import { signToken, type TokenKey } from '../token/token.ts';
import type { ParticipantRights } from './media-rooms.ts';

/** Clocks of other machines may be behind ours. */
const allowedSkewSec = 10;

/** Creates a token for one participant of one room. */
export function createSessionToken(
  key: TokenKey,
  who: {
    readonly room: string;
    readonly identity: string;
    readonly rights: ParticipantRights;
    readonly ttlSec: number;
  },
): string {
  const nowSec = Math.floor(Date.now() / 1000);
  const { canPublish, canSubscribe, isHidden = false } = who.rights;
  return signToken(key, {
    sub: who.identity,
    nbf: nowSec - allowedSkewSec,
    exp: nowSec + who.ttlSec,
    video: {
      room: who.room,
      roomJoin: true,
      canPublish,
      canPublishData: canPublish,
      canSubscribe,
      hidden: isHidden,
    },
  });
}
