import { Checkbox } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { MintForm } from '#shared/calls/minting.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.common.localImages

/** How many images of tokens to be minted exist on this computer only, and whether that is open. */
export const useLocalImages = (
  collectionRef: CollectionRef,
  tokens: MintForm['tokens'],
  isAccepted: boolean,
) => {
  const { data } = useCall(
    'minting.localImages',
    { ...collectionRef, tokens },
    { keepsPrevious: true },
  )
  const images = data?.images ?? 0
  return { images, isOpen: images > 0 && !isAccepted }
}

/** Says that images exist on this computer only, and has the user accept it. */
export const LocalImages = ({
  images,
  acceptProps,
}: {
  readonly images: number
  /** Of the field that accepts it. */
  readonly acceptProps: object
}) =>
  images === 0 ? null : (
    <div className={ui['warning']} role="note">
      <TriangleAlert size={18} aria-hidden />
      <div className={ui['stack']}>
        <div>{words.text(images)}</div>
        <Checkbox label={words.accept} {...acceptProps} />
      </div>
    </div>
  )
