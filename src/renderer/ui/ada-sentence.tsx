import type { ComponentProps } from 'react'
import { Ada } from './text-parts.tsx'

/** Stands for an amount while the catalogue writes its sentence; Unicode keeps them for private use. */
const markOf = (position: number): string => String.fromCodePoint(firstMark + position)
const firstMark = 0xe000

/** A sentence of the catalogue whose amounts are shown as {@link Ada}: short, and exact on hover. */
export const AdaSentence = ({
  say,
  amounts,
}: {
  readonly say: (...amounts: readonly string[]) => string
  readonly amounts: readonly ComponentProps<typeof Ada>[]
}) =>
  say(...amounts.map((_, position) => markOf(position)))
    .split(/([\uE000-\uE0FF])/u)
    .map((part, at) => {
      const amount = at % 2 === 1 ? amounts[part.charCodeAt(0) - firstMark] : undefined
      // A sentence has its parts in the same order at each render.
      // oxlint-disable-next-line react/no-array-index-key
      return amount === undefined ? part : <Ada key={at} {...amount} />
    })
