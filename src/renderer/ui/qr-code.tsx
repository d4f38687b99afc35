import { useMemo } from 'react'
import { qrDrawing } from './qr-path.ts'
import styles from './qr.module.css'

/**
 * One QR code. Dark on white in both colour schemes, because not every reader recognises inverted
 * codes.
 */
export const QrCode = ({
  text,
  label,
  version,
}: {
  readonly text: string
  /** A description for those who cannot see it. */
  readonly label: string
  /** 1 to 40, to give several codes one size; default: the smallest that holds the text. */
  readonly version?: number
}) => {
  const { side, path } = useMemo(() => qrDrawing(text, version), [text, version])
  return (
    <svg
      className={styles['code']}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
