import { createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { IceLite } from './ice-lite.ts';

/*
 * Addresses that check, nominate, forge and send over time. A plain model predicts the address to which media is sent
 * and the one that is accepted.
 */

const addresses = 3;
const sockets: Socket[] = [];
const inboxes: Buffer[][] = [];

beforeAll(async () => {
  for (let number = 0; number < addresses; number += 1) {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    const inbox: Buffer[] = [];
    await once(socket, 'listening');
    socket.on('message', (datagram) => inbox.push(datagram));
    sockets.push(socket);
    inboxes.push(inbox);
  }
});
afterAll(() => {
  sockets.forEach((socket) => socket.close());
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Step =
  | {
      readonly type: 'check';
      readonly by: number;
      readonly isNominating: boolean;
      /** Fault of the check. */
      readonly fault: 'none' | 'name' | 'password' | 'old' | 'cut';
    }
  | { readonly type: 'media'; readonly by: number }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'encrypt' | 'prove' | 'restart' };

const who = fc.nat(addresses - 1);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('check' as const),
        by: who,
        isNominating: fc.boolean(),
        fault: fc.constantFrom('none', 'none', 'none', 'none', 'name', 'password', 'old', 'cut'),
      }),
    },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('media' as const), by: who }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('wait' as const),
        ms: fc.constantFrom(1, 2500, 5000, 5001),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constantFrom('encrypt' as const, 'prove' as const, 'restart' as const),
      }),
    },
  ),
  { minLength: 4, maxLength: 14, size: 'max' },
);

interface Credentials {
  readonly ufrag: string;
  readonly password: string;
}

/** A binding request with USERNAME, perhaps USE-CANDIDATE, and MESSAGE-INTEGRITY. */
function writeCheck({ ufrag, password }: Credentials, isNominating: boolean): Buffer {
  const attribute = (type: number, value: Buffer): Buffer => {
    const head = Buffer.alloc(4 + ((value.length + 3) & ~3));
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(value.length, 2);
    value.copy(head, 4);
    return head;
  };
  const signed = Buffer.concat([
    Buffer.from('000100002112a442', 'hex'),
    randomBytes(12),
    attribute(0x0006, Buffer.from(`${ufrag}:peer`)),
    ...(isNominating ? [attribute(0x0025, Buffer.alloc(0))] : []),
  ]);
  signed.writeUInt16BE(signed.length - 20 + 24, 2);
  const integrity = createHmac('sha1', password).update(signed).digest();
  return Buffer.concat([signed, attribute(0x0008, integrity)]);
}

/** State of the model. Times are those of the faked clock. */
interface Model {
  chosen: number | null;
  chosenMs: number;
  isProven: boolean;
  isEncrypted: boolean;
  lastReceivedMs: number;
  received: number;
  strays: number;
  refused: number;
}

class World {
  readonly #ice: IceLite;
  readonly #got: Buffer[];
  readonly #model: Model = {
    chosen: null,
    chosenMs: 0,
    isProven: false,
    isEncrypted: false,
    lastReceivedMs: 0,
    received: 0,
    strays: 0,
    refused: 0,
  };
  #old: Credentials = { ufrag: 'before', password: 'before' };
  #marks = 0;

  constructor(ice: IceLite, got: Buffer[]) {
    this.#ice = ice;
    this.#got = got;
  }

  async run(step: Step): Promise<void> {
    const model = this.#model;
    switch (step.type) {
      case 'check':
        await this.#check(step);
        break;
      case 'media':
        await this.#send(step.by, Buffer.from([0x80, 96, 1, 2]));
        if (step.by === model.chosen) {
          model.received += 1;
          model.lastReceivedMs = model.isEncrypted ? model.lastReceivedMs : performance.now();
        } else {
          model.strays += 1;
        }
        break;
      case 'wait':
        vi.advanceTimersByTime(step.ms);
        break;
      case 'encrypt':
        this.#ice.requireProof();
        model.isEncrypted = true;
        this.#prove();
        break;
      case 'prove':
        this.#ice.prove();
        this.#prove();
        break;
      case 'restart':
        this.#old = this.#credentials;
        this.#ice.restart();
        expect(this.#credentials.ufrag).not.toBe(this.#old.ufrag);
        expect(this.#credentials.password).not.toBe(this.#old.password);
        break;
    }
  }

  /** Checks the counters, and that a datagram sent now arrives at the chosen address only, if one is chosen. */
  async check(): Promise<void> {
    const model = this.#model;
    const { counters } = this.#ice;
    expect([counters.received, counters.strays, counters.refusedChecks]).toEqual([
      model.received,
      model.strays,
      model.refused,
    ]);
    expect(this.#got.length).toBe(model.received);
    expect(this.#ice.lastReceivedMs).toBe(model.lastReceivedMs);
    const isLate = performance.now() - model.chosenMs > 5000;
    const isSent = model.chosen !== null && (!model.isEncrypted || model.isProven || !isLate);
    this.#marks += 1;
    const mark = Buffer.from([0x90, this.#marks]);
    const sent = counters.sent + (isSent ? 1 : 0);
    this.#ice.send(mark);
    expect(counters.sent).toBe(sent);
    const inbox = inboxes[model.chosen ?? 0] ?? [];
    if (isSent) {
      while (!inbox.some((datagram) => datagram.equals(mark))) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const others = inboxes.filter((_, number) => number !== model.chosen);
    expect(others.flat().some((datagram) => datagram.equals(mark))).toBe(false);
  }

  get #credentials(): Credentials {
    return { ufrag: this.#ice.localUfrag, password: this.#ice.localPassword };
  }

  #prove(): void {
    this.#model.isProven = true;
    this.#model.lastReceivedMs = performance.now();
  }

  async #check({ by, isNominating, fault }: Extract<Step, { type: 'check' }>): Promise<void> {
    const model = this.#model;
    const good = this.#credentials;
    const used = {
      none: good,
      cut: good,
      name: { ...good, ufrag: `${good.ufrag}x` },
      password: { ...good, password: `${good.password}x` },
      old: this.#old,
    }[fault];
    const whole = writeCheck(used, isNominating);
    if (fault !== 'none') {
      await this.#send(by, fault === 'cut' ? whole.subarray(0, -4) : whole);
      model.refused += 1;
      return;
    }
    await this.#ping(by, whole);
    this.#note(by, isNominating);
  }

  /** The first address that checks is taken until one is nominated; then only nominations count. */
  #note(by: number, isNominating: boolean): void {
    const model = this.#model;
    if (model.chosen !== by && (isNominating || model.chosen === null)) {
      model.chosen = by;
      model.chosenMs = performance.now();
      model.isProven = false;
    }
    if (model.chosen === by) {
      model.lastReceivedMs = performance.now();
    }
  }

  /** Sends a good check and waits for its answer. */
  async #ping(by: number, check = writeCheck(this.#credentials, false)): Promise<void> {
    const inbox = inboxes[by] ?? [];
    const transaction = check.subarray(8, 20);
    sockets[by]?.send(check, this.#ice.port, '127.0.0.1');
    const isAnswered = (): boolean =>
      inbox.some(
        (datagram) =>
          datagram.length > 20 &&
          datagram.readUInt16BE(0) === 0x0101 &&
          datagram.subarray(8, 20).equals(transaction),
      );
    while (!isAnswered()) {
      await new Promise((resolve) => sockets[by]?.once('message', resolve));
    }
    this.#note(by, false);
  }

  /** Sends messages without an answer, and waits until they were counted. */
  async #send(by: number, datagram: Buffer): Promise<void> {
    const { counters } = this.#ice;
    const count = (): number => counters.received + counters.strays + counters.refusedChecks;
    const before = count();
    sockets[by]?.send(datagram, this.#ice.port, '127.0.0.1');
    while (count() === before) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

it('sends to the address that was chosen, as long as it may, and takes from no other', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const got: Buffer[] = [];
      const ice = await IceLite.open('127.0.0.1', (datagram) => got.push(datagram));
      vi.advanceTimersByTime(10_000);
      const world = new World(ice, got);
      try {
        for (const step of list) {
          await world.run(step);
          await world.check();
        }
      } finally {
        ice.close();
        inboxes.forEach((inbox) => inbox.splice(0));
      }
      ice.send(Buffer.from([0x80]));
      expect(ice.counters.sent).toBeLessThanOrEqual(list.length);
    }),
    { numRuns: 250 },
  );
});
