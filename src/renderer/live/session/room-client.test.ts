import { expect, it } from 'vitest';
import { isPublisher, type Publisher } from './room-client.ts';

it('shows the first participant that sends video, and no other until another room is entered', () => {
  const publisher: Publisher = { identity: null };
  expect(isPublisher(publisher, 'guise-engine')).toBe(true);
  expect(isPublisher(publisher, 'guest')).toBe(false);
  expect(isPublisher(publisher, 'guise-engine')).toBe(true);
  expect(isPublisher({ identity: null }, 'guest')).toBe(true);
});
