import { Button, Group, Modal } from '@mantine/core'
import { ChevronLeft, ChevronRight, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { text } from '#renderer/text/en.ts'
import { ToolButton } from '#renderer/ui/icon-button.tsx'
import { useReturnFocus } from '#renderer/ui/use-return-focus.ts'
import ui from '#renderer/ui/parts.module.css'
import styles from './image-viewer.module.css'

const { viewer: words, previous, next, position, imageOf } = text.collections.token

type Viewed = {
  /** Of the image file itself; null: it is not on this computer. */
  readonly url: string | null
  readonly name: string
  /** Its place among the images beside it. */
  readonly index: number
  readonly all: number
  readonly onShow: (index: number) => void
  readonly onClose: () => void
}

/**
 * One image over the whole window, to be looked at closely, and the ones beside it. Space closes it, as
 * it opens it on a tile.
 */
export const ImageViewer = ({ url, name, index, all, onShow, onClose }: Viewed) => {
  useReturnFocus()
  const zooming = useZoom(url)
  const { shown, step, zoomTo } = zooming
  const go = (by: -1 | 1) => {
    if (index + by >= 0 && index + by < all) onShow(index + by)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // With these keys the window itself zooms.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
    if (event.key === '+' || event.key === '=') step(1)
    else if (event.key === '-') step(-1)
    else if (event.key === '0') zoomTo('fit')
    else if (event.key === '1') zoomTo(1)
    else if (event.key === ' ' && !isOnButton) onClose()
    // An image that is larger than the window is scrolled.
    else if (event.key === 'ArrowLeft' && shown.zoom === 'fit') go(-1)
    else if (event.key === 'ArrowRight' && shown.zoom === 'fit') go(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Modal.Root
      opened
      fullScreen
      lockScroll={false}
      transitionProps={{ duration: 120 }}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <Modal.Content className={ui['fill'] ?? ''}>
        <Modal.Header role="presentation" py="xs" mih={0}>
          <Modal.Title fz="lg" fw={600} className={`${ui['grow']} ${ui['cut']}`}>
            {imageOf(name)}
          </Modal.Title>
          <Group gap="xs" mx="sm" wrap="nowrap">
            <ZoomTools {...zooming} />
            {all > 1 && (
              <>
                <ToolButton label={previous} isOff={index === 0} onClick={() => go(-1)}>
                  <ChevronLeft size={18} aria-hidden />
                </ToolButton>
                <span className={ui['number']}>{position(index + 1, all)}</span>
                <ToolButton label={next} isOff={index === all - 1} onClick={() => go(1)}>
                  <ChevronRight size={18} aria-hidden />
                </ToolButton>
              </>
            )}
          </Group>
          <Modal.CloseButton ml={0} aria-label={text.common.close} />
        </Modal.Header>
        <Modal.Body p={0} className={ui['fill'] ?? ''}>
          <Stage {...zooming} name={name} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Pixels of the window for each pixel of the image; `fit`: as large as the window allows. */
type Zoom = 'fit' | number

const scales = [0.25, 0.5, 1, 2, 4, 8]
const largest = 8

type Shown = {
  readonly url: string | null
  readonly zoom: Zoom
  /** Undefined until it is loaded. */
  readonly size: { readonly width: number; readonly height: number } | undefined
  readonly isMissing: boolean
}

/** A place of the image, as a part of its width and height, that stays at a place of the window. */
type Anchor = {
  readonly x: number
  readonly y: number
  readonly across: number
  readonly down: number
}

const useZoom = (url: string | null) => {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const anchor = useRef<Anchor>(undefined)
  const [state, setState] = useState<Shown>()
  // The next image starts as large as the window allows.
  const shown: Shown =
    state?.url === url ? state : { url, zoom: 'fit', size: undefined, isMissing: url === null }
  const change = (part: Partial<Shown>) => setState({ ...shown, ...part })
  const fittingScale = (): number => {
    const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {}
    const { width, height } = shown.size ?? { width: clientWidth, height: clientHeight }
    return Math.min(clientWidth / width, clientHeight / height)
  }
  const scaleNow = (): number => (shown.zoom === 'fit' ? fittingScale() : shown.zoom)
  const zoomAt = (scale: number, x: number, y: number) => {
    const box = image.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return
    anchor.current = { x, y, across: (x - box.left) / box.width, down: (y - box.top) / box.height }
    const fitting = fittingScale()
    change({ zoom: scale <= fitting ? 'fit' : Math.min(scale, Math.max(largest, fitting * 4)) })
  }
  useLayoutEffect(() => {
    const kept = anchor.current
    const box = image.current?.getBoundingClientRect()
    anchor.current = undefined
    if (kept === undefined || box === undefined) return
    const left = box.left + kept.across * box.width - kept.x
    stage.current?.scrollBy(left, box.top + kept.down * box.height - kept.y)
  }, [shown.zoom])
  return {
    stage,
    image,
    shown,
    change,
    scaleNow,
    zoomAt,
    zoomTo: (zoom: Zoom) => change({ zoom }),
    /** The next smaller or larger scale. */
    step: (by: -1 | 1) => {
      const scale = scaleNow()
      const found =
        by === 1
          ? scales.find((candidate) => candidate > scale)
          : scales.findLast((candidate) => candidate < scale)
      change({ zoom: found ?? scale })
    },
  }
}

type Zooming = ReturnType<typeof useZoom>

const ZoomTools = ({ shown: { zoom, size }, zoomTo, step }: Zooming) => (
  <Group gap="xs" wrap="nowrap" role="toolbar" aria-label={words.tools}>
    <Button
      variant={zoom === 'fit' ? 'light' : 'default'}
      leftSection={<Maximize size={16} aria-hidden />}
      aria-pressed={zoom === 'fit'}
      onClick={() => zoomTo('fit')}
    >
      {words.fit}
    </Button>
    <Button
      variant={zoom === 1 ? 'light' : 'default'}
      aria-pressed={zoom === 1}
      onClick={() => zoomTo(1)}
    >
      {words.full}
    </Button>
    <ToolButton label={words.smaller} onClick={() => step(-1)}>
      <ZoomOut size={18} aria-hidden />
    </ToolButton>
    <ToolButton label={words.larger} onClick={() => step(1)}>
      <ZoomIn size={18} aria-hidden />
    </ToolButton>
    <span className={`${ui['soft']} ${ui['number']}`} role="status">
      {size !== undefined && words.size(size.width, size.height, zoom === 'fit' ? undefined : zoom)}
    </span>
  </Group>
)

type Size = NonNullable<Shown['size']>

/** An image that fits is as large as the stage allows, also a small one. */
const sizeStyle = ({ width, height }: Size, zoom: Zoom) =>
  zoom === 'fit' ? { width: `min(100cqw, 100cqh * ${width / height})` } : { width: width * zoom }

/** The pixels of pixel art stay squares. */
const renderingStyle = ({ width, height }: Size) =>
  Math.max(width, height) <= largestPixelArt ? { imageRendering: 'pixelated' as const } : {}

const largestPixelArt = 128

/** The wheel zooms at the pointer; what is larger is scrolled with the arrow keys and by dragging. */
const Stage = ({
  stage,
  image,
  shown: { url, zoom, size, isMissing },
  change,
  scaleNow,
  zoomAt,
  zoomTo,
  name,
}: Zooming & { readonly name: string }) => {
  const isDragged = useRef(false)
  const latest = useRef<(event: WheelEvent) => void>(undefined)
  useEffect(() => {
    latest.current = (event) => {
      event.preventDefault()
      zoomAt(scaleNow() * Math.exp(-event.deltaY / 400), event.clientX, event.clientY)
    }
  })
  useEffect(() => {
    const element = stage.current
    const follow = (event: WheelEvent) => latest.current?.(event)
    // React listens to the wheel passively: the stage would scroll beside it.
    element?.addEventListener('wheel', follow, { passive: false })
    return () => element?.removeEventListener('wheel', follow)
  }, [stage])
  return (
    <div
      ref={stage}
      className={styles['stage']}
      tabIndex={0}
      role="region"
      aria-label={words.stage}
      data-autofocus
      onPointerDown={() => {
        isDragged.current = false
      }}
      onPointerMove={({ buttons, movementX, movementY }) => {
        if (buttons !== 1 || zoom === 'fit') return
        isDragged.current = true
        stage.current?.scrollBy(-movementX, -movementY)
      }}
    >
      {isMissing || url === null ? (
        <p>{text.common.missingImage}</p>
      ) : (
        <img
          ref={image}
          className={styles['image']}
          data-fit={zoom === 'fit'}
          src={url}
          alt={imageOf(name)}
          draggable={false}
          style={size === undefined ? {} : { ...sizeStyle(size, zoom), ...renderingStyle(size) }}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            change({ size: { width, height } })
          }
          onError={() => change({ isMissing: true })}
          onClick={({ clientX, clientY }) => {
            if (isDragged.current) return
            if (zoom === 'fit') zoomAt(scaleNow() < 1 ? 1 : scaleNow() * 2, clientX, clientY)
            else zoomTo('fit')
          }}
        />
      )}
    </div>
  )
}
