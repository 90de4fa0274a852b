import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requireScope } from '../../../src/service/accounts/keys.ts';
import { createCore } from '../../../src/service/start/core.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld, testPrices, toPriceList, usd, type World } from './world.ts';

describeEngines('accounts', (engine) => {
  let store: Store;
  let world: World;

  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    world = await createWorld(store);
  });

  it('gives keys that are kept as hashes only', async () => {
    const { core, account } = world;
    const { key, secret } = await core.createKey({ accountId: account.id, name: 'studio' });
    expect(secret).toMatch(/^guise_[0-9a-f]{64}$/);
    expect(key).toMatchObject({ last4: secret.slice(-4), prefix: secret.slice(0, 10) });
    expect(await core.authenticate(secret)).toMatchObject({
      accountId: account.id,
      keyId: key.id,
      tier: 'default',
      scopes: ['jobs:write', 'jobs:read', 'live', 'account:read'],
    });
    const rows = await store.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(10, -4));
    const hash = createHash('sha256').update(secret).digest('hex');
    expect(rows.some((row) => row.key_hash === hash)).toBe(true);
  });

  it('refuses unknown and revoked keys at once', async () => {
    const { core, account } = world;
    const { key, secret } = await core.createKey({ accountId: account.id, name: 'a' });
    await expect(async () => core.authenticate('guise_nothing')).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect((await core.authenticate(secret)).tier).toBe('default');
    await core.setTier(account.id, 'pro');
    expect((await core.authenticate(secret)).tier).toBe('pro');
    await Promise.allSettled([
      core.authenticate(secret),
      core.revokeKey(account.id, key.id),
      core.authenticate(secret),
    ]);
    await expect(async () => core.authenticate(secret)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    const [listed] = await core.listKeys(account.id);
    expect(listed?.revokedAtMs).toBe(world.clock.nowMs());
  });

  it('rotates a key: same name and scopes, the old one is dead', async () => {
    const { core, account } = world;
    const old = await core.createKey({ accountId: account.id, name: 'a', scopes: ['jobs:read'] });
    await core.authenticate(old.secret);
    const fresh = await core.rotateKey(account.id, old.key.id);
    expect(fresh.key).toMatchObject({ name: 'a', scopes: ['jobs:read'] });
    await expect(async () => core.authenticate(old.secret)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect((await core.authenticate(fresh.secret)).scopes).toEqual(['jobs:read']);
    await expect(core.rotateKey(account.id, old.key.id)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('hides keys of other accounts', async () => {
    const { core, account } = world;
    const other = await createWorld(store);
    const { key } = await core.createKey({ accountId: account.id, name: 'a' });
    await expect(core.revokeKey(other.account.id, key.id)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await core.listKeys(other.account.id)).toEqual([]);
  });

  it('checks the scope of a key', async () => {
    const { core, account } = world;
    const { secret } = await core.createKey({ accountId: account.id, name: 'a', scopes: ['live'] });
    const caller = await core.authenticate(secret);
    requireScope(caller, 'live');
    expect(() => {
      requireScope(caller, 'jobs:write');
    }).toThrow(/jobs:write/);
  });

  it('shows limits of the tier, and minutes the balance pays for', async () => {
    const { core, account } = world;
    await world.topUp(usd(150));
    await core.setTier(account.id, 'pro');
    expect(await core.readAccountLimits(account.id)).toMatchObject({
      requestsPerMinute: 600,
      maxConcurrentJobs: 8,
      maxRealtimeMinutes: 2,
      maxVoiceMinutes: 2,
      account: { balanceMicros: usd(150), tier: 'pro' },
    });
    const free = await createWorld(store, { prices: toPriceList(0, 0) });
    expect((await free.core.readAccountLimits(free.account.id)).maxVoiceMinutes).toBe(525_600);
  });

  it('credits a payment reference once', async () => {
    const { core, account } = world;
    const payment = { accountId: account.id, amountMicros: usd(5), reference: 'invoice-1' };
    await Promise.all([1, 2, 3].map(() => core.topUp(payment)));
    expect((await core.readAccount(account.id)).balanceMicros).toBe(usd(5));
    await expect(core.topUp({ ...payment, amountMicros: usd(7) })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('of 5 USD'),
    });
    expect((await core.readAccount(account.id)).toppedUpMicros).toBe(usd(5));
    await expect(core.topUp({ ...payment, amountMicros: usd(0) })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(core.topUp({ ...payment, accountId: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('makes one webhook secret, and keeps the old one valid for a day after a rotation', async () => {
    const { core, account, clock } = world;
    const [first, same] = await Promise.all([
      core.readWebhookSecrets(account.id),
      core.readWebhookSecrets(account.id),
    ]);
    expect(first.current).toMatch(/^whsec_/);
    expect(same.current).toBe(first.current);
    const rotated = await core.rotateWebhookSecret(account.id);
    expect(rotated).toEqual({
      current: expect.not.stringContaining(first.current),
      previous: first.current,
    });
    clock.advance(86_399_000);
    expect(await core.readWebhookSecrets(account.id)).toEqual(rotated);
    clock.advance(1000);
    expect((await core.readWebhookSecrets(account.id)).previous).toBeNull();
    const rows = await store.db.selectFrom('webhook_secrets').selectAll().execute();
    for (const row of rows) {
      expect(Buffer.from(row.current_sealed).toString('latin1')).not.toContain('whsec_');
    }
    const stranger = createCore({
      ...core.context,
      prices: testPrices,
      masterKey: new Uint8Array(32).fill(8),
    });
    await expect(stranger.readWebhookSecrets(account.id)).rejects.toMatchObject({
      code: 'vault_unavailable',
    });
  });
});
