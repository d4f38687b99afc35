/** The stack without the error's text, which may quote anything. */
export const stackOf = (error: unknown): string => {
  if (!(error instanceof Error)) return `a ${typeof error} was thrown`
  return [kindOf(error), ...stackFramesOf(error)].join('\n')
}

/** A class's name; anything else may be a text too. */
const kindOf = ({ name }: Error): string => (/^\w{1,64}$/u.test(name) ? name : 'Error')

/** A place as V8 writes it, so that a line of a text that begins as a frame does is none. */
const frame = /^\s+at .*(?::\d+:\d+|<anonymous>|index \d+)\)?$/u

/** The stack's frames without the message, whose own lines may look like frames. */
export const stackFramesOf = ({ stack = '', message }: Error): readonly string[] => {
  const at = stack.indexOf(message)
  const afterMessage = at === -1 ? stack : stack.slice(at + message.length)
  return afterMessage.split('\n').filter((line) => frame.test(line))
}
