import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Renders the replacement; `reset` tries the children again. */
  readonly renderFallback: (reset: () => void) => ReactNode;
}

/** Keeps a failure while drawing inside its own part of the window. A new `key` starts it afresh. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed
      ? this.props.renderFallback(() => this.setState({ hasFailed: false }))
      : this.props.children;
  }
}
