/** A module that the bundler makes a file of its own; the import is its address. */
declare module '*?worker&url' {
  const url: string;
  // oxlint-disable-next-line import/no-default-export -- the bundler gives the address as the default
  export default url;
}

/** Newer than the typings of the language. */
interface AudioContext {
  setSinkId(sinkId: string | { readonly type: 'none' }): Promise<void>;
}
