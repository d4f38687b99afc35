import { useMediaQuery } from '@mantine/hooks'

const atOnce = { getInitialValueInEffect: false }

/** `low`: the smallest window. `lowest`: the smallest window at 125%. The style sheets use the same pixels. */
export const useWindowHeight = (): 'normal' | 'low' | 'lowest' => {
  const isLow = useMediaQuery('(max-height: 700px)', undefined, atOnce)
  const isLowest = useMediaQuery('(max-height: 520px)', undefined, atOnce)
  if (isLowest) return 'lowest'
  return isLow ? 'low' : 'normal'
}

/** Whether the window is at least so wide, as CSS has it. */
export const useHasWidth = (least: string): boolean =>
  useMediaQuery(`(min-width: ${least})`, undefined, atOnce)
