import { ImageOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { text } from '../text/en.ts'
import ui from './parts.module.css'
import { CutText } from './text-parts.tsx'
import styles from './ui.module.css'

/** The widths that the main process makes thumbnails in. */
export type ThumbnailWidth = 96 | 320 | 640

/** A token's image from the content store; an icon stands in its place when it is not on this computer. */
export const TokenImage = ({
  cid,
  size = 320,
  ...shown
}: {
  readonly cid: string | null
  readonly size?: ThumbnailWidth
} & Pick<ImageProps, 'alt' | 'isSmall' | 'onMissing'>) => (
  <AppImage url={cid === null ? null : `/thumb/${cid}?size=${size}`} {...shown} />
)

type ImageProps = {
  readonly url: string | null
  readonly alt: string
  /** Too small for words. */
  readonly isSmall?: boolean
  /** What stands in its place where there is none, in words; an icon by default. */
  readonly missing?: string | undefined
  /** It could not be loaded. */
  readonly onMissing?: (() => void) | undefined
}

/** An image under any address of the app's own protocol, whole in a square. */
export const AppImage = ({ url, alt, isSmall = false, missing, onMissing }: ImageProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  const isMissing = url === null || failed === url
  const said = missing ?? text.common.missingImage
  return (
    <div className={styles['image']}>
      {isMissing ? (
        <div
          className={styles['imageMissing']}
          // An image beside its own name has no alternative text.
          {...(alt === '' ? {} : { role: 'img', 'aria-label': `${alt}: ${said}` })}
          title={said}
        >
          {missing === undefined ? (
            <ImageOff size={isSmall ? 16 : 24} strokeWidth={1.25} aria-hidden />
          ) : (
            !isSmall && missing
          )}
        </div>
      ) : (
        <img
          src={url}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => {
            setFailed(url)
            onMissing?.()
          }}
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
