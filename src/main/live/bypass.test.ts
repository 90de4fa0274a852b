import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { LiveBypass } from '../../contract/ipc/live.ts';
import { Bypass } from './bypass.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A service that may lose, delay and refuse messages, and reports its output. */
class Service {
  isRaw = false;
  isLinked = true;
  readonly states: LiveBypass[] = [];
  readonly joins: boolean[] = [];
  #inbox: boolean[] = [];
  readonly bypass = new Bypass({
    send: (message) => {
      if (!this.isLinked) {
        throw new AppError('service_unreachable', 'There is no connection.');
      }
      if (message.type === 'passthrough') {
        this.#inbox.push(message.enabled);
      }
    },
    onState: (state) => this.states.push(state),
    answerMs: 100,
  });

  /** Answers the next message. */
  answer(): void {
    const isOn = this.#inbox.shift();
    if (isOn !== undefined) {
      this.isRaw = isOn;
      this.bypass.accepted();
    }
  }

  refuse(): void {
    if (this.#inbox.shift() !== undefined) {
      this.bypass.refused(new AppError('processing_failed', 'No.'));
    }
  }

  /** The connection breaks; with `isTaken` the last message took effect, but no answer arrives. */
  cut(isTaken: boolean): void {
    if (this.isLinked) {
      this.isRaw = isTaken ? (this.#inbox.at(-1) ?? this.isRaw) : this.isRaw;
      this.#inbox = [];
      this.isLinked = false;
      this.bypass.lost();
    }
  }

  connect(): void {
    if (!this.isLinked) {
      this.isLinked = true;
      const { isOn, messages } = this.bypass.greet();
      this.joins.push(isOn);
      this.isRaw = isOn;
      this.#inbox = messages.flatMap((message) =>
        message.type === 'passthrough' ? [message.enabled] : [],
      );
    }
  }
}

it('is over only when the last message that ends it was taken', async () => {
  const service = new Service();
  const begun = service.bypass.begin();
  service.answer();
  await begun;
  service.bypass.end();
  expect(service.bypass.state).toBe('ending');
  service.answer();
  expect(service.states).toEqual(['starting', 'on', 'ending', 'off']);
  expect(service.isRaw).toBe(false);
});

it('does not take the answer to an earlier begin for the end', async () => {
  const service = new Service();
  const begun = service.bypass.begin();
  service.bypass.end();
  await expect(begun).rejects.toMatchObject({ code: 'cancelled' });
  service.answer();
  expect(service.bypass.state).toBe('ending');
  service.answer();
  expect(service.bypass.state).toBe('off');
});

it('sends the end again until there is an answer', () => {
  const service = new Service();
  void service.bypass.begin();
  service.answer();
  service.bypass.end();
  service.refuse();
  vi.advanceTimersByTime(100);
  service.answer();
  expect(service.bypass.state).toBe('off');
});

it('withdraws a request that was not answered in time', async () => {
  const service = new Service();
  const begun = service.bypass.begin();
  const refused = expect(begun).rejects.toMatchObject({ code: 'service_unreachable' });
  vi.advanceTimersByTime(100);
  await refused;
  expect(service.bypass.state).toBe('ending');
});

it('ends when it is asked for again without a connection', async () => {
  const service = new Service();
  const begun = service.bypass.begin();
  service.answer();
  await begun;
  service.cut(false);
  await expect(service.bypass.begin()).rejects.toMatchObject({ code: 'service_unreachable' });
  service.connect();
  expect(service.joins).toEqual([false]);
  service.answer();
  expect(service.bypass.state).toBe('off');
});

const step = fc.constantFrom(
  'begin',
  'end',
  'answer',
  'refuse',
  'cut taken',
  'cut lost',
  'connect',
  'late',
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

it('never says that it is off while the camera may go out, and never asks for it after the end', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const service = new Service();
      const { bypass } = service;
      let wants = false;
      const actions: Record<Step, () => void> = {
        begin: () => {
          wants = service.isLinked;
          bypass.begin().catch(() => undefined);
        },
        end: () => {
          wants = false;
          bypass.end();
        },
        answer: () => service.answer(),
        refuse: () => service.refuse(),
        'cut taken': () => service.cut(true),
        'cut lost': () => service.cut(false),
        connect: () => {
          const before = service.joins.length;
          service.connect();
          expect(service.joins.slice(before).includes(true) && !wants).toBe(false);
        },
        late: () => vi.advanceTimersByTime(100),
      };
      for (const name of steps) {
        actions[name]();
        expect(bypass.state === 'off' && service.isRaw).toBe(false);
      }
      bypass.end();
      service.connect();
      for (let count = 0; count < 100 && bypass.state !== 'off'; count += 1) {
        service.answer();
        vi.advanceTimersByTime(100);
      }
      expect(bypass.state).toBe('off');
      expect(service.isRaw).toBe(false);
      bypass.close();
    }),
  );
});
