/** Task of the command line other than opening a window. */
export type LaunchRequest =
  | { readonly task: 'open' }
  | { readonly task: 'version' }
  /** Walks through all screens and saves a screenshot of each into `folder`. */
  | { readonly task: 'smoke'; readonly folder: string }
  | { readonly task: 'refuse'; readonly reason: string };

/** Parses the arguments after the program's name. Unknown ones belong to the runtime. */
export function readLaunchRequest(args: readonly string[]): LaunchRequest {
  if (args.includes('--version')) {
    return { task: 'version' };
  }
  const at = args.indexOf('--smoke');
  if (at < 0) {
    return { task: 'open' };
  }
  const folder = args[at + 1];
  return folder === undefined || folder.startsWith('-')
    ? { task: 'refuse', reason: '--smoke takes the folder that the pictures go to.' }
    : { task: 'smoke', folder };
}
