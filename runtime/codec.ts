/* oxlint-disable typescript/no-unsafe-type-assertion -- a decoder narrows what it has just checked */
/** Writes and reads values between the page and main. */
export interface Codec {
  /** Serialises a value; throws a TypeError with the text of structured clone for an unsupported one. */
  readonly encode: (value: unknown) => string;
  /** The value of a text made by `encode`; throws on anything else. */
  readonly decode: (text: string) => unknown;
}

/**
 * Creates the codec: JSON, with values that JSON lacks as `{"$": kind, …}`. Bytes are base64; large ones follow
 * the JSON, each after a line feed, because as JSON strings they would be searched for characters to escape on
 * both sides (100 KB: 1 to 2 ms of a round trip). All values of structured clone are supported, except that
 * cycles are refused and that one object reached twice arrives as two.
 *
 * This function also runs inside pages, as text: it must not refer to anything outside itself.
 */
export function createCodec(): Codec {
  type Tagged = { readonly $: string; readonly v?: unknown; readonly k?: unknown };
  const maxDepth = 1000;
  const tagKey = '$';
  const inlineBytes = 1_024;
  type Writing = { readonly path: Set<object>; readonly parts: string[] };
  const views = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  };
  const errors = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const isNode = typeof Buffer === 'function';
  const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);
  const isOwn = <T extends object>(table: T, key: PropertyKey): key is keyof T =>
    Object.hasOwn(table, key);

  const toBase64 = (bytes: Uint8Array): string =>
    isNode
      ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
      : bytes.toBase64();

  const writeBytes = (bytes: Uint8Array, { parts }: Writing): string | number => {
    const text = toBase64(bytes);
    return bytes.length <= inlineBytes ? text : parts.push(text) - 1;
  };

  const fromBase64 = (text: unknown): Uint8Array<ArrayBuffer> => {
    if (typeof text !== 'string') {
      throw new TypeError('A message holds bytes that are not base64.');
    }
    if (!isNode) {
      return Uint8Array.fromBase64(text);
    }
    const length = Buffer.byteLength(text, 'base64');
    const bytes = new Uint8Array(length);
    const written = Buffer.from(bytes.buffer).write(text, 'base64');
    return written === length ? bytes : bytes.slice(0, written);
  };

  const refuse = (subject: string): never => {
    throw new TypeError(`${subject} could not be cloned.`);
  };

  const set = (target: object, key: string, value: unknown): void => {
    // A plain assignment to this one name would change the prototype.
    if (key === '__proto__') {
      Object.defineProperty(target, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else {
      Reflect.set(target, key, value);
    }
  };

  const encodeObject = (value: object, writing: Writing): unknown => {
    const kind = kindOf(value);
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      return { $: 'view', k: kind, v: writeBytes(bytes, writing) };
    }
    if (value instanceof ArrayBuffer) {
      return { $: 'buffer', v: writeBytes(new Uint8Array(value), writing) };
    }
    if (value instanceof Date) {
      return { $: 'date', v: encode(value.getTime(), writing) };
    }
    if (value instanceof RegExp) {
      return { $: 'regexp', k: value.flags, v: value.source };
    }
    if (value instanceof Error) {
      const cause = 'cause' in value ? { cause: encode(value.cause, writing) } : {};
      return {
        $: 'error',
        k: value.name,
        v: { message: value.message, stack: value.stack, ...cause },
      };
    }
    if (value instanceof Map) {
      return {
        $: 'map',
        v: Array.from(value, (pair) => pair.map((part) => encode(part, writing))),
      };
    }
    if (value instanceof Set) {
      return { $: 'set', v: Array.from(value, (item) => encode(item, writing)) };
    }
    if (Array.isArray(value)) {
      return Array.from(value, (item) => encode(item, writing));
    }
    if (
      ['Promise', 'WeakMap', 'WeakSet', 'WeakRef', 'Blob', 'File', 'SharedArrayBuffer'].includes(
        kind,
      )
    ) {
      return refuse(`#<${kind}>`);
    }
    const copy = {};
    for (const [key, item] of Object.entries(value)) {
      set(copy, key, encode(item, writing));
    }
    return Object.hasOwn(copy, tagKey) ? { $: 'object', v: copy } : copy;
  };

  const encode = (value: unknown, writing: Writing): unknown => {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) {
      return value;
    }
    if (typeof value === 'number') {
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) };
    }
    if (value === undefined) {
      return { $: 'undefined' };
    }
    if (typeof value === 'bigint') {
      return { $: 'bigint', v: String(value) };
    }
    if (typeof value !== 'object') {
      return refuse(typeof value === 'function' ? 'A function' : 'A symbol');
    }
    const { path } = writing;
    if (path.has(value)) {
      return refuse('An object that contains itself');
    }
    if (path.size >= maxDepth) {
      return refuse(`A value nested more than ${maxDepth} deep`);
    }
    path.add(value);
    const encoded = encodeObject(value, writing);
    path.delete(value);
    return encoded;
  };

  const readBytes = (content: unknown, parts: readonly string[]): Uint8Array<ArrayBuffer> =>
    fromBase64(typeof content === 'number' ? parts[content] : content);

  const toView = (kind: unknown, bytes: Uint8Array<ArrayBuffer>): unknown => {
    if (kind === 'Uint8Array') {
      return bytes;
    }
    if (kind === 'DataView') {
      return new DataView(bytes.buffer);
    }
    if (typeof kind !== 'string' || !isOwn(views, kind)) {
      throw new TypeError('A message holds an unknown kind of bytes.');
    }
    return new views[kind](bytes.buffer);
  };

  const toError = (name: unknown, fields: unknown, parts: readonly string[]): Error => {
    if (typeof name !== 'string' || typeof fields !== 'object' || fields === null) {
      throw new TypeError('A message holds a broken error.');
    }
    const { message, stack, cause } = fields as Record<string, unknown>;
    const Kind = isOwn(errors, name) ? errors[name] : Error;
    const error = new Kind(String(message));
    for (const [key, value] of Object.entries({ name, stack })) {
      if (error[key as 'name' | 'stack'] !== value) {
        Object.defineProperty(error, key, { value, configurable: true, writable: true });
      }
    }
    if (cause !== undefined) {
      error.cause = decode(cause, parts);
    }
    return error;
  };

  const toList = (value: unknown, parts: readonly string[]): unknown[] => {
    if (!Array.isArray(value)) {
      throw new TypeError('A message holds a broken list.');
    }
    return value.map((item) => decode(item, parts));
  };

  const decodeFields = (fields: object, parts: readonly string[]): object => {
    for (const [key, value] of Object.entries(fields)) {
      set(fields, key, decode(value, parts));
    }
    return fields;
  };

  const decodeTagged = (tagged: Tagged, parts: readonly string[]): unknown => {
    const { $: kind, k: detail, v: content } = tagged;
    switch (kind) {
      case 'view':
        return toView(detail, readBytes(content, parts));
      case 'buffer':
        return readBytes(content, parts).buffer;
      case 'undefined':
        return undefined;
      case 'number':
        return Number(content);
      case 'bigint':
        return BigInt(String(content));
      case 'date':
        return new Date(Number(decode(content, parts)));
      case 'regexp':
        // slow expression: the page's own, and of the app's own sources.
        return new RegExp(String(content), String(detail));
      case 'error':
        return toError(detail, content, parts);
      case 'map':
        return new Map(toList(content, parts) as Array<[unknown, unknown]>);
      case 'set':
        return new Set(toList(content, parts));
      case 'object':
        if (typeof content === 'object' && content !== null) {
          return decodeFields(content, parts);
        }
    }
    throw new TypeError('A message holds an unknown kind of value.');
  };

  const decode = (value: unknown, parts: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      return toList(value, parts);
    }
    return Object.hasOwn(value, tagKey)
      ? decodeTagged(value as Tagged, parts)
      : decodeFields(value, parts);
  };

  return {
    encode: (value) => {
      const parts: string[] = [];
      const json = JSON.stringify(encode(value, { path: new Set(), parts }));
      return parts.length === 0 ? json : `${json}\n${parts.join('\n')}`;
    },
    decode: (text) => {
      // JSON without spaces has no line feed of its own.
      const end = text.indexOf('\n');
      return end === -1
        ? decode(JSON.parse(text), [])
        : decode(JSON.parse(text.slice(0, end)), text.slice(end + 1).split('\n'));
    },
  };
}
