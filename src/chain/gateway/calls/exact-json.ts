/** A text, whose digits are none of our business, or a number. */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gu

/** The digits that a JavaScript number always holds exactly. */
const exactDigits = 15

/**
 * Parses JSON in which a whole number may be larger than JavaScript holds exactly, such as a quantity
 * of tokens: one of more than 15 digits becomes text. Undefined for text that is not JSON.
 */
export const parseExactJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(
      text.replaceAll(textOrNumber, (found) =>
        found.length > exactDigits && /^-?\d+$/u.test(found) ? `"${found}"` : found,
      ),
    )
    return value
  } catch {
    return undefined
  }
}
