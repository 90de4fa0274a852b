/**
 * Colour of the window until the page has drawn itself: the page's own base surface of each theme, so that
 * opening does not flash. A test holds it and the page's tokens together.
 */
export const background = { dark: '#0d1015', light: '#eceff4' } as const;
