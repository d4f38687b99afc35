import { hostNameError } from '#values/addresses/host-name.ts'
import { isCid } from '#media/content/cid.ts'
import { readGatewayUrl, readIpfsUri } from '#media/content/ipfs-address.ts'

/** What the `image` of a token asks for (src/contract/tokens/token.ts). */
export type ImageReference =
  | { readonly kind: 'pinned'; readonly uri: string }
  | { readonly kind: 'inline'; readonly base64: string }
  | { readonly kind: 'web'; readonly url: string }
  | { readonly kind: 'error'; readonly message: string }

const longestCid = 128

/** Distinguishes the kinds of image references, without reading bytes. */
export const readImageReference = (sent: string): ImageReference => {
  const image = sent.trim()
  const scheme = /^(?<scheme>[a-z][a-z0-9+.-]*):/iu.exec(image.slice(0, 32))?.groups?.['scheme']
  switch (scheme?.toLowerCase()) {
    case undefined:
      // A bare CID consists of base64 digits too, but no image is that short.
      return image.length < longestCid && isCid(image)
        ? invalid(`a CID alone; write ipfs://${image}`)
        : { kind: 'inline', base64: image }
    case 'data':
      return readDataUri(image)
    case 'ipfs':
      return readIpfs(image)
    case 'http':
    case 'https':
      return readWebUrl(image)
    default:
      return invalid(`${scheme}: addresses are not supported; give base64, ipfs://, http or https`)
  }
}

const invalid = (message: string): ImageReference => ({ kind: 'error', message })

const readDataUri = (image: string): ImageReference => {
  const comma = image.indexOf(',')
  const parameters = image.slice('data:'.length, Math.max(comma, 0)).split(';').slice(1)
  if (comma === -1 || parameters.at(-1)?.toLowerCase() !== 'base64') {
    return invalid('a data: URI must be of the form data:<type>;base64,<data>')
  }
  return { kind: 'inline', base64: image.slice(comma + 1) }
}

const readIpfs = (image: string): ImageReference => {
  const address = readIpfsUri(image)
  return address === undefined
    ? invalid(
        'not an ipfs:// URI with a valid CID; give ipfs://<cid>, with a path behind it if need be',
      )
    : { kind: 'pinned', uri: address.uri }
}

const readWebUrl = (image: string): ImageReference => {
  const url = URL.parse(image)
  if (url === null) return invalid('not a valid URL')
  const hostError = hostNameError(url.hostname)
  if (hostError !== undefined) return invalid(`cannot be reached: ${hostError}`)
  const address = readGatewayUrl(url)
  return address === undefined
    ? { kind: 'web', url: url.href }
    : { kind: 'pinned', uri: address.uri }
}
