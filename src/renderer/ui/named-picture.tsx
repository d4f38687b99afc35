import { Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import ui from './parts.module.css'
import { CutText } from './text-parts.tsx'
import { TokenImage } from './token-image.tsx'

/** What a row is about: its picture, its name, and one softer line below it. */
export const NamedPicture = ({
  picture,
  name,
  second,
}: {
  readonly picture?: ReactNode
  readonly name: string
  readonly second?: string | null | undefined
}) => (
  <Flex component="span" align="center" gap="sm" miw={0} flex={1}>
    {picture}
    <span className={ui['grow']}>
      <CutText isMany>{name}</CutText>
      {typeof second === 'string' && (
        <CutText isMany className={ui['soft']}>
          {second}
        </CutText>
      )}
    </span>
  </Flex>
)

/** As small as a row of a list needs it. */
export const Thumb = ({ cid }: { readonly cid: string | null }) => (
  <span className={ui['thumb']}>
    <TokenImage cid={cid} alt="" size={96} isSmall />
  </span>
)
