import { Component, type ComponentType, type ReactNode } from 'react'

export interface ErrorFallbackProps {
  error: unknown
  onRetry: () => void
}

interface Props {
  /** A change of it clears the error. */
  resetKey: string
  Fallback?: ComponentType<ErrorFallbackProps>
  onError?: () => void
  children: ReactNode
}

interface State {
  error: unknown
  resetKey: string
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('unknown') }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey }
  }

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
