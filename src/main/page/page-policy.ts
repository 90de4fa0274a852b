/** Content security policy of the page, by directive. Unlisted sources are denied. */
const contentPolicy: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'style-src-attr': ["'none'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'media-src': ["'self'", 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'frame-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

const allowedFeatures = ['camera', 'microphone', 'display-capture'];
const deniedFeatures = [
  'geolocation',
  'hid',
  'idle-detection',
  'local-fonts',
  'midi',
  'payment',
  'serial',
  'usb',
];

/** Additional sources of the policy. */
export interface PolicyAdditions {
  /**
   * Lets style elements of this one document in: the accessible primitives add two small ones and take
   * the nonce from a meta element.
   */
  readonly styleNonce: string | null;
  /** The one address that `connect-src` allows beside the page's own: the relay of media rooms in main. */
  readonly roomSources: readonly string[];
}

/** Headers of everything the page loads. */
export function createPageHeaders({
  styleNonce,
  roomSources,
}: PolicyAdditions): Record<string, string> {
  const additions: Readonly<Record<string, readonly string[]>> = {
    'style-src': styleNonce === null ? [] : [`'nonce-${styleNonce}'`],
    'connect-src': roomSources,
  };
  const policy = Object.entries(contentPolicy).map(([directive, sources]) =>
    [directive, ...sources, ...(additions[directive] ?? [])].join(' '),
  );
  return {
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': [
      ...allowedFeatures.map((feature) => `${feature}=(self)`),
      ...deniedFeatures.map((feature) => `${feature}=()`),
    ].join(', '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-DNS-Prefetch-Control': 'off',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
}
