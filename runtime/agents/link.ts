/* oxlint-disable typescript/no-unsafe-type-assertion -- what arrives was written by the other half of this file */
/** Any function that crosses between the worlds. */
export type Callable = (...args: unknown[]) => unknown;

/** One end of the bridge between a page's main world and the isolated one. */
export interface Link {
  /** Calls a root of the other world synchronously; rethrows its error. */
  readonly call: (root: string, args: readonly unknown[]) => unknown;
}

/**
 * Opens one end of the bridge. The worlds share the DOM and nothing else: messages are custom events
 * on the window under a name the page cannot know, their detail is copied by structured clone, and
 * they are synchronous. Functions become proxies that call back, promises are followed, errors keep
 * message, name and stack.
 *
 * Runs inside pages, as text: it must refer to nothing outside itself, and takes every built-in it
 * needs before a script of the page can replace it.
 */
export function createLink(
  secret: string,
  side: 'page' | 'preload',
  roots: Readonly<Record<string, Callable>>,
): Link {
  type Path = ReadonlyArray<string | number>;
  type Packed = {
    readonly value: unknown;
    readonly functions: ReadonlyArray<readonly [Path, string]>;
    readonly promises: ReadonlyArray<readonly [Path, string]>;
  };
  type Message =
    | { readonly t: 'call'; readonly id: string; readonly args: Packed }
    | {
        readonly t: 'settle' | 'reply';
        readonly id: string;
        readonly isOk: boolean;
        readonly value: Packed;
      }
    | { readonly t: 'release'; readonly id: string };
  type Waiting = {
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: unknown) => void;
  };

  const maxDepth = 100;
  const {
    Array,
    CustomEvent,
    Error,
    FinalizationRegistry,
    Object,
    Promise,
    Reflect,
    String,
    TypeError,
    WeakMap,
  } = window;
  const { apply, get, set } = Reflect;
  const { keys } = Object;
  const { isArray } = Array;
  const create = Object.create as (prototype: null) => Record<string, never>;
  const dispatch = window.dispatchEvent.bind(window);
  const detailField = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail');
  const { toString: toKind } = Object.prototype as { readonly toString: Callable };
  const kindOf = (value: object): unknown => apply(toKind, value, []);
  // oxlint-disable-next-line typescript/unbound-method -- called with its event, by apply
  const readDetail = detailField?.get as (this: Event) => Message | null;
  const { stopImmediatePropagation: stop, preventDefault: markHandled } = Event.prototype as {
    readonly stopImmediatePropagation: Callable;
    readonly preventDefault: Callable;
  };
  const otherSide = side === 'page' ? 'preload' : 'page';

  const functions: Record<string, { readonly run: Callable; uses: number }> = create(null);
  const waiting: Record<string, Waiting> = create(null);
  const ids = new WeakMap<Callable, string>();
  for (const name of keys(roots)) {
    const run = roots[name];
    if (run !== undefined) {
      functions[name] = { run, uses: 1 };
    }
  }
  let lastId = 0;
  let reply: (Message & { t: 'reply' }) | null = null;

  /** True when the other world took it: what cannot be cloned arrives empty. */
  const post = (detail: Message): boolean =>
    !dispatch(new CustomEvent(secret + otherSide, { detail, cancelable: true }));

  const nextId = (): string => {
    lastId += 1;
    return `${side}:${lastId}`;
  };

  const released = new FinalizationRegistry<string>((id) => {
    post({ t: 'release', id });
  });

  const toError = (error: unknown): unknown =>
    error instanceof Error ? error : new Error(String(error));

  const registerFunction = (run: Callable): string => {
    const known = ids.get(run);
    const entry = known === undefined ? undefined : functions[known];
    if (known !== undefined && entry !== undefined) {
      entry.uses += 1;
      return known;
    }
    const id = nextId();
    ids.set(run, id);
    functions[id] = { run, uses: 1 };
    return id;
  };

  const settle = (id: string, isOk: boolean, value: unknown): void => {
    let isHandled = false;
    try {
      isHandled = post({ t: 'settle', id, isOk, value: pack(value) });
    } catch (error) {
      isHandled = post({ t: 'settle', id, isOk: false, value: pack(toError(error)) });
    }
    if (!isHandled) {
      post({
        t: 'settle',
        id,
        isOk: false,
        value: pack(new TypeError('An object could not be cloned.')),
      });
    }
  };

  const pack = (root: unknown): Packed => {
    const packedFunctions: Array<readonly [Path, string]> = [];
    const packedPromises: Array<readonly [Path, string]> = [];
    const walk = (value: unknown, path: Path): unknown => {
      if (typeof value === 'function') {
        packedFunctions[packedFunctions.length] = [path, registerFunction(value as Callable)];
        return null;
      }
      if (typeof value !== 'object' || value === null) {
        return value;
      }
      if (path.length > maxDepth) {
        throw new TypeError(`A value nested more than ${maxDepth} deep cannot cross the bridge.`);
      }
      const kind = kindOf(value);
      if (kind === '[object Promise]') {
        const id = nextId();
        packedPromises[packedPromises.length] = [path, id];
        (value as Promise<unknown>).then(
          (result) => settle(id, true, result),
          (error: unknown) => settle(id, false, toError(error)),
        );
        return null;
      }
      const isList = isArray(value);
      if (!isList && kind !== '[object Object]') {
        return value;
      }
      const copy: object = isList ? [] : {};
      for (const key of keys(value)) {
        // An assignment to this one name would change the prototype of the copy.
        if (key !== '__proto__') {
          set(copy, key, walk(get(value, key), [...path, key]));
        }
      }
      return copy;
    };
    return { value: walk(root, []), functions: packedFunctions, promises: packedPromises };
  };

  const setAt = (root: unknown, path: Path, value: unknown): unknown => {
    let owner = root;
    for (let index = 0; index < path.length - 1; index += 1) {
      owner = get(owner as object, path[index] ?? '');
    }
    const last = path[path.length - 1];
    if (last === undefined) {
      return value;
    }
    set(owner as object, last, value);
    return root;
  };

  const unpack = (packed: Packed): unknown => {
    let root = packed.value;
    for (const [path, id] of packed.functions) {
      root = setAt(root, path, createProxy(id));
    }
    for (const [path, id] of packed.promises) {
      const promise = new Promise((resolve, reject) => {
        waiting[id] = { resolve, reject };
      });
      root = setAt(root, path, promise);
    }
    return root;
  };

  const callOther = (id: string, args: readonly unknown[]): unknown => {
    const isHandled = post({ t: 'call', id, args: pack(args) });
    const answer = reply;
    reply = null;
    if (!isHandled || answer === null) {
      throw new TypeError('An object could not be cloned.');
    }
    const value = unpack(answer.value);
    if (!answer.isOk) {
      throw value;
    }
    return value;
  };

  const createProxy = (id: string): Callable => {
    const proxy: Callable = (...args) => callOther(id, args);
    released.register(proxy, id);
    return proxy;
  };

  const answerCall = (id: string, args: Packed): void => {
    let isOk = true;
    let value: Packed;
    try {
      const entry = functions[id];
      if (entry === undefined) {
        throw new Error('This function of the bridge no longer exists.');
      }
      value = pack(apply(entry.run, undefined, unpack(args) as unknown[]));
    } catch (error) {
      isOk = false;
      value = pack(toError(error));
    }
    if (!post({ t: 'reply', id, isOk, value })) {
      post({
        t: 'reply',
        id,
        isOk: false,
        value: pack(new TypeError('An object could not be cloned.')),
      });
    }
  };

  const receive = (message: Message): void => {
    if (message.t === 'call') {
      answerCall(message.id, message.args);
    } else if (message.t === 'reply') {
      reply = message as Message & { t: 'reply' };
    } else if (message.t === 'settle') {
      const entry = waiting[message.id];
      delete waiting[message.id];
      const value = unpack(message.value);
      if (message.isOk) {
        entry?.resolve(value);
      } else {
        entry?.reject(value);
      }
    } else {
      release(message.id);
    }
  };

  const release = (id: string): void => {
    const entry = functions[id];
    if (entry !== undefined) {
      entry.uses -= 1;
      if (entry.uses === 0) {
        delete functions[id];
      }
    }
  };

  window.addEventListener(
    secret + side,
    (event) => {
      apply(stop, event, []);
      const detail = apply<Event, [], Message | null>(readDetail, event, []);
      if (detail !== null) {
        apply(markHandled, event, []);
        receive(detail);
      }
    },
    true,
  );

  return { call: callOther };
}
