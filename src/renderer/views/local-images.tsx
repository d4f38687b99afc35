import { Checkbox } from '@mantine/core'
import { text } from '#renderer/text/en.ts'
import { Warning } from '#renderer/ui/error-alert.tsx'
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
    <Warning>
      <div className={ui['stack']}>
        <div>{words.text(images)}</div>
        <Checkbox label={words.accept} {...acceptProps} />
      </div>
    </Warning>
  )
