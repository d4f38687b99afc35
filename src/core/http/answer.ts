/** The body as text, or undefined when it is larger than `maxBytes`; the rest is not read then. */
export const readText = async (
  response: Response,
  maxBytes: number,
): Promise<string | undefined> => {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the stream, which closes the connection.
    if (bytes > maxBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * Undefined for text that is not JSON. The parser's error quotes the text, which may contain keys,
 * so it is dropped.
 */
export const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
