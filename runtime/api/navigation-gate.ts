import { findBrowser } from '../start-browser.ts';
import type { PausedRequest } from '../cdp/protocol.ts';
import { findWindow } from '../windows.ts';
import { createEvent } from './event.ts';
import { permissionRules } from './session.ts';
import { findContents, type WebContents } from './web-contents.ts';

/** Lets a document load or not: asks the app, and judges the permissions of a new origin first. */
export async function gateNavigation(request: PausedRequest, url: string): Promise<boolean> {
  if (request.resourceType !== 'Document') {
    return true;
  }
  const window = findWindow(request.frameId);
  const contents = findContents(request.frameId);
  if (window === null || contents === null) {
    return gateSubframe(request, url);
  }
  const isOwn = window.consumeOwnNavigation(url);
  const isRedirect = request.redirectedRequestId !== undefined;
  if (isRedirect && !isAllowed(contents, 'will-redirect', { url, isMainFrame: true })) {
    return false;
  }
  // A reload goes where the page already is.
  const isReload = request.request.method === 'GET' && url === removeHash(contents.getURL());
  if (!isOwn && !isRedirect && !isReload) {
    const facts = { url, isMainFrame: true };
    if (
      !isAllowed(contents, 'will-frame-navigate', facts) ||
      !isAllowed(contents, 'will-navigate', facts)
    ) {
      return false;
    }
  }
  await judgeOrigin(contents, request.request.url, url);
  return true;
}

/** Determines the permissions of an origin's pages before the first of them runs. */
export async function judgeOrigin(
  contents: WebContents,
  browserUrl: string,
  appUrl: string,
): Promise<void> {
  const browser = findBrowser();
  if (browser !== null) {
    await permissionRules.judge(browser.cdp, { contents, appUrl, browserUrl });
  }
}

function gateSubframe(request: PausedRequest, url: string): boolean {
  const contents = findContents(request.frameId, { isSubframe: true });
  return (
    contents === null || isAllowed(contents, 'will-frame-navigate', { url, isMainFrame: false })
  );
}

function isAllowed(
  contents: WebContents,
  name: string,
  facts: { readonly url: string; readonly isMainFrame: boolean },
): boolean {
  const frame = facts.isMainFrame ? contents.mainFrame : null;
  const event = createEvent({ ...facts, isSameDocument: false, frame, initiator: frame });
  contents.emit(name, event, facts.url, false, facts.isMainFrame, contents.id, 1);
  return !event.defaultPrevented;
}

function removeHash(url: string): string {
  const cut = url.indexOf('#');
  return cut === -1 ? url : url.slice(0, cut);
}
