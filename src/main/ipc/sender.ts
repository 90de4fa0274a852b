import type { OwnOrigin } from '../page/own-origin.ts';

/** Part of an Electron IPC event that identifies its sender. */
export interface SenderEvent {
  readonly sender: { readonly id: number };
  /** Null once the frame is gone. */
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

/**
 * Returns whether a call comes from the main frame of our window (`windowId` is the id of its web contents, null
 * without one) while that frame shows our own origin.
 */
export function isTrustedSender(
  event: SenderEvent,
  windowId: number | null,
  ownOrigin: OwnOrigin,
): boolean {
  const frame = event.senderFrame;
  return (
    windowId !== null &&
    event.sender.id === windowId &&
    frame !== null &&
    frame.parent === null &&
    ownOrigin.isOwn(frame.url)
  );
}
