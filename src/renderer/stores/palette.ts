import { createSpotlight } from '@mantine/spotlight'

const [store, { close }] = createSpotlight()

/** The state of the command palette, as Mantine's Spotlight has it. */
export const paletteStore = store

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
