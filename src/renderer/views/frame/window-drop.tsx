import { FolderInput } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { takeFolder } from '#renderer/stores/opened.ts'
import { text } from '#renderer/text/en.ts'
import { droppedBy, isRequestFile, readDrop } from '../import/new/dropped.ts'
import { useReceive } from '../signing/use-receive.ts'
import styles from './window-drop.module.css'

/**
 * Takes what is dropped anywhere on the window, and asks what a folder is for. Parts of a view that
 * take it themselves, such as the signing inbox, come first; under an open dialog nothing is taken.
 */
export const WindowDrop = () => {
  const [isOver, setOver] = useState(false)
  const { drop: receive } = useReceive(undefined)
  const latest = useRef(receive)
  useEffect(() => {
    latest.current = receive
  })
  useEffect(
    () => followDrag({ onOver: setOver, onDrop: (event) => takeDrop(event, latest.current) }),
    [],
  )
  if (!isOver) return null
  return (
    <div className={styles['over']} data-testid="window-drop">
      <div className={styles['card']}>
        <FolderInput size={32} aria-hidden />
        <div className={styles['title']}>{text.drop.title}</div>
        <div>{text.drop.hint}</div>
      </div>
    </div>
  )
}

const takeDrop = (event: DragEvent, receive: (files: readonly File[]) => Promise<void>): void => {
  if (event.dataTransfer === null) return
  const files = [...event.dataTransfer.files]
  if (files.length > 0 && files.every(({ name }) => isRequestFile(name))) {
    void receive(files)
    return
  }
  const reading = readDrop(droppedBy(event.dataTransfer))
  if (!('error' in reading)) {
    takeFolder(reading)
    return
  }
  // The form of the import offers what to do instead.
  useNavigation.getState().go({ view: 'import' })
  useNotices.getState().notify('warn', text.importing.newImport[reading.error])
}

/** Follows files that are dragged over the window. @returns a function that stops it */
const followDrag = (on: {
  readonly onOver: (isOver: boolean) => void
  readonly onDrop: (event: DragEvent) => void
}): (() => void) => {
  const onDragOver = (event: DragEvent) => {
    const isTaken = event.defaultPrevented
    if (isTaken || !hasFiles(event)) return on.onOver(false)
    // Without this a browser would open the file in place of the app.
    event.preventDefault()
    const isDialogOpen = document.querySelector('[role=dialog]') !== null
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = isDialogOpen ? 'none' : 'copy'
    on.onOver(!isDialogOpen)
  }
  const onDragLeave = (event: DragEvent) => {
    // From one element to another is no leaving.
    if (event.relatedTarget === null) on.onOver(false)
  }
  const onDrop = (event: DragEvent) => {
    on.onOver(false)
    if (event.defaultPrevented || !hasFiles(event)) return
    event.preventDefault()
    if (document.querySelector('[role=dialog]') === null) on.onDrop(event)
  }
  window.addEventListener('dragover', onDragOver)
  window.addEventListener('dragleave', onDragLeave)
  window.addEventListener('drop', onDrop)
  return () => {
    window.removeEventListener('dragover', onDragOver)
    window.removeEventListener('dragleave', onDragLeave)
    window.removeEventListener('drop', onDrop)
  }
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true
