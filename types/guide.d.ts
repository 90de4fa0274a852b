/** The guide of a language, made of `docs/guide` when the page is built. */
declare module 'virtual:guide/*' {
  /** In the order of reading. `html` follows the title and was written by the project. */
  export const pages: readonly {
    readonly name: string;
    readonly title: string;
    readonly html: string;
  }[];
}
