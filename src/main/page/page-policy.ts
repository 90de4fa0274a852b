/**
 * What the page may load, by directive. Nothing is allowed that is not listed. `connect-src` is the one
 * place to widen when the page has to reach a socket of its own.
 */
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

/**
 * Headers of everything the page loads.
 *
 * @param styleNonce lets style elements of this one document in: the accessible primitives add two
 *   small ones and take the nonce from a meta element.
 */
export function pageHeaders(styleNonce: string | null): Record<string, string> {
  const policy = Object.entries(contentPolicy).map(([directive, sources]) => {
    const isWidened = directive === 'style-src' && styleNonce !== null;
    return [directive, ...sources, ...(isWidened ? [`'nonce-${styleNonce}'`] : [])].join(' ');
  });
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
