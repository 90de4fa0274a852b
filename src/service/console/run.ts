import { AppError } from '../../base/errors.ts';
import { readProgramVersion } from '../sandbox/program-version.ts';
import { printNote, printLine } from './print.ts';
import {
  type ConsoleCommand,
  formatHelp,
  parseArguments,
  type Usage,
  UsageError,
} from './usage.ts';

/** The commands by name; each is loaded when it is called. */
const commands: Readonly<
  Record<string, { readonly description: string; readonly load: () => Promise<ConsoleCommand> }>
> = {
  serve: {
    description: 'Runs the service until it is stopped.',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  job: {
    description: 'Uploads files, submits a job, waits and downloads the result.',
    load: async () => (await import('./commands/job.ts')).job,
  },
  keys: {
    description: 'Creates, lists, rotates and revokes API keys.',
    load: async () => (await import('./commands/keys.ts')).keys,
  },
  accounts: {
    description: 'Lists and creates accounts, and moves them to another tier.',
    load: async () => (await import('./commands/accounts.ts')).accounts,
  },
  topup: {
    description: 'Adds money to an account.',
    load: async () => (await import('./commands/topup.ts')).topup,
  },
  'webhook-secret': {
    description: 'Shows or rotates the secret that signs webhooks.',
    load: async () => (await import('./commands/webhook-secret.ts')).webhookSecret,
  },
  webhooks: {
    description: 'Shows deliveries and their attempts, and resends one.',
    load: async () => (await import('./commands/webhooks.ts')).webhooks,
  },
  nodes: {
    description: 'Lists the services that share a database.',
    load: async () => (await import('./commands/nodes.ts')).nodes,
  },
  'live-worker': {
    description: 'Runs live swaps for services on other machines.',
    load: async () => (await import('./commands/work-live.ts')).liveWorker,
  },
  'grant-render': {
    description: 'Grants a PostgreSQL role the rights to render, and no others.',
    load: async () => (await import('./commands/grant-render.ts')).grantRender,
  },
  pricing: {
    description: 'Shows the price list in force, or checks a file.',
    load: async () => (await import('./commands/pricing.ts')).pricing,
  },
  models: {
    description: 'Lists the models of the user, and measures their speed.',
    load: async () => (await import('./commands/models.ts')).models,
  },
  'convert-voice': {
    description: 'Converts the voice of a recording to another voice.',
    load: async () => (await import('./commands/convert-voice.ts')).convertVoice,
  },
  instructions: {
    description: 'Shows how a prompt for pictures or videos is interpreted.',
    load: async () => (await import('./commands/instructions.ts')).instructionsCommand,
  },
  recover: {
    description: 'Restores the last good copy of a damaged database, or starts with a new one.',
    load: async () => (await import('./commands/recover.ts')).recover,
  },
  doctor: {
    description: 'Checks whether the service can work on this machine.',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  selftest: {
    description: 'Verifies this installation by small renders.',
    load: async () => (await import('./commands/selftest.ts')).selftest,
  },
};

/** Lists all commands with name and description, in the order of the overview. */
export function describeCommands(): Promise<
  readonly { readonly name: string; readonly description: string; readonly usage: Usage }[]
> {
  return Promise.all(
    Object.entries(commands).map(async ([name, { description, load }]) => ({
      name,
      description,
      usage: (await load()).usage,
    })),
  );
}

/** Exit codes: 0 done, 1 it could not be done, 2 called wrongly. */
const FAILED = 1;
const MISUSED = 2;

/** Runs one command of the console and returns its exit code. */
export async function runConsole(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') {
    printLine(formatOverview());
    return name === undefined ? MISUSED : 0;
  }
  if (name === '--version') {
    printLine(`Guise ${readProgramVersion()}`);
    return 0;
  }
  if (name === 'help') {
    return showHelp(rest[0]);
  }
  try {
    const command = await requireCommand(name);
    if (rest.includes('--help') || rest.includes('-h')) {
      printLine(formatHelp(name, command.usage));
      return 0;
    }
    return await command.run(parseArguments(name, command.usage, rest));
  } catch (error) {
    return report(error);
  }
}

async function showHelp(name: string | undefined): Promise<number> {
  if (name === undefined) {
    printLine(formatOverview());
    return 0;
  }
  try {
    printLine(formatHelp(name, (await requireCommand(name)).usage));
    return 0;
  } catch (error) {
    return report(error);
  }
}

function requireCommand(name: string): Promise<ConsoleCommand> {
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (found === undefined) {
    throw new UsageError(`There is no command ${name}.\n\n${formatOverview()}`);
  }
  return found.load();
}

function formatOverview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 4;
  const rows = Object.entries(commands).map(
    ([name, { description }]) => `  ${name.padEnd(width)}${description}`,
  );
  return [
    'Commands of the service:',
    '',
    ...rows,
    '',
    'help COMMAND shows the options of a command.',
  ].join('\n');
}

function report(error: unknown): number {
  if (error instanceof UsageError) {
    printNote(error.message);
    return MISUSED;
  }
  if (error instanceof AppError) {
    printNote(`${error.message} (${error.code})`);
    return FAILED;
  }
  printNote(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return FAILED;
}
