import { describe, expect, it } from 'vitest';
import type { Notice } from '../../contract/ipc/contract.ts';
import { createNotices } from './notices.ts';

const notice = (path: string): Notice => ({ code: 'settings_set_aside', path });

describe('notices', () => {
  it('wait for the page and are given once', () => {
    const sent: Notice[] = [];
    const notices = createNotices((item) => sent.push(item));
    notices.raise(notice('a'));
    expect(sent).toEqual([]);
    expect(notices.drain()).toEqual([notice('a')]);
    expect(notices.drain()).toEqual([]);
    notices.raise(notice('b'));
    expect(sent).toEqual([notice('b')]);
  });

  it('wait again once the page is gone', () => {
    const notices = createNotices(() => {
      throw new Error('Nobody listens.');
    });
    notices.drain();
    notices.pageLeft();
    notices.raise(notice('a'));
    expect(notices.drain()).toEqual([notice('a')]);
  });

  it('are bounded: the oldest are dropped', () => {
    const notices = createNotices(() => {});
    for (let index = 0; index < 30; index += 1) {
      notices.raise(notice(String(index)));
    }
    const taken = notices.drain();
    expect(taken).toHaveLength(20);
    expect(taken.at(0)).toEqual(notice('10'));
  });
});
