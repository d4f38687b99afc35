import type { BridgeEnd, makeBridge } from './bridge.ts'

/** What the injected functions use of a window. */
export type PageWindow = { readonly top: unknown; readonly document: EventTarget }

/**
 * Runs in the page's own world before its scripts: what the preload exposes becomes a frozen global.
 * Injected as text: it may use nothing from outside itself.
 */
export const mainWorld = (
  page: PageWindow,
  secret: string,
  bridge: typeof makeBridge,
): BridgeEnd | undefined => {
  if (page !== page.top) return undefined
  const end = bridge(page.document, secret, 'page', 'preload')
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }
  end.on('expose', (detail) => {
    if (typeof detail !== 'object' || detail === null) return
    if (!('name' in detail && 'api' in detail)) return
    Object.defineProperty(page, String(detail.name), {
      value: freeze(end.unpack(detail.api)),
      enumerable: true,
      writable: false,
      configurable: false,
    })
  })
  return end
}
