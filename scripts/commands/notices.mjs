import { writeFile } from 'node:fs/promises';
import { noticesPath, writeNotices } from '../lib/notices.mjs';
import { step } from '../lib/steps.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run notices',
  about: 'Writes THIRD-PARTY-NOTICES.txt from the installed packages.',
  options: {},
};

/** @returns {Promise<number>} */
export async function run() {
  await step('Third-party notices', async () => {
    await writeFile(noticesPath, await writeNotices());
  });
  return 0;
}
