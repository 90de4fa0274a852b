import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createCloseGuard } from './close-guard.ts';

/** Closes as a window of Electron does: asks, and is closed unless somebody prevents it. */
class FakeWindow extends EventEmitter {
  isClosed = false;
  close(): void {
    let isPrevented = false;
    this.emit('close', {
      preventDefault: () => {
        isPrevented = true;
      },
    });
    this.isClosed = !isPrevented;
  }
}

function openGuarded() {
  const window = new FakeWindow();
  const asked: string[] = [];
  return { window, asked, guard: createCloseGuard(window, (reason) => asked.push(reason)) };
}

describe('the close guard', () => {
  it('lets the window close without a reason, and does not even listen', () => {
    const { window, asked } = openGuarded();
    expect(window.listenerCount('close')).toBe(0);
    window.close();
    expect([window.isClosed, asked]).toEqual([true, []]);
  });

  it('keeps it open with a reason and tells the page each time', () => {
    const { window, asked, guard } = openGuarded();
    guard.set('live');
    guard.set('recording');
    window.close();
    window.close();
    expect([window.isClosed, asked]).toEqual([false, ['recording', 'recording']]);
    expect(window.listenerCount('close')).toBe(1);
  });

  it('lets it close once the reason is taken away', () => {
    const { window, guard } = openGuarded();
    guard.set('live');
    guard.set(null);
    window.close();
    expect(window.isClosed).toBe(true);
  });

  it('closes without asking when the page says so', () => {
    const { window, asked, guard } = openGuarded();
    guard.set('live');
    guard.close();
    expect([window.isClosed, asked]).toEqual([true, []]);
  });
});
