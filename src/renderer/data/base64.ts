/** The text of bytes, as calls take them. */
export const base64 = (bytes: Uint8Array): string => {
  // In pieces: a function takes only so many arguments.
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
