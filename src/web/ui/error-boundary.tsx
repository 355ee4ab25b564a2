import { Component, type ComponentType, type ReactNode } from 'react'

/** What is shown in place of what failed. */
export interface ErrorFallbackProps {
  error: unknown
  onRetry: () => void
}

interface Props {
  /** A change of it clears the error: the place, for instance. */
  resetKey: string
  /** Nothing when it is not given. */
  Fallback?: ComponentType<ErrorFallbackProps>
  /** Called once the error is caught: to close what could not be opened. */
  onError?: () => void
  children: ReactNode
}

interface State {
  error: unknown
  resetKey: string
}

/** Contains an error: shows `Fallback` in place of its children until it is retried or the key changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('unknown') }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey }
  }

  /** An error may want to know that it was caught. */
  override componentDidCatch(error: Error & { onCaught?: (() => void) | undefined }) {
    error.onCaught?.()
    this.props.onError?.()
  }

  override render() {
    const { Fallback, children } = this.props
    if (this.state.error === undefined) return children
    return Fallback ? <Fallback error={this.state.error} onRetry={() => this.setState({ error: undefined })} /> : null
  }
}
