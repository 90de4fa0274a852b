import type { Session } from 'electron/main';
import type { OwnOrigin } from '../page/own-origin.ts';

const allowedPermissions: ReadonlySet<string> = new Set([
  'media',
  'display-capture',
  // What a page needs to reach main's relay of rooms, and rooms near by; its policy says which addresses.
  'loopback-network',
  'local-network',
  'local-network-access',
]);

/**
 * Whether the page may use something: camera, microphone, screen capture and sockets of this computer, for
 * the main frame of our own origin. Everything else there is or will be is refused.
 */
export function isAllowedPermission(
  asked: { readonly permission: string; readonly url: string; readonly isMainFrame: boolean },
  ownOrigin: OwnOrigin,
): boolean {
  return (
    asked.isMainFrame && allowedPermissions.has(asked.permission) && ownOrigin.isOwn(asked.url)
  );
}

/** Makes a session ask {@link isAllowedPermission} for every request, check and device. */
export function guardPermissions(session: Session, ownOrigin: OwnOrigin): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const { requestingUrl: url, isMainFrame } = details;
    answer(isAllowedPermission({ permission, url, isMainFrame }, ownOrigin));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) =>
    isAllowedPermission({ permission, url: origin, isMainFrame }, ownOrigin),
  );
}
