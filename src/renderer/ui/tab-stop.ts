import { createContext, useContext } from 'react'

/**
 * In a list that is one stop of the tab key, only what stands in the active item is reached by it.
 * Outside of such lists everything is.
 */
export const RovingTabIndex = createContext(true)

export const useTabIndex = (): 0 | -1 => (useContext(RovingTabIndex) ? 0 : -1)
