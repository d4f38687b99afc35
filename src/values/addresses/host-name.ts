/** RFC 1035, section 2.3.4: bytes of a whole name and of a part between dots. */
const longestName = 253
const longestLabel = 63

/**
 * Why a host is no name that anything could resolve; undefined for a possible name and for addresses.
 * TLS takes at most 255 bytes of a name. Node leaves OpenSSL's error about a longer one where the next
 * key that is read by WebCrypto finds it and takes it for its own.
 * @param host of a URL, as `URL` writes it: in ASCII
 */
export const hostNameError = (host: string): string | undefined => {
  const name = host.replace(/\.$/u, '')
  if (name.length > longestName)
    return `its host name has ${name.length} characters; at most ${longestName} are possible`
  const label = name.split('.').find((part) => part.length > longestLabel)
  return label === undefined
    ? undefined
    : `a part of its host name has ${label.length} characters; at most ${longestLabel} are possible`
}

/** The same for a web address; undefined too for a text that is none. */
export const urlHostError = (text: string): string | undefined =>
  hostNameError(URL.parse(text)?.hostname ?? '')
