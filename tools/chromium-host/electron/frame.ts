import { addresses } from './schemes.ts'
import { strict } from './strict.ts'

/** The one frame that has a preload. Its address is the app's own, as in Electron. */
export type MainFrame = {
  readonly url: string
  readonly origin: string
  readonly parent: null
  readonly top: MainFrame
  readonly routingId: number
  readonly processId: number
  readonly frameTreeNodeId: number
  readonly detached: boolean
  isDestroyed(): boolean
}

export const createMainFrame = (webUrl: () => string, isDestroyed: () => boolean): MainFrame => {
  const url = (): string => addresses.fromWeb(webUrl())
  const frame: MainFrame = strict('webFrameMain', {
    get url() {
      return url()
    },
    get origin() {
      const parsed = URL.parse(url())
      return parsed === null ? 'null' : `${parsed.protocol}//${parsed.host}`
    },
    parent: null,
    get top() {
      return frame
    },
    routingId: 1,
    processId: 1,
    frameTreeNodeId: 1,
    get detached() {
      return isDestroyed()
    },
    isDestroyed,
  })
  return frame
}
