/** What has to be closed, last opened first. */
export interface CloseStack {
  add(close: () => Promise<void>): void;
  /** Closes everything once; what is closed already stays so. */
  closeAll(): Promise<void>;
}

/** An empty stack. */
export function createCloseStack(): CloseStack {
  const closers: (() => Promise<void>)[] = [];
  return {
    add(close) {
      closers.push(close);
    },
    async closeAll() {
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
        await close();
      }
    },
  };
}
