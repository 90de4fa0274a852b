import { expect, it } from 'vitest';
import { checkProfileEntry, type ProfileEntry } from './profile-entry.ts';

const added: ProfileEntry = {
  id: null,
  name: ' Studio ',
  baseUrl: 'https://studio.example/api/v1',
  key: 'key-12345678',
  before: null,
};
const changed: ProfileEntry = {
  ...added,
  id: 'p1',
  key: '',
  before: { baseUrl: 'https://studio.example/api/v1', keyState: 'stored' },
};

it('names every field that is wrong', () => {
  const { input, invalid } = checkProfileEntry({ ...added, name: ' ', baseUrl: 'x', key: 'short' });
  expect(input).toBeNull();
  expect([...invalid]).toEqual(['name', 'address', 'key']);
});

it('needs a key for a new service', () => {
  expect(checkProfileEntry(added).input).toMatchObject({ apiKey: 'key-12345678' });
  expect([...checkProfileEntry({ ...added, key: '' }).invalid]).toEqual(['key']);
});

it('keeps the key of a service whose server stays', () => {
  const baseUrl = 'https://studio.example/api/v2';
  expect(checkProfileEntry({ ...changed, baseUrl }).input).toEqual({
    id: 'p1',
    name: ' Studio ',
    baseUrl,
  });
});

it('asks for the key again when the server is another one or the key is lost', () => {
  const moved = { ...changed, baseUrl: 'https://other.example/api/v1' };
  expect([...checkProfileEntry(moved).invalid]).toEqual(['key']);
  const lost = { ...changed, before: { ...changed.before!, keyState: 'unreadable' as const } };
  expect([...checkProfileEntry(lost).invalid]).toEqual(['key']);
});
