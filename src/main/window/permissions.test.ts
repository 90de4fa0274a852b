import { describe, expect, it } from 'vitest';
import { createOwnOrigin } from '../page/own-origin.ts';
import { isAllowedPermission } from './permissions.ts';

const ownOrigin = createOwnOrigin();
const own = { url: 'app://bundle/', isMainFrame: true };

describe('permissions', () => {
  it.each(['media', 'display-capture', 'loopback-network'])(
    'allow %s for our page',
    (permission) => {
      expect(isAllowedPermission({ permission, ...own }, ownOrigin)).toBe(true);
    },
  );

  it.each([
    'geolocation',
    'notifications',
    'clipboard-read',
    'usb',
    'hid',
    'openExternal',
    'unknown',
  ])('refuse %s', (permission) => {
    expect(isAllowedPermission({ permission, ...own }, ownOrigin)).toBe(false);
  });

  it('allow sockets of this computer to workers of our page', () => {
    const requested = { permission: 'loopback-network', url: 'app://bundle/', isMainFrame: false };
    expect(isAllowedPermission(requested, ownOrigin)).toBe(true);
    const other = { ...requested, url: 'https://example.com/' };
    expect(isAllowedPermission(other, ownOrigin)).toBe(false);
  });

  it('refuse the camera to other origins and to frames inside the page', () => {
    const permission = 'media';
    const other = { permission, url: 'https://example.com/', isMainFrame: true };
    const inner = { permission, url: 'app://bundle/', isMainFrame: false };
    expect(isAllowedPermission(other, ownOrigin)).toBe(false);
    expect(isAllowedPermission(inner, ownOrigin)).toBe(false);
  });
});
