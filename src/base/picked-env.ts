/**
 * Variables that our programs need: search path, the user's folders, temporary folder and language. All others
 * are not passed on, such as keys, and addresses of servers that are meant for other programs.
 */
const passedOn: readonly string[] = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'PULSE_SERVER',
  'PULSE_COOKIE',
  'PULSE_RUNTIME_PATH',
  'PULSE_CLIENTCONFIG',
  'SYSTEMROOT',
  'LD_LIBRARY_PATH',
];

/** The variables of an environment that programs of ours are started with. Names count as written. */
export function pickVariables(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const picked = passedOn.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(picked);
}
