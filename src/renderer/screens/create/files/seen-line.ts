/** Remark beside a usable file; a warning when the result will suffer. */
export interface SeenWords {
  readonly tone: 'good' | 'warning';
  readonly text: string;
}
