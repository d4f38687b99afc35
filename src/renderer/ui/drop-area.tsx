import { type ReactNode, useState } from 'react'
import styles from './drop-area.module.css'

/** A drop target for files; buttons do the same with the keyboard. */
export const DropArea = ({
  hint,
  onDrop,
  children,
}: {
  /** Shown over the area while something is dragged over it. */
  readonly hint: string
  /** The browser empties the transfer after the event: read its items before anything is awaited. */
  readonly onDrop: (transfer: DataTransfer) => Promise<void>
  readonly children: ReactNode
}) => {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={styles['area']}
      data-testid="drop"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      }}
      onDragLeave={(event) => {
        // From one part of it to another is no leaving.
        const to = event.relatedTarget
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void onDrop(event.dataTransfer)
      }}
    >
      {children}
      {isOver && <div className={styles['over']}>{hint}</div>}
    </div>
  )
}
