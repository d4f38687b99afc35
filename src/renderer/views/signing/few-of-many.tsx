import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { text } from '../../text/en.ts'

/** The first of a long list, and all of it when somebody wants. */
export const FewOfMany = <T,>({
  items,
  few,
  children,
}: {
  readonly items: readonly T[]
  readonly few: number
  readonly children: (shown: readonly T[]) => ReactNode
}) => {
  const [all, setAll] = useState(false)
  const hides = !all && items.length > few
  return (
    <>
      {children(hides ? items.slice(0, few) : items)}
      {hides && (
        <Button mt="sm" size="compact-sm" variant="default" onClick={() => setAll(true)}>
          {text.signing.mint.showAll(items.length)}
        </Button>
      )}
    </>
  )
}
