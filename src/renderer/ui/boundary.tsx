import { Component, type ReactNode } from 'react'

type Props = {
  readonly children: ReactNode
  /** Shown in place of the failed component. */
  readonly fallback: (error: unknown, again: () => void) => ReactNode
  /** A change of this value tries again. */
  readonly resetOn: unknown
}
type State = { readonly failed: { readonly error: unknown } | undefined }

/** Contains the failure of a component while it renders. React needs a class for this. */
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
