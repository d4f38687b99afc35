import { FolderInput } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OpenedSource } from '#renderer/stores/opened.ts'
import { text } from '#renderer/text/en.ts'
import styles from './begin.module.css'
import { droppedBy, readDrop } from './dropped.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.newImport

/** A surface that takes a folder; the same is done by its button, with the keyboard. */
export const DropZone = ({
  busy,
  onDrop,
  onError,
  children,
}: {
  readonly busy: boolean
  readonly onDrop: (source: OpenedSource) => void
  readonly onError: (message: string) => void
  readonly children: ReactNode
}) => {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={styles['drop']}
      data-over={isOver}
      data-testid="drop"
      onDragOver={(event) => {
        event.preventDefault()
        event.dataTransfer.dropEffect = busy ? 'none' : 'copy'
        setOver(!busy)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (busy) return
        const reading = readDrop(droppedBy(event.dataTransfer))
        if ('error' in reading) onError(words[reading.error])
        else onDrop(reading)
      }}
    >
      <FolderInput size={28} aria-hidden />
      <div className={ui['title']}>{isOver ? words.dropHere : words.drop}</div>
      <div className={ui['soft']}>{words.dropHint}</div>
      {children}
    </div>
  )
}
