import { useState } from 'react'
import { text } from '../text/en.ts'
import styles from './ui.module.css'

/** The widths that the main process makes thumbnails in. */
export type PictureSize = 96 | 320 | 640

/** A token's image from the content store; says so when it is not on this computer. */
export const Picture = ({
  cid,
  alt,
  size = 320,
  isSmall = false,
}: {
  readonly cid: string | null
  readonly alt: string
  readonly size?: PictureSize
  /** Too small for words: where the image is missing it stays plain. */
  readonly isSmall?: boolean
}) => (
  <PictureAt url={cid === null ? null : `/thumb/${cid}?size=${size}`} alt={alt} isSmall={isSmall} />
)

/** A picture under any address of the app's own protocol. */
export const PictureAt = ({
  url,
  alt,
  isSmall = false,
}: {
  readonly url: string | null
  readonly alt: string
  readonly isSmall?: boolean
}) => {
  const [failed, setFailed] = useState<string | null>(null)
  const isMissing = url === null || failed === url
  return (
    <div className={styles['picture']}>
      {isMissing ? (
        <div
          className={styles['pictureMissing']}
          // A picture that stands beside its own name has no other one.
          {...(alt === ''
            ? {}
            : { role: 'img', 'aria-label': `${alt}: ${text.common.missingPicture}` })}
        >
          {isSmall ? null : text.common.missingPicture}
        </div>
      ) : (
        <img
          src={url}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(url)}
        />
      )}
    </div>
  )
}
