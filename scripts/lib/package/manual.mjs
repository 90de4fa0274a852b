/**
 * @typedef {{ readonly name: string, readonly description: string, readonly usage: import('../../../src/service/console/usage.ts').Usage }} DescribedCommand
 */

/**
 * The manual of `guise-service` in roff, generated from the usage of its commands.
 * @param {readonly DescribedCommand[]} commands
 * @param {{ version: string, date: string }} facts
 */
export function writeServiceManual(commands, { version, date }) {
  const lines = [
    `.TH GUISE\\-SERVICE 1 ${date} "Guise ${version}" "Guise"`,
    '.SH NAME',
    'guise\\-service \\- the service of Guise and its console',
    '.SH SYNOPSIS',
    '.B guise\\-service',
    '.I COMMAND',
    '.RI [ OPTIONS ]',
    '.br',
    '.B guise\\-service \\-\\-version',
    '.SH DESCRIPTION',
    'A REST service that swaps faces and heads, speaks, and renders videos on the processor. The systemd unit',
    '.I guise\\-service.service',
    'runs it as the user',
    '.IR guise\\-service ,',
    'on 127.0.0.1:8787. Commands for its data are run as that user:',
    '.PP',
    '.EX',
    'sudo \\-u guise\\-service guise\\-service keys create',
    '.EE',
    '.SH COMMANDS',
    ...commands.flatMap(describeCommand),
    '.SH FILES',
    ...describe('/etc/default/guise-service', 'Options and variables of the unit.'),
    ...describe('/var/lib/guise-service', 'Data of the unit: database, files, keys.'),
    ...describe('~/.local/share/guise/service', 'Data of other users who run it.'),
    '.SH EXIT STATUS',
    '0 on success, 1 on failure, 2 for invalid arguments.',
    '.SH SEE ALSO',
    '.BR guise (1)',
  ];
  return `${lines.join('\n')}\n`;
}

/** @param {DescribedCommand} command */
function describeCommand({ name, description, usage }) {
  const options = Object.entries(usage.options).flatMap(
    ([option, { value, description: text }]) => [
      '.TP',
      `.B \\-\\-${escape(option)}${value === undefined ? '' : ` \\fI${escape(value)}\\fR`}`,
      escape(text.replaceAll('\n', ' ')),
    ],
  );
  return [
    `.SS ${escape(`${name} ${usage.line}`.trim())}`,
    escape(description),
    escape(usage.description.replaceAll('\n', ' ')),
    ...(options.length === 0 ? [] : ['.RS', ...options, '.RE']),
  ];
}

/**
 * @param {string} path
 * @param {string} text
 */
function describe(path, text) {
  return ['.TP', `.I ${escape(path)}`, escape(text)];
}

/**
 * Text as roff takes it: signs that it reads, and a first sign of a line that would be a command.
 * @param {string} text
 */
function escape(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('×', '\\(mu')
    .replaceAll('…', '...')
    .replace(/^([.'])/, '\\&$1');
}
