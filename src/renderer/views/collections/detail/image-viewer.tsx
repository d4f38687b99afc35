import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import ui from '#renderer/ui/parts.module.css'
import styles from './image-viewer.module.css'

const words = text.collections.token.viewer

/** Pixels of the window for each pixel of the image; `fit`: as large as the window allows. */
type Zoom = 'fit' | number

const scales = [0.25, 0.5, 1, 2, 4, 8]

/** The next smaller or larger scale. */
const zoomed = (zoom: number, by: -1 | 1): number =>
  (by === 1 ? scales.find((scale) => scale > zoom) : scales.findLast((scale) => scale < zoom)) ??
  zoom

/** A token's own image file over the whole window, to be looked at closely. */
export const ImageViewer = ({
  cid,
  name,
  onClose,
}: {
  readonly cid: string
  readonly name: string
  readonly onClose: () => void
}) => {
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [image, setImage] = useState<HTMLImageElement>()
  const [isMissing, setMissing] = useState(false)
  /** The scale that the image is shown at now. */
  const scale = (): number =>
    zoom === 'fit'
      ? image === undefined || image.naturalWidth === 0
        ? 1
        : image.clientWidth / image.naturalWidth
      : zoom
  const step = (by: -1 | 1) => setZoom(zoomed(scale(), by))
  const onKeyDown = (event: KeyboardEvent) => {
    // With these keys the window itself zooms.
    if (event.ctrlKey || event.metaKey) return
    if (event.key === '+' || event.key === '=') step(1)
    else if (event.key === '-') step(-1)
    else if (event.key === '0') setZoom('fit')
    else if (event.key === '1') setZoom(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Dialog
      onClose={onClose}
      title={text.collections.token.imageOf(name)}
      fullScreen
      onKeyDown={onKeyDown}
      classNames={{ content: ui['fill'] ?? '', body: ui['fill'] ?? '' }}
    >
      <div className={`${ui['row']} ${styles['tools']}`} role="toolbar" aria-label={words.tools}>
        <Button
          variant={zoom === 'fit' ? 'light' : 'default'}
          leftSection={<Maximize size={16} aria-hidden />}
          aria-pressed={zoom === 'fit'}
          onClick={() => setZoom('fit')}
          data-autofocus
        >
          {words.fit}
        </Button>
        <Button
          variant={zoom === 1 ? 'light' : 'default'}
          aria-pressed={zoom === 1}
          onClick={() => setZoom(1)}
        >
          {words.full}
        </Button>
        <Tool label={words.smaller} onClick={() => step(-1)}>
          <ZoomOut size={18} aria-hidden />
        </Tool>
        <Tool label={words.larger} onClick={() => step(1)}>
          <ZoomIn size={18} aria-hidden />
        </Tool>
        <span className={styles['details']} role="status">
          {image !== undefined &&
            words.size(image.naturalWidth, image.naturalHeight, zoom === 'fit' ? undefined : zoom)}
        </span>
      </div>
      {/* Scrolled with the arrow keys. */}
      <div className={styles['stage']} tabIndex={0} role="region" aria-label={words.stage}>
        {isMissing ? (
          <p>{text.common.missingImage}</p>
        ) : (
          <img
            className={styles['image']}
            data-fit={zoom === 'fit'}
            src={`/content/${cid}`}
            alt={text.collections.token.imageOf(name)}
            draggable={false}
            style={
              zoom === 'fit' || image === undefined ? {} : { width: image.naturalWidth * zoom }
            }
            onLoad={(event) => setImage(event.currentTarget)}
            onError={() => setMissing(true)}
            onClick={() => setZoom(zoom === 'fit' ? 1 : 'fit')}
          />
        )}
      </div>
    </Dialog>
  )
}

const Tool = ({
  label,
  onClick,
  children,
}: {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" size={36} aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
