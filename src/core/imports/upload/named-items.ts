/** The items that an error names: `tokens[3].name: 33 characters, at most 32 allowed`. */
const namedItem =
  /tokens(?:\[(\d+)\]|\.(\d+))\.?([^\s:;,]*):?\s*([\s\S]*?)(?=[;,\n]?\s*tokens(?:\[|\.\d)|$)/gu

/**
 * Which items of a request an error is about, and what it says of each: position → sentence.
 * Empty when the service names none.
 */
export const namedItems = (message: string, count: number): ReadonlyMap<number, string> => {
  const named = new Map<number, string>()
  for (const [, bracket, dotted, field = '', rule = ''] of message.matchAll(namedItem)) {
    const position = Number(bracket ?? dotted)
    if (position >= count) continue
    const said = [field, rule.trim()].filter((part) => part !== '').join(': ')
    const before = named.get(position)
    named.set(position, before === undefined ? said : `${before}; ${said}`)
  }
  return named
}
