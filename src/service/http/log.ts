import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Fields that are never written, wherever they turn up in a line. */
const secrets = [
  'authorization',
  'apiKey',
  'api_key',
  'secret',
  'token',
  'session_token',
  'signature',
  'password',
  'masterKey',
];

/**
 * Opens the log: one JSON line for each event. Secrets are cut out by field name, one and two levels
 * deep; addresses are logged as paths without their query, which may carry tokens and signatures.
 */
export function createLogger(
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent',
  stream: DestinationStream,
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]) },
    },
    stream,
  );
}
