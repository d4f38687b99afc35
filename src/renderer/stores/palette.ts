import { createSpotlight } from '@mantine/spotlight'
import { create } from 'zustand'

const [store, { close }] = createSpotlight()

/** The state of the command palette, as Mantine's Spotlight has it. */
export const paletteStore = store

/** Shown before anything is typed. */
const mostUsed = 5

type Used = {
  /** The items that were used since the window opened, the newest first. */
  readonly ids: readonly string[]
  readonly add: (id: string) => void
}

export const useUsedItems = create<Used>((set) => ({
  ids: [],
  add: (id) =>
    set(({ ids }) => ({ ids: [id, ...ids.filter((used) => used !== id)].slice(0, mostUsed) })),
}))

const open = (): void =>
  store.setState((state) => ({ ...state, opened: true, selected: -1, query: '' }))

export const palette = {
  open,
  close,
  toggle: (): void => {
    if (store.getState().opened) close()
    else open()
  },
}
