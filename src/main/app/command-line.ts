/** What the command line asks of the app instead of a window for its user. */
export type LaunchRequest =
  | { readonly task: 'open' }
  | { readonly task: 'version' }
  /** Walk all screens and save a picture of each into `folder`. */
  | { readonly task: 'smoke'; readonly folder: string }
  | { readonly task: 'refuse'; readonly reason: string };

/** Reads the arguments after the program's name. What is not known belongs to the runtime. */
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
