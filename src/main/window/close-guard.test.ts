import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createCloseGuard } from './close-guard.ts';

/** Closes like a window of Electron: emits the event, and closes unless a listener prevents it. */
class FakeWindow extends EventEmitter {
  isClosed = false;
  isHidden = false;
  isAway = false;
  isMinimized(): boolean {
    return this.isAway;
  }
  restore(): void {
    this.isAway = false;
  }
  show(): void {
    this.isHidden = false;
  }
  focus(): void {
    this.emit('focus');
  }
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
  const requested: string[] = [];
  return {
    window,
    requested,
    guard: createCloseGuard(window, (reason) => requested.push(reason)),
  };
}

describe('the close guard', () => {
  it('lets the window close without a reason, and does not even listen', () => {
    const { window, requested } = openGuarded();
    expect(window.listenerCount('close')).toBe(0);
    window.close();
    expect([window.isClosed, requested]).toEqual([true, []]);
  });

  it('keeps it open with a reason and tells the page each time', () => {
    const { window, requested, guard } = openGuarded();
    guard.set('live');
    guard.set('recording');
    window.close();
    window.close();
    expect([window.isClosed, requested]).toEqual([false, ['recording', 'recording']]);
    expect(window.listenerCount('close')).toBe(1);
  });

  it('lets it close while the page cannot answer, and asks again when it can', () => {
    const { window, requested, guard } = openGuarded();
    guard.set('live');
    guard.suspend(true);
    guard.suspend(false);
    window.close();
    expect([window.isClosed, requested]).toEqual([false, ['live']]);
    guard.suspend(true);
    expect(guard.reason()).toBe('live');
    window.close();
    expect([window.isClosed, requested]).toEqual([true, ['live']]);
  });

  it('brings the window forward that it keeps open', () => {
    const { window, guard } = openGuarded();
    guard.set('live');
    window.isHidden = true;
    window.isAway = true;
    window.close();
    expect([window.isHidden, window.isAway]).toEqual([false, false]);
  });

  it('lets it close once the reason is taken away', () => {
    const { window, guard } = openGuarded();
    guard.set('live');
    guard.set(null);
    window.close();
    expect(window.isClosed).toBe(true);
  });

  it('closes without asking when the page says so', () => {
    const { window, requested, guard } = openGuarded();
    guard.set('live');
    guard.close();
    expect([window.isClosed, requested]).toEqual([true, []]);
  });
});
