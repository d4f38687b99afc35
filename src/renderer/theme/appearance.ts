import { useEffect, useState } from 'react'

const dark = window.matchMedia('(prefers-color-scheme: dark)')

/** The scheme to draw in; follows the system where the user wants that. */
export const useAppearance = (wanted: 'system' | 'light' | 'dark'): 'light' | 'dark' => {
  const [system, setSystem] = useState(dark.matches)
  useEffect(() => {
    const change = () => setSystem(dark.matches)
    dark.addEventListener('change', change)
    return () => dark.removeEventListener('change', change)
  }, [])
  if (wanted !== 'system') return wanted
  return system ? 'dark' : 'light'
}
