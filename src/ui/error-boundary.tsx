import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Renders the replacement; `reset` tries the children again. */
  readonly renderFallback: (reset: () => void) => ReactNode;
}

/** Confines a rendering failure to its own part of the window. A new `key` resets it. */
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
