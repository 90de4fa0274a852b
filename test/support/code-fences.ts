/** Code that a check must reject, with the check. */
export interface Fence {
  readonly name: string;
  readonly tool: 'tsc' | 'oxlint';
  readonly file: string;
  readonly text: string;
  readonly code: string;
}

/** Fences against globals and modules of runtimes in which a layer does not run. */
const runtimeFences: readonly Fence[] = [
  {
    name: 'the DOM in base',
    tool: 'tsc',
    file: 'src/base/dom.ts',
    text: 'export const width = window.innerWidth;\n',
    code: 'TS2304',
  },
  {
    name: 'timers in base',
    tool: 'tsc',
    file: 'src/base/timer.ts',
    text: 'export const timer = setTimeout(() => undefined, 1);\n',
    code: 'TS2304',
  },
  {
    name: 'Node in contract',
    tool: 'tsc',
    file: 'src/contract/node.ts',
    text: "import { readFileSync } from 'node:fs';\n\nexport const text = readFileSync('x', 'utf8');\n",
    code: 'TS2591',
  },
  {
    name: 'Node in the page',
    tool: 'tsc',
    file: 'src/renderer/node.ts',
    text: 'export const folder = process.cwd();\n',
    code: 'TS2591',
  },
  {
    name: 'a processor in the page',
    tool: 'tsc',
    file: 'src/renderer/processor.ts',
    text: "import type { Seen } from '../capabilities/two/processor.ts';\n\nexport type Shown = Seen;\n",
    code: 'TS6307',
  },
  {
    name: 'Node in a definition',
    tool: 'tsc',
    file: 'src/capabilities/two/definition.ts',
    text: "import { readFileSync } from 'node:fs';\n\nexport const text = readFileSync('x', 'utf8');\n",
    code: 'TS2591',
  },
  {
    name: 'the DOM in main',
    tool: 'tsc',
    file: 'src/main/dom.ts',
    text: 'export const title = document.title;\n',
    code: 'TS2584',
  },
  {
    name: 'an enum, which Node cannot strip',
    tool: 'tsc',
    file: 'src/base/enum.ts',
    text: 'export enum Side {\n  Left,\n  Right,\n}\n',
    code: 'TS1294',
  },
  {
    name: 'a list read without a check',
    tool: 'tsc',
    file: 'src/base/unchecked.ts',
    text: 'export function first(list: readonly string[]): string {\n  return list[0];\n}\n',
    code: 'TS2322',
  },
];

const lintFences: readonly Fence[] = [
  {
    name: 'a capability that imports another',
    tool: 'oxlint',
    file: 'src/capabilities/two/processor.ts',
    text: "import type { Control } from '../one/processor.ts';\n\nexport type Seen = Control;\n",
    code: 'eslint(no-restricted-imports)',
  },
  {
    name: 'Electron in the page',
    tool: 'oxlint',
    file: 'src/renderer/electron.ts',
    text: "import { ipcRenderer } from 'electron/renderer';\n\nexport const sender = ipcRenderer;\n",
    code: 'eslint(no-restricted-imports)',
  },
  {
    name: 'Electron as a whole in main',
    tool: 'oxlint',
    file: 'src/main/electron.ts',
    text: "import { app } from 'electron';\n\nexport const name = app.name;\n",
    code: 'eslint(no-restricted-imports)',
  },
  {
    name: 'a source that imports from the tests',
    tool: 'oxlint',
    file: 'src/base/test.ts',
    text: "import type { Control } from '../../test/control.test.ts';\n\nexport type Seen = Control;\n",
    code: 'eslint(no-restricted-imports)',
  },
  {
    name: 'a source that imports what builds it',
    tool: 'oxlint',
    file: 'src/engine/tool.ts',
    text: "import { modelSources } from '../../tools/models/sources.ts';\n\nexport const count = modelSources.length;\n",
    code: 'eslint(no-restricted-imports)',
  },
  {
    name: 'a default export',
    tool: 'oxlint',
    file: 'src/base/default.ts',
    text: 'export default 1;\n',
    code: 'import(no-default-export)',
  },
  {
    name: 'a cycle',
    tool: 'oxlint',
    file: 'src/base/cycle-a.ts',
    text: "import { b } from './cycle-b.ts';\n\nexport const a = (): number => b() + 1;\n",
    code: 'import(no-cycle)',
  },
  {
    name: 'the other half of a cycle',
    tool: 'oxlint',
    file: 'src/base/cycle-b.ts',
    text: "import { a } from './cycle-a.ts';\n\nexport const b = (): number => a() + 1;\n",
    code: 'import(no-cycle)',
  },
  {
    name: 'a cycle through types alone',
    tool: 'oxlint',
    file: 'src/base/type-cycle-a.ts',
    text: "import type { B } from './type-cycle-b.ts';\n\nexport interface A {\n  readonly b: B | null;\n}\n",
    code: 'import(no-cycle)',
  },
  {
    name: 'the other half of a cycle through types alone',
    tool: 'oxlint',
    file: 'src/base/type-cycle-b.ts',
    text: "import type { A } from './type-cycle-a.ts';\n\nexport interface B {\n  readonly a: A | null;\n}\n",
    code: 'import(no-cycle)',
  },
  {
    name: 'the console',
    tool: 'oxlint',
    file: 'src/main/console.ts',
    text: "console.log('hello');\n\nexport const done = true;\n",
    code: 'eslint(no-console)',
  },
  {
    name: 'any',
    tool: 'oxlint',
    file: 'src/base/any.ts',
    text: 'export type Anything = any;\n',
    code: 'typescript(no-explicit-any)',
  },
  {
    name: 'an unchecked cast',
    tool: 'oxlint',
    file: 'src/base/cast.ts',
    text: 'export function toText(value: unknown): string {\n  return value as string;\n}\n',
    code: 'typescript(no-unsafe-type-assertion)',
  },
  {
    name: 'a promise nobody waits for',
    tool: 'oxlint',
    file: 'src/base/floating.ts',
    text: 'export function start(work: () => Promise<void>): void {\n  work();\n}\n',
    code: 'typescript(no-floating-promises)',
  },
  {
    name: 'a switch that forgets a case',
    tool: 'oxlint',
    file: 'src/base/switch.ts',
    text: [
      "export function toNumber(side: 'left' | 'right'): number {",
      '  let number = 0;',
      '  switch (side) {',
      "    case 'left':",
      '      number = 1;',
      '      break;',
      '  }',
      '  return number;',
      '}',
      '',
    ].join('\n'),
    code: 'typescript(switch-exhaustiveness-check)',
  },
  {
    name: 'a file of more than 500 lines',
    tool: 'oxlint',
    file: 'src/base/long.ts',
    text: Array.from({ length: 501 }, (_, line) => `export const line${line} = ${line};\n`).join(
      '',
    ),
    code: 'eslint(max-lines)',
  },
];

/** All fences except those about the order of layers. */
export const codeFences: readonly Fence[] = [...runtimeFences, ...lintFences];
