import { type ReactNode, useState } from 'react'
import { text } from '#renderer/text/en.ts'
import styles from './signing.module.css'

const words = text.signing.receive

/** A drop target for files; buttons do the same with the keyboard. */
export const ReceiveArea = ({
  onDrop,
  children,
}: {
  readonly onDrop: (files: readonly File[]) => Promise<void>
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
        void onDrop([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && <div className={styles['over']}>{words.dropHere}</div>}
    </div>
  )
}
