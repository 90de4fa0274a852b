/** What is said beside a file that can be used; a warning where the result will suffer. */
export interface SeenWords {
  readonly tone: 'good' | 'warning';
  readonly text: string;
}
