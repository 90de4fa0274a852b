import { ChatMessage, DataPacket, RpcAck, SipDTMF, UserPacket } from '@livekit/protocol';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChannelLabel } from '../transport/data-channels.ts';
import { type Recipient, relayMessage } from './relay.ts';

/** Participant of the room, with the messages that it received. */
interface Listener extends Recipient {
  readonly got: { readonly label: ChannelLabel; readonly bytes: Buffer }[];
}

function listen(identity: string): Listener {
  const got: Listener['got'] = [];
  const channels = {
    send: (label: ChannelLabel, bytes: Buffer): void => void got.push({ label, bytes }),
  };
  return { identity, sid: `PA_${identity}`, connections: { subscriber: { channels } }, got };
}

const people = ['anna', 'bert', 'carl', 'dora'];
const labels = fc.constantFrom<ChannelLabel>('_reliable', '_lossy');
const nobody = Array.from({ length: 70 }, (_, index) => `nobody-${index}`);
/** Usually a few of the participants; sometimes more than are read, with another behind them. */
const names = fc.oneof(
  { weight: 6, arbitrary: fc.subarray([...people, 'elsewhere']) },
  { weight: 1, arbitrary: fc.subarray(people).map((some) => [...nobody, ...some]) },
);
const bytes = fc.uint8Array({ maxLength: 20 });

type Value = DataPacket['value'];
const user: fc.Arbitrary<Value> = fc
  .record({
    payload: bytes,
    destinationIdentities: names,
    destinationSids: names.map((list) => list.map((name) => `PA_${name}`)),
    participantIdentity: fc.constantFrom(...people),
    participantSid: fc.string(),
    topic: fc.string(),
  })
  .map((packet) => ({ case: 'user', value: new UserPacket(packet) }));
const values: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: user },
  {
    weight: 1,
    arbitrary: fc.string().map((message): Value => {
      return { case: 'chatMessage', value: new ChatMessage({ id: 'x', message }) };
    }),
  },
  {
    weight: 1,
    arbitrary: fc.string().map((requestId): Value => {
      return { case: 'rpcAck', value: new RpcAck({ requestId }) };
    }),
  },
  {
    weight: 1,
    arbitrary: fc.nat(9).map((code): Value => {
      return { case: 'sipDtmf', value: new SipDTMF({ code, digit: String(code) }) };
    }),
  },
);
const packets = fc
  .record({
    value: values,
    destinationIdentities: names,
    participantIdentity: fc.constantFrom(...people),
    participantSid: fc.string(),
    sequence: fc.nat(1000),
  })
  .map((packet) => new DataPacket(packet));

/** All named participants, or everyone when none is named. */
function isMeant(packet: DataPacket, { identity, sid }: Recipient): boolean {
  const read = (list: readonly string[]): readonly string[] => list.slice(0, 64);
  const nested = packet.value.case === 'user' ? packet.value.value : null;
  const named = [
    ...read(packet.destinationIdentities),
    ...read(nested?.destinationIdentities ?? []),
  ];
  const sids = read(nested?.destinationSids ?? []);
  const isForAll = named.length + sids.length === 0;
  return isForAll || named.includes(identity) || sids.includes(sid);
}

it('reaches the participants it names, whole, under the name of its sender', () => {
  fc.assert(
    fc.property(packets, labels, fc.boolean(), (packet, label, canPublishData) => {
      const listeners = people.map(listen);
      const from = { identity: 'eve', sid: 'PA_eve', canPublishData };
      relayMessage(from, listeners, { label, bytes: Buffer.from(packet.toBinary()) });
      const expected = packet.clone();
      expected.participantIdentity = 'eve';
      expected.participantSid = 'PA_eve';
      if (expected.value.case === 'user') {
        expected.value.value.participantIdentity = 'eve';
        expected.value.value.participantSid = 'PA_eve';
      }
      for (const listener of listeners) {
        const isTold = canPublishData && isMeant(packet, listener);
        expect(listener.got.map((one) => one.label)).toEqual(isTold ? [label] : []);
        for (const one of listener.got) {
          expect(DataPacket.fromBinary(one.bytes).toJson()).toEqual(expected.toJson());
        }
      }
    }),
    { numRuns: 400 },
  );
});

it('drops invalid messages, and never throws', () => {
  const listeners = people.map(listen);
  const from = { identity: 'eve', sid: 'PA_eve', canPublishData: true };
  const send = (message: Uint8Array): number => {
    const before = listeners.reduce((sum, { got }) => sum + got.length, 0);
    relayMessage(from, listeners, { label: '_lossy', bytes: Buffer.from(message) });
    return listeners.reduce((sum, { got }) => sum + got.length, 0) - before;
  };
  expect(send(new DataPacket({ destinationIdentities: ['anna'] }).toBinary())).toBe(0);
  expect(send(Buffer.from('no packet at all'))).toBe(0);
  fc.assert(
    fc.property(packets, fc.nat(), fc.nat(255), fc.nat(), (packet, at, byte, cut) => {
      const message = Buffer.from(packet.toBinary());
      message[at % message.length] = byte;
      send(message.subarray(0, cut % (message.length + 1)));
      for (const { bytes: out } of listeners.flatMap(({ got }) => got.splice(0))) {
        expect(DataPacket.fromBinary(out).participantIdentity).toBe('eve');
      }
    }),
    { numRuns: 400 },
  );
});
