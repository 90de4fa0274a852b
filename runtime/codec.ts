/* oxlint-disable typescript/no-unsafe-type-assertion -- a decoder narrows what it has just checked */
/** Writes and reads values between the page and main. */
export interface Codec {
  /** Text of a value; throws a TypeError with the words of structured clone for what cannot cross. */
  readonly encode: (value: unknown) => string;
  /** The value of a text made by `encode`; throws on anything else. */
  readonly decode: (text: string) => unknown;
}

/**
 * Makes the codec: JSON, with everything that JSON cannot say as `{"$": kind, …}`. Bytes are base64.
 * What structured clone takes crosses unchanged, except that cycles are refused and that one object
 * reached twice arrives as two.
 *
 * This function also runs inside pages, as text: it must refer to nothing outside itself.
 */
export function createCodec(): Codec {
  type Tagged = { readonly $: string; readonly v?: unknown; readonly k?: unknown };
  const maxDepth = 1000;
  const tagKey = '$';
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

  const refuse = (what: string): never => {
    throw new TypeError(`${what} could not be cloned.`);
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

  const encodeObject = (value: object, path: Set<object>): unknown => {
    const kind = kindOf(value);
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      return { $: 'view', k: kind, v: toBase64(bytes) };
    }
    if (value instanceof ArrayBuffer) {
      return { $: 'buffer', v: toBase64(new Uint8Array(value)) };
    }
    if (value instanceof Date) {
      return { $: 'date', v: encode(value.getTime(), path) };
    }
    if (value instanceof RegExp) {
      return { $: 'regexp', k: value.flags, v: value.source };
    }
    if (value instanceof Error) {
      const cause = 'cause' in value ? { cause: encode(value.cause, path) } : {};
      return {
        $: 'error',
        k: value.name,
        v: { message: value.message, stack: value.stack, ...cause },
      };
    }
    if (value instanceof Map) {
      return { $: 'map', v: Array.from(value, (pair) => pair.map((part) => encode(part, path))) };
    }
    if (value instanceof Set) {
      return { $: 'set', v: Array.from(value, (item) => encode(item, path)) };
    }
    if (Array.isArray(value)) {
      return Array.from(value, (item) => encode(item, path));
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
      set(copy, key, encode(item, path));
    }
    return Object.hasOwn(copy, tagKey) ? { $: 'object', v: copy } : copy;
  };

  const encode = (value: unknown, path: Set<object>): unknown => {
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
    if (path.has(value)) {
      return refuse('An object that contains itself');
    }
    if (path.size >= maxDepth) {
      return refuse(`A value nested more than ${maxDepth} deep`);
    }
    path.add(value);
    const encoded = encodeObject(value, path);
    path.delete(value);
    return encoded;
  };

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

  const toError = (name: unknown, fields: unknown): Error => {
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
      error.cause = decode(cause);
    }
    return error;
  };

  const toList = (value: unknown): unknown[] => {
    if (!Array.isArray(value)) {
      throw new TypeError('A message holds a broken list.');
    }
    return value.map(decode);
  };

  const decodeFields = (fields: object): object => {
    for (const [key, value] of Object.entries(fields)) {
      set(fields, key, decode(value));
    }
    return fields;
  };

  const decodeTagged = ({ $: kind, k: detail, v: content }: Tagged): unknown => {
    switch (kind) {
      case 'view':
        return toView(detail, fromBase64(content));
      case 'buffer':
        return fromBase64(content).buffer;
      case 'undefined':
        return undefined;
      case 'number':
        return Number(content);
      case 'bigint':
        return BigInt(String(content));
      case 'date':
        return new Date(Number(decode(content)));
      case 'regexp':
        return new RegExp(String(content), String(detail));
      case 'error':
        return toError(detail, content);
      case 'map':
        return new Map(toList(content) as Array<[unknown, unknown]>);
      case 'set':
        return new Set(toList(content));
      case 'object':
        if (typeof content === 'object' && content !== null) {
          return decodeFields(content);
        }
    }
    throw new TypeError('A message holds an unknown kind of value.');
  };

  const decode = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      return toList(value);
    }
    return Object.hasOwn(value, tagKey) ? decodeTagged(value as Tagged) : decodeFields(value);
  };

  return {
    encode: (value) => JSON.stringify(encode(value, new Set())),
    decode: (text) => decode(JSON.parse(text)),
  };
}
