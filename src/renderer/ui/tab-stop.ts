import { createContext, useContext } from 'react'

/**
 * In a list with one tab stop, only elements of the active item are reachable by tab. Outside of
 * such lists all are.
 */
export const RovingTabIndex = createContext(true)

export const useTabIndex = (): 0 | -1 => (useContext(RovingTabIndex) ? 0 : -1)
