/** Stands where a secret was. */
export const redacted = '[redacted]';

const secretFieldPattern =
  /(?:^|[_-]|api)(?:key|secret|token|password|passphrase|authorization|cookie)s?$/;
const bearerPattern = /\b(Bearer|Basic)\s+[\w+/=.~-]{4,}/gi;
const maxDepth = 6;
const maxItems = 50;
const maxTextLength = 4000;

/** Removes secrets from texts that are about to be written. */
export interface Redactor {
  /** Redacts this value from now on, also in its URL-encoded and Base64 forms. */
  readonly addSecret: (secret: string) => void;
  readonly redactText: (text: string) => string;
  /** A plain copy for JSON: bounded in depth and size, errors with their stack, secrets taken out. */
  readonly redactValue: (value: unknown) => unknown;
}

/** Makes a redactor that knows no values yet; it goes by field names and by `Bearer` alone. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  const redactText = (text: string): string => {
    let clean = text;
    for (const secret of secrets) {
      clean = clean.replaceAll(secret, redacted);
    }
    clean = clean.replace(bearerPattern, `$1 ${redacted}`);
    return clean.length > maxTextLength ? `${clean.slice(0, maxTextLength)}…` : clean;
  };
  const redactValue = (value: unknown, depth = 0): unknown => {
    if (typeof value === 'string') {
      return redactText(value);
    }
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') {
      return redactText(String(value));
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (depth >= maxDepth) {
      return '[too deep]';
    }
    if (ArrayBuffer.isView(value)) {
      return `[${value.byteLength} bytes]`;
    }
    if (Array.isArray(value)) {
      return value.slice(0, maxItems).map((item) => redactValue(item, depth + 1));
    }
    const fields = value instanceof Error ? listErrorFields(value) : Object.entries(value);
    return Object.fromEntries(
      fields
        .slice(0, maxItems)
        .map(([name, item]) => [
          redactText(name),
          isSecretField(name) ? redacted : redactValue(item, depth + 1),
        ]),
    );
  };
  return {
    addSecret: (secret) => {
      secrets.add(secret);
      secrets.add(encodeURIComponent(secret));
      secrets.add(Buffer.from(secret).toString('base64'));
      secrets.add(Buffer.from(secret).toString('base64url'));
    },
    redactText,
    redactValue: (value) => redactValue(value),
  };
}

function isSecretField(name: string): boolean {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  return secretFieldPattern.test(words);
}

function listErrorFields(error: Error): [string, unknown][] {
  const own: [string, unknown][] = Object.entries(error);
  return [
    ['name', error.name],
    ['message', error.message],
    ['stack', error.stack],
    ...(error.cause === undefined ? [] : [['cause', error.cause] satisfies [string, unknown]]),
    ...own.filter(([name]) => !['name', 'message', 'stack', 'cause'].includes(name)),
  ];
}
