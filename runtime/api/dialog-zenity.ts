/** Options of a file dialog. */
export interface FileDialogOptions {
  readonly title?: string;
  readonly defaultPath?: string;
  readonly buttonLabel?: string;
  readonly filters?: ReadonlyArray<{
    readonly name: string;
    readonly extensions: readonly string[];
  }>;
  readonly properties?: readonly string[];
}

/** Arguments of zenity for choosing what to open; it prints one path per line. */
export function readFileArguments(options: FileDialogOptions): string[] {
  const properties = options.properties ?? [];
  return [
    ...shared(options),
    '--separator=\n',
    ...(properties.includes('openDirectory') ? ['--directory'] : []),
    ...(properties.includes('multiSelections') ? ['--multiple'] : []),
  ];
}

/** Arguments of zenity for choosing where to save. */
export function saveArguments(options: FileDialogOptions): string[] {
  return [...shared(options), '--save', '--confirm-overwrite'];
}

function shared({ title, defaultPath, filters }: FileDialogOptions): string[] {
  return [
    '--file-selection',
    ...(title === undefined ? [] : [`--title=${title}`]),
    ...(defaultPath === undefined ? [] : [`--filename=${defaultPath}`]),
    ...(filters ?? []).map(({ name, extensions }) => {
      const patterns = extensions.map((extension) => (extension === '*' ? '*' : `*.${extension}`));
      return `--file-filter=${name} | ${patterns.join(' ')}`;
    }),
  ];
}
