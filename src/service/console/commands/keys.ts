import { scopes } from '../../../contract/api/kit.ts';
import type { OwnerAnswer } from '../../owner/owner-calls.ts';
import { dataOptions } from '../data-folder.ts';
import { printLine, printJson, toTable } from '../print.ts';
import { type Arguments, type ConsoleCommand, UsageError } from '../usage.ts';
import { accountOption, jsonOption, withOwner } from '../with-owner.ts';

/** Works on API keys. */
export const keys: ConsoleCommand = {
  usage: {
    line: 'create [NAME] | list | rotate KEY | revoke KEY',
    description:
      'KEY is the id of a key, its last four characters, or the key itself. A new key is shown once. A\n' +
      'rotated or revoked key is refused from the next request on.',
    options: {
      scope: {
        value: 'NAME',
        isList: true,
        description: `Permission of a new key: ${scopes.join(', ')} (default: all).`,
      },
      ...accountOption,
      ...dataOptions,
      ...jsonOption,
    },
    maxArguments: 2,
  },

  async run(args) {
    const [action = '', subject] = args.positionals;
    switch (action) {
      case 'create':
        return create(args, subject ?? 'key');
      case 'list':
        return list(args);
      case 'rotate':
        return rotate(args, requireKey(subject, action));
      case 'revoke':
        return revoke(args, requireKey(subject, action));
      default:
        throw new UsageError('keys takes create, list, rotate or revoke.');
    }
  },
};

async function create(args: Arguments, name: string): Promise<number> {
  const requested = args.list('scope');
  const unknown = requested.find((scope) => !scopes.some((known) => known === scope));
  if (unknown !== undefined) {
    throw new UsageError(`There is no scope ${unknown}; there are ${scopes.join(', ')}.`);
  }
  const made = await withOwner(args, (owner, account) =>
    owner.call('createKey', {
      ...account,
      name,
      ...(requested.length === 0 ? {} : { scopes: requested }),
    }),
  );
  showSecret(args, made);
  return 0;
}

async function list(args: Arguments): Promise<number> {
  const found = await withOwner(args, (owner, account) => owner.call('listKeys', account));
  if (args.has('json')) {
    printJson(found);
    return 0;
  }
  const rows = found.map((key) => [
    key.id,
    key.name,
    key.shown,
    key.revoked_at === null ? 'valid' : `revoked ${key.revoked_at}`,
    key.scopes.join(' '),
  ]);
  printLine(toTable(['ID', 'NAME', 'KEY', 'STATE', 'SCOPES'], rows));
  return 0;
}

async function rotate(args: Arguments, key: string): Promise<number> {
  const made = await withOwner(args, (owner, account) =>
    owner.call('rotateKey', { ...account, key }),
  );
  showSecret(args, made);
  return 0;
}

async function revoke(args: Arguments, key: string): Promise<number> {
  const revoked = await withOwner(args, (owner, account) =>
    owner.call('revokeKey', { ...account, key }),
  );
  if (args.has('json')) {
    printJson(revoked);
  } else {
    printLine(`Revoked ${revoked.shown} (${revoked.name}).`);
  }
  return 0;
}

function showSecret(args: Arguments, made: OwnerAnswer<'createKey'>): void {
  if (args.has('json')) {
    printJson(made);
  } else {
    printLine(made.api_key);
    printLine(`  shown this once; id ${made.id}, may do ${made.scopes.join(', ')}`);
  }
}

function requireKey(subject: string | undefined, action: string): string {
  if (subject === undefined) {
    throw new UsageError(`keys ${action} takes the key: its id or its last four characters.`);
  }
  return subject;
}
