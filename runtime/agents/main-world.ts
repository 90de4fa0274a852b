import type { createLink as CreateLink } from './link.ts';

/**
 * The half in the page's own world: puts what the preload exposes on the window. Runs as text before
 * any script of the page; refers to nothing outside itself.
 */
export function startMainWorld(secret: string, createLink: typeof CreateLink): void {
  if (window !== window.top) {
    return;
  }
  const { defineProperty, freeze, hasOwn, keys } = Object;
  const { get } = Reflect;
  const { Error, String } = window;

  const freezeDeep = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const key of keys(value)) {
        freezeDeep(get(value, key));
      }
      freeze(value);
    }
    return value;
  };

  const expose = (name: unknown, api: unknown): void => {
    const key = String(name);
    if (hasOwn(window, key)) {
      throw new Error(
        `Cannot bind an API on top of an existing property on the window object: ${key}`,
      );
    }
    defineProperty(window, key, { value: freezeDeep(api), enumerable: true });
  };

  createLink(secret, 'page', { expose });
}
