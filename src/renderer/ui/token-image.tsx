import { Image } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { text } from '../text/en.ts'
import ui from './parts.module.css'
import { CutText } from './text-parts.tsx'
import styles from './ui.module.css'

/** The widths that the main process makes thumbnails in. */
export type ThumbnailWidth = 96 | 320 | 640

/** A token's image from the content store; says so when it is not on this computer. */
export const TokenImage = ({
  cid,
  size = 320,
  ...shown
}: {
  readonly cid: string | null
  readonly size?: ThumbnailWidth
} & Pick<ImageProps, 'alt' | 'isSmall'>) => (
  <AppImage url={cid === null ? null : `/thumb/${cid}?size=${size}`} {...shown} />
)

type ImageProps = {
  readonly url: string | null
  readonly alt: string
  /** Too small for words: an icon stands for a missing image. */
  readonly isSmall?: boolean
  /** What stands in its place where there is none. */
  readonly missing?: string | undefined
}

/** An image under any address of the app's own protocol, whole in a square. */
export const AppImage = ({
  url,
  alt,
  isSmall = false,
  missing = text.common.missingImage,
}: ImageProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  const isMissing = url === null || failed === url
  return (
    <div className={styles['image']}>
      {isMissing ? (
        <div
          className={styles['imageMissing']}
          // An image beside its own name has no alternative text.
          {...(alt === '' ? {} : { role: 'img', 'aria-label': `${alt}: ${missing}` })}
        >
          {isSmall ? <Image size={16} strokeWidth={1.5} aria-hidden /> : missing}
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

/** Some pictures side by side with their names, and how many there are beside. */
export const TokenWall = ({
  label,
  pictures,
  more,
}: {
  readonly label: string
  readonly pictures: readonly {
    readonly id: string
    readonly name: string
    readonly cid: string | null
    /** Below its name. */
    readonly below?: ReactNode
  }[]
  /** The words for those that are not shown; undefined: all are. */
  readonly more?: string | undefined
}) => (
  <div className={ui['tight']}>
    <ul className={styles['wall']} aria-label={label}>
      {pictures.map(({ id, name, cid, below }) => (
        <li key={id}>
          {/* beside its own name */}
          <TokenImage cid={cid} alt="" />
          <CutText>{name}</CutText>
          {below}
        </li>
      ))}
    </ul>
    {more !== undefined && <div className={ui['soft']}>{more}</div>}
  </div>
)
