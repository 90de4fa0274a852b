import { describe, expect, it } from 'vitest';
import { createOwnOrigin } from '../page/own-origin.ts';
import { isTrustedSender } from './sender.ts';

const ownOrigin = createOwnOrigin();
const frame = { url: 'app://bundle/index.html', parent: null };

describe('the sender of a call', () => {
  it('is trusted as the main frame of our window with our page', () => {
    expect(isTrustedSender({ sender: { id: 1 }, senderFrame: frame }, 1, ownOrigin)).toBe(true);
  });

  it.each([
    ['another window', { sender: { id: 2 }, senderFrame: frame }, 1],
    ['no window of ours', { sender: { id: 1 }, senderFrame: frame }, null],
    ['a frame that is gone', { sender: { id: 1 }, senderFrame: null }, 1],
    ['a frame inside the page', { sender: { id: 1 }, senderFrame: { ...frame, parent: {} } }, 1],
    [
      'a foreign page in our window',
      { sender: { id: 1 }, senderFrame: { ...frame, url: 'https://bundle/index.html' } },
      1,
    ],
    [
      'an empty page in our window',
      { sender: { id: 1 }, senderFrame: { ...frame, url: 'about:blank' } },
      1,
    ],
  ])('is not trusted as %s', (_case, event, windowId) => {
    expect(isTrustedSender(event, windowId, ownOrigin)).toBe(false);
  });
});
