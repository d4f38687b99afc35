/** What the badge uses of the DOM, so that this file needs no types of it. */
type BadgeElement = {
  textContent: string | null
  readonly style: { cssText: string }
  setAttribute(name: string, value: string): void
  attachShadow(options: { mode: 'closed' }): { append(child: BadgeElement): void }
}
type BadgeWindow = {
  readonly top: unknown
  readonly document: EventTarget & {
    readonly documentElement: { append(child: BadgeElement): void }
    createElement(name: string): BadgeElement
  }
}

/**
 * Says in a corner of the window that this is not Electron. It lies in a closed shadow root, is
 * styled through CSSOM alone (the app's content policy forbids style attributes), and lets every
 * click through. Injected as text: it may use nothing from outside itself.
 */
export const showBadge = (page: BadgeWindow, text: string): void => {
  if (page !== page.top) return
  const draw = (): void => {
    const host = page.document.createElement('chromium-host-badge')
    host.setAttribute('aria-hidden', 'true')
    host.style.cssText =
      'all:initial;position:fixed;right:4px;bottom:3px;z-index:2147483647;pointer-events:none;user-select:none'
    const label = page.document.createElement('span')
    label.style.cssText =
      'display:block;font:10px/1 system-ui,sans-serif;padding:1px 4px;border-radius:3px;color:#555;background:#fffc'
    label.textContent = text
    host.attachShadow({ mode: 'closed' }).append(label)
    page.document.documentElement.append(host)
  }
  page.document.addEventListener('DOMContentLoaded', draw, { once: true })
}
