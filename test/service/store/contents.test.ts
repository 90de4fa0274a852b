import { expect, it } from 'vitest';
import { measureFiles } from '../../../src/service/store/statements/content-statements.ts';
import { insertFile } from '../../../src/service/store/statements/file-statements.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld } from './world.ts';

describeEngines('stored contents', (engine) => {
  it('have their bytes once, however many files have them', async () => {
    const store = await openStoreAt(await engine.createPlace());
    const { account } = await createWorld(store);
    const add = (fileKey: string, hash: string, sizeBytes: number) =>
      store.db.transaction().execute((tx) =>
        insertFile(tx, {
          file_key: fileKey,
          account_id: account.id,
          role: 'upload',
          job_id: null,
          blob_hash: hash,
          kind: 'video',
          mime: 'video/mp4',
          size_bytes: sizeBytes,
          facts: '{}',
          declared_name: null,
          created_at_ms: 0,
        }),
      );
    await add('a', 'same', 100);
    await add('b', 'same', 100);
    await add('c', 'other', 100);
    expect(await measureFiles(store.db, account.id)).toMatchObject({
      uploads: { count: 3, sizeBytes: 200 },
      outputs: { count: 0, sizeBytes: 0 },
    });
    await store.close();
  });
});
