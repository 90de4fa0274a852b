/** Runs networks in this thread and in another, in a process of its own, because ONNX Runtime initialises once. */
import { join } from 'node:path';
import { createSessionPool } from '../../src/engine/models/pool/session-pool.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import { openBuiltModels } from './support/models.ts';

const folder = await openBuiltModels();
const pool = createSessionPool({ threads: 1 });
const name = 'face-mesh';
const path = join(folder.path, (await folder.readModel(name)).entry.file);
await pool.open({ name, path, providers: ['cpu'], threads: 1 });
await pool.close();
const models = await openTrackerModels(folder);
models.mesh.run();
models.close();
