import type { PageLink } from './page-link.ts'

/** What the other subjects need of an open window. */
export type OpenWindow = {
  readonly id: number
  /** As the app knows it. */
  readonly facade: object
  readonly contents: object
  readonly page: PageLink
  readonly close: () => void
  readonly destroy: () => void
}

/** In the order in which they were opened. */
const open: OpenWindow[] = []

export const openWindows = (): readonly OpenWindow[] => [...open]
export const addWindow = (window: OpenWindow): void => {
  open.push(window)
}
export const removeWindow = (window: OpenWindow): void => {
  const index = open.indexOf(window)
  if (index >= 0) open.splice(index, 1)
}
export const windowOf = (facade: unknown): OpenWindow | undefined =>
  open.find((window) => window.facade === facade)
