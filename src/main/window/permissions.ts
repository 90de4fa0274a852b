import type { Session } from 'electron/main';
import type { OwnOrigin } from '../page/own-origin.ts';

const devices: ReadonlySet<string> = new Set(['media', 'display-capture']);
/**
 * Permissions of a page and its workers for main's room relay, and for nearby rooms; their policy limits the
 * addresses, and forbids frames.
 */
const networks: ReadonlySet<string> = new Set([
  'loopback-network',
  'local-network',
  'local-network-access',
]);

/**
 * Returns whether the page has a permission: camera, microphone and screen capture for the main frame of our own
 * origin, sockets of this computer for its workers as well. All others, future ones included, are refused.
 */
export function isAllowedPermission(
  requested: { readonly permission: string; readonly url: string; readonly isMainFrame: boolean },
  ownOrigin: OwnOrigin,
): boolean {
  const { permission, url, isMainFrame } = requested;
  const isAllowed = networks.has(permission) || (isMainFrame && devices.has(permission));
  return isAllowed && ownOrigin.isOwn(url);
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
