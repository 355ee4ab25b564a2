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
  Fault?: ComponentType<ErrorFallbackProps>
  children: ReactNode
}

interface State {
  error: unknown
  resetKey: string
}

/** Keeps a fault inside: shows `Fault` in place of its children until it is retried or the key changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('unknown') }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey }
  }

  override render() {
    const { Fault, children } = this.props
    if (this.state.error === undefined) return children
    return Fault ? <Fault error={this.state.error} onRetry={() => this.setState({ error: undefined })} /> : null
  }
}
