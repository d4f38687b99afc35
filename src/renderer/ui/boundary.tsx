import { Component, type ReactNode } from 'react'

type Props = {
  readonly children: ReactNode
  /** Drawn in place of what failed. */
  readonly fallback: (error: unknown, again: () => void) => ReactNode
  /** Another one is tried again. */
  readonly resetOn: unknown
}
type State = { readonly failed: { readonly error: unknown } | undefined }

/** A part that fails while it is drawn takes nothing else along. Only a class can do this in React. */
export class Boundary extends Component<Props, State> {
  override state: State = { failed: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error } }
  }

  override componentDidUpdate({ resetOn }: Props): void {
    if (resetOn !== this.props.resetOn && this.state.failed !== undefined) this.#reset()
  }

  readonly #reset = (): void => this.setState({ failed: undefined })

  override render(): ReactNode {
    const { failed } = this.state
    return failed === undefined
      ? this.props.children
      : this.props.fallback(failed.error, this.#reset)
  }
}
