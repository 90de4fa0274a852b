/** Content of a message box. */
export interface MessageBoxOptions {
  readonly message: string;
  readonly detail?: string;
  readonly title?: string;
  readonly type?: 'none' | 'info' | 'error' | 'question' | 'warning';
  readonly buttons?: readonly string[];
  readonly defaultId?: number;
  readonly cancelId?: number;
  readonly checkboxLabel?: string;
  readonly checkboxChecked?: boolean;
}

/** Answer of a message box. */
export interface MessageBoxAnswer {
  /** Index of the button. */
  readonly response: number;
  readonly checkboxChecked: boolean;
}
