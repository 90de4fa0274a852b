import type { CdpSession } from '../cdp/connection.ts';
import { toElectronOrigin } from '../page/app-url.ts';

/** Details of a permission request. */
export interface PermissionDetails {
  readonly requestingUrl: string;
  readonly isMainFrame: boolean;
  readonly mediaTypes?: ReadonlyArray<'audio' | 'video'>;
  readonly securityOrigin?: string;
}

/** Details of a permission check. */
export interface PermissionCheckDetails {
  readonly requestingUrl: string;
  readonly isMainFrame: boolean;
  readonly mediaType?: 'audio' | 'video';
  readonly securityOrigin?: string;
}

/** Decides about a request; must call `answer` once. */
export type PermissionRequestHandler = (
  contents: unknown,
  permission: string,
  answer: (isGranted: boolean) => void,
  details: PermissionDetails,
) => void;

/** Decides about a check, at once. */
export type PermissionCheckHandler = (
  contents: unknown,
  permission: string,
  requestingOrigin: string,
  details: PermissionCheckDetails,
) => boolean;

interface Permission {
  /** Electron's name. */
  readonly name: string;
  /** The browser's descriptor. */
  readonly descriptor: { readonly name: string; readonly sysex?: boolean };
  readonly mediaType?: 'audio' | 'video';
  /** Browsers that do not know it do not ask for it either. */
  readonly isRecent?: true;
}

/** Permissions that a page may request, with their names on both sides. */
const permissions: readonly Permission[] = [
  { name: 'media', descriptor: { name: 'microphone' }, mediaType: 'audio' },
  { name: 'media', descriptor: { name: 'camera' }, mediaType: 'video' },
  { name: 'display-capture', descriptor: { name: 'display-capture' } },
  { name: 'notifications', descriptor: { name: 'notifications' } },
  { name: 'clipboard-read', descriptor: { name: 'clipboard-read' } },
  { name: 'clipboard-sanitized-write', descriptor: { name: 'clipboard-write' } },
  { name: 'geolocation', descriptor: { name: 'geolocation' } },
  { name: 'midi', descriptor: { name: 'midi' } },
  { name: 'midiSysex', descriptor: { name: 'midi', sysex: true } },
  { name: 'idle-detection', descriptor: { name: 'idle-detection' } },
  { name: 'window-management', descriptor: { name: 'window-management' } },
  { name: 'screen-wake-lock', descriptor: { name: 'screen-wake-lock' } },
  { name: 'persistent-storage', descriptor: { name: 'persistent-storage' } },
  { name: 'loopback-network', descriptor: { name: 'loopback-network' }, isRecent: true },
  { name: 'local-network', descriptor: { name: 'local-network' }, isRecent: true },
  { name: 'local-network-access', descriptor: { name: 'local-network-access' }, isRecent: true },
];

/**
 * Permission handlers of the session. The browser cannot ask at the time of a request, so the handlers are
 * asked for every permission when a page of an origin is about to load; a permission that either of them
 * refuses is denied to that origin, and the browser never shows a prompt.
 */
export class PermissionRules {
  #onRequest: PermissionRequestHandler | null = null;
  #onCheck: PermissionCheckHandler | null = null;

  setRequestHandler(handler: PermissionRequestHandler | null): void {
    this.#onRequest = handler;
  }

  setCheckHandler(handler: PermissionCheckHandler | null): void {
    this.#onCheck = handler;
  }

  /** Refuses everything to every origin that has not been judged. */
  async refuseAll(browser: CdpSession): Promise<void> {
    await Promise.all(
      permissions.map((permission) => set(browser, permission, { setting: 'denied' })),
    );
  }

  /** Judges the origin of an address, in the app's and in the browser's words. */
  async judge(
    browser: CdpSession,
    page: { readonly contents: unknown; readonly appUrl: string; readonly browserUrl: string },
  ): Promise<void> {
    const { protocol, origin } = new URL(page.browserUrl);
    if (protocol !== 'https:' && protocol !== 'http:') {
      return;
    }
    await Promise.all(
      permissions.map(async (permission) => {
        const isGranted = await this.#isGranted(permission, page.contents, page.appUrl);
        await set(browser, permission, { setting: isGranted ? 'granted' : 'denied', origin });
      }),
    );
  }

  async #isGranted(permission: Permission, contents: unknown, url: string): Promise<boolean> {
    const { name, mediaType } = permission;
    const securityOrigin = `${toElectronOrigin(url)}/`;
    const shared = { requestingUrl: url, isMainFrame: true, securityOrigin };
    const onCheck = this.#onCheck;
    const onRequest = this.#onRequest;
    if (onCheck !== null) {
      const details = { ...shared, ...(mediaType === undefined ? {} : { mediaType }) };
      if (!onCheck(contents, name, securityOrigin, details)) {
        return false;
      }
    }
    if (onRequest === null) {
      return true;
    }
    const details = { ...shared, ...(mediaType === undefined ? {} : { mediaTypes: [mediaType] }) };
    return await new Promise((resolve) => {
      onRequest(contents, name, (isGranted) => resolve(isGranted), details);
    });
  }
}

async function set(
  browser: CdpSession,
  { descriptor, isRecent }: Permission,
  to: { readonly setting: 'granted' | 'denied'; readonly origin?: string },
): Promise<void> {
  try {
    await browser.send('Browser.setPermission', { permission: descriptor, ...to });
  } catch (error) {
    if (isRecent !== true) {
      throw error;
    }
  }
}
