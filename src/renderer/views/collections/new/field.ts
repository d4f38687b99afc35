/** How one field of the form is shown: its error once it may be told, and a word when it was left. */
export type FieldState = {
  readonly error: string | undefined
  readonly onBlur: () => void
}

/** The state of a field, by its path in the form. */
export type FieldOf = (field: string) => FieldState
