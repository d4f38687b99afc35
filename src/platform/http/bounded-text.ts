/** An answer's body as text; undefined when it is larger than `maxBytes`, and the rest is not read. */
export const readBoundedText = async (
  { body }: Pick<Response, 'body'>,
  maxBytes: number,
): Promise<string | undefined> => {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the stream, which closes the connection.
    if (bytes > maxBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
