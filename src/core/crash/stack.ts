/** The stack without the error's text, which may quote anything. */
export const stackOf = (error: unknown): string => {
  if (!(error instanceof Error)) return `a ${typeof error} was thrown`
  return [error.name, ...framesOf(error)].join('\n')
}

/** The stack's frames without the message. */
export const framesOf = ({ stack = '' }: Error): readonly string[] =>
  stack.split('\n').filter((line) => /^\s+at /u.test(line))
