import { parseArgs } from 'node:util';

/** A wrong call of the console: exit code 2 and the text. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** One option of a command. `value` names its value in the help; without it the option is a switch. */
export interface Option {
  readonly description: string;
  readonly value?: string | undefined;
  /** True when the option may be given several times. */
  readonly isList?: boolean | undefined;
}

/** Description of a command; help text and parser are derived from it. */
export interface Usage {
  /** Arguments after the command's name, such as `ENDPOINT field=value …`. */
  readonly line: string;
  readonly description: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Most arguments that are no options. */
  readonly maxArguments: number;
}

/** The arguments of a command. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** Value of an option; null when it was not given. */
  text(name: string): string | null;
  has(name: string): boolean;
  list(name: string): readonly string[];
  /** A whole number within bounds; throws {@link UsageError}. */
  whole(name: string, range: { readonly min: number; readonly max: number }): number | null;
}

/** One command of the console. */
export interface ConsoleCommand {
  readonly usage: Usage;
  /** Returns the exit code. */
  readonly run: (args: Arguments) => Promise<number>;
}

/** Parses the arguments of a command. Throws {@link UsageError} with the allowed ones. */
export function parseArguments(name: string, usage: Usage, argv: readonly string[]): Arguments {
  const { values, positionals } = parse(name, usage, argv);
  if (positionals.length > usage.maxArguments) {
    const extra = positionals.slice(usage.maxArguments).join(' ');
    throw new UsageError(`${name} does not take ${extra}.\n\n${formatHelp(name, usage)}`);
  }
  const text = (option: string): string | null => {
    const value = values[option];
    return typeof value === 'string' ? value : null;
  };
  return {
    positionals,
    text,
    has: (option) => values[option] === true,
    list: (option) => {
      const value = values[option];
      return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
    },
    whole: (option, { min, max }) => {
      const written = text(option);
      if (written === null) {
        return null;
      }
      const value = /^\d+$/.test(written) ? Number(written) : Number.NaN;
      if (!(value >= min && value <= max)) {
        throw new UsageError(`--${option} takes a whole number from ${min} to ${max}.`);
      }
      return value;
    },
  };
}

function parse(name: string, usage: Usage, argv: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(usage.options).map(([option, { value, isList }]) => [
      option,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: isList ?? false,
      },
    ]),
  );
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw new UsageError(`${reason.replace(/\.$/, '')}.\n\n${formatHelp(name, usage)}`);
  }
}

/** The help of a command. */
export function formatHelp(name: string, usage: Usage): string {
  const rows = Object.entries(usage.options).map(([option, { value, description, isList }]) => ({
    left: `  --${option}${value === undefined ? '' : ` ${value}`}${isList === true ? ' …' : ''}`,
    description,
  }));
  const width = Math.max(0, ...rows.map(({ left }) => left.length)) + 2;
  const indent = `\n${' '.repeat(width)}`;
  const body = rows.map(
    ({ left, description }) => left.padEnd(width) + description.replaceAll('\n', indent),
  );
  return [
    `${name} ${usage.line}`.trim(),
    '',
    usage.description,
    ...(body.length === 0 ? [] : ['', ...body]),
    '',
  ].join('\n');
}
