import { multiaddrToUri } from '@multiformats/multiaddr-to-uri'
import type { ProviderView, ProviderSettings } from '#contract/providers/providers.ts'

/** The settings with URLs where a node names its address as a multiaddr, `/ip4/127.0.0.1/tcp/5001`. */
export const withUrls = (
  { fields }: Pick<ProviderView, 'fields'>,
  settings: ProviderSettings,
): ProviderSettings => {
  const urls = fields.flatMap(({ name, type }) => {
    const value = settings[name]
    return type === 'url' && value?.startsWith('/') === true ? [[name, urlOf(value)]] : []
  })
  return { ...settings, ...Object.fromEntries(urls) }
}

/** A text that is no multiaddr of HTTP stays, and is refused as an address. */
const urlOf = (multiaddr: string): string => {
  try {
    return multiaddrToUri(multiaddr)
  } catch {
    return multiaddr
  }
}
