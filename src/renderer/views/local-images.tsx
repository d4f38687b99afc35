import { Checkbox } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.common.localImages

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
