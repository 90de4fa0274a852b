import type { FromPage } from './messages.ts';

/** Effects of the isolated world on the page beside running the preload. */
export interface PageWatch {
  /** While armed, closing the window asks main first. */
  readonly setGuard: (isArmed: boolean) => void;
}

/**
 * Reports what only the page sees (focus, size, visibility), keeps the browser's own menus and keys
 * away, and holds the close guard. Runs inside pages, as text: it must refer to nothing outside
 * itself.
 */
export function watchPage(post: (message: FromPage) => void, hasBrowserKeys: boolean): PageWatch {
  const reloadGraceMs = 1_000;
  let isGuarded = false;

  for (const event of ['focus', 'blur', 'resize'] as const) {
    window.addEventListener(event, (details) => {
      if (details.target === window) {
        post({ t: 'window', event });
      }
    });
  }
  document.addEventListener('visibilitychange', () => post({ t: 'window', event: 'visibility' }));

  let title: string | null = null;
  const emitTitle = (): void => {
    if (document.title !== title) {
      title = document.title;
      post({ t: 'title', title });
    }
  };
  window.addEventListener('DOMContentLoaded', () => {
    emitTitle();
    // A window that already has the focus gets no event for it.
    if (document.hasFocus()) {
      post({ t: 'window', event: 'focus' });
    }
    // The title may be set, replaced or filled in at any time, so the whole head is watched.
    new MutationObserver(emitTitle).observe(document.head, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });

  // Electron shows no menu of its own either.
  window.addEventListener('contextmenu', (event) => event.preventDefault());

  // A reload by key looks like a close to the page; the guard distinguishes them by this.
  let reloadRequestedAtMs = Number.NEGATIVE_INFINITY;
  window.addEventListener(
    'keydown',
    (event) => {
      const isControl = event.ctrlKey || event.metaKey;
      if (event.key === 'F5' || (isControl && event.key.toLowerCase() === 'r')) {
        reloadRequestedAtMs = performance.now();
      }
    },
    true,
  );

  if (!hasBrowserKeys) {
    const withControl = new Set(['r', 'p', 'u', 'o', 's', 'j', 'd', 'h', 'f', 'g']);
    const plain = new Set(['F1', 'F3', 'F5', 'F7', 'F12']);
    // In the capture phase, so that the page cannot hide the key from us; it still receives it.
    window.addEventListener(
      'keydown',
      (event) => {
        const isControl = event.ctrlKey || event.metaKey;
        const isTool = isControl && event.shiftKey && /^[ijcrkm]$/i.test(event.key);
        if (plain.has(event.key) || isTool || (isControl && withControl.has(event.key))) {
          event.preventDefault();
        }
      },
      true,
    );
  }

  // Clicks that would open a tab: the browser opens none for us, so main is notified.
  const onClick = (event: MouseEvent): void => {
    const isMiddle = event.button === 1;
    const isControl = event.ctrlKey || event.metaKey;
    const isAside = isMiddle || isControl || event.shiftKey;
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!isAside || event.defaultPrevented || event.button > 1 || !link || link.href === '') {
      return;
    }
    event.preventDefault();
    const tab = event.shiftKey ? 'foreground-tab' : 'background-tab';
    const disposition = isMiddle || isControl ? tab : 'new-window';
    post({ t: 'open_link', url: link.href, disposition });
  };
  window.addEventListener('click', onClick);
  window.addEventListener('auxclick', onClick);

  window.addEventListener('beforeunload', (event) => {
    if (isGuarded && performance.now() - reloadRequestedAtMs > reloadGraceMs) {
      event.preventDefault();
    }
  });

  return {
    setGuard: (isArmed) => {
      isGuarded = isArmed;
    },
  };
}
