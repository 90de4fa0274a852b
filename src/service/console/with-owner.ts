import { type Owner, openOwner } from '../start/open-owner.ts';
import { readLocation } from './data-folder.ts';
import type { Arguments, Option } from './usage.ts';

/** Option of commands that work on one account. */
export const accountOption = {
  account: { value: 'ID', description: 'Account (default: the first one).' },
} as const satisfies Readonly<Record<string, Option>>;

/** Option of commands whose answer a script may want. */
export const jsonOption = {
  json: { description: 'Prints one line of JSON.' },
} as const satisfies Readonly<Record<string, Option>>;

/** Does work on the data of a service, running or not. */
export async function withOwner<T>(
  args: Arguments,
  work: (owner: Owner, account: { readonly account?: string }) => Promise<T>,
): Promise<T> {
  const owner = await openOwner(readLocation(args));
  try {
    const account = args.text('account');
    return await work(owner, account === null ? {} : { account });
  } finally {
    await owner.close();
  }
}
