import { CutText } from './text-parts.tsx'
import { TokenImage } from './token-image.tsx'
import styles from './picture-wall.module.css'
import ui from './parts.module.css'

/** Some pictures side by side with their names, and how many there are beside. */
export const PictureWall = ({
  label,
  pictures,
  more,
}: {
  readonly label: string
  readonly pictures: readonly {
    readonly id: string
    readonly name: string
    readonly cid: string | null
  }[]
  /** The words for those that are not shown; undefined: all are. */
  readonly more?: string | undefined
}) => (
  <div className={ui['tight']}>
    <ul className={`${ui['plainList']} ${styles['wall']}`} aria-label={label}>
      {pictures.map(({ id, name, cid }) => (
        <li key={id}>
          {/* beside its own name */}
          <TokenImage cid={cid} alt="" />
          <CutText>{name}</CutText>
        </li>
      ))}
    </ul>
    {more !== undefined && <div className={ui['soft']}>{more}</div>}
  </div>
)
