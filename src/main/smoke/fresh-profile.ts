import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A profile of a user after the first run, for one run of the app. */
export interface FreshProfile {
  readonly folder: string;
  readonly remove: () => void;
}

/** Creates a profile in the temporary folder; the caller removes it. */
export function openFreshProfile(): FreshProfile {
  const folder = mkdtempSync(join(tmpdir(), 'guise-smoke-'));
  const settings = { onboarding: { isOver: true } };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
